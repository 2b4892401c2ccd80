// Which migrations a database has. Release 1.0.0 looks at `schema_migrations` alone and stops serving as soon as a row
// stands there that it does not know, so migrations beside which it still serves are recorded in `schema_steps`.

import type { Db, Tx } from '../database.ts';
import { sql } from '../sql.ts';
import type { AppliedMigration } from './applied-migration.ts';
import type { Migration } from './migration-files.ts';

/** The newest migration of release 1.0.0. */
const NEWEST_OF_1_0 = 12;

/** In order; none where the tables are not there yet. */
export async function appliedMigrations(db: Db): Promise<readonly AppliedMigration[]> {
  const table = await db.row<{ first: boolean; steps: boolean }>(sql`
    select to_regclass('schema_migrations') is not null as first, to_regclass('schema_steps') is not null as steps`);
  if (table?.first !== true) return [];
  if (!table.steps)
    return db.rows<AppliedMigration>(sql`
      select version, checksum, null::integer as serves_from from schema_migrations order by version`);
  return db.rows<AppliedMigration>(sql`
    select version, checksum, serves_from from schema_steps
    union all
    select version, checksum, null from schema_migrations m
    where not exists (select from schema_steps s where s.version = m.version)
    order by version`);
}

/** Makes the tables where they are missing. */
export async function openRecord(tx: Tx): Promise<void> {
  await tx.rows(sql`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null,
        applied_at timestamptz not null default now()
    )`);
  await tx.rows(sql`
    create table if not exists schema_steps (
      version integer primary key, name text not null, checksum text not null, serves_from integer not null,
        applied_at timestamptz not null default now()
    )`);
}

/** Notes that the migration was applied, in the transaction that applies it. */
export async function recordApplied(tx: Tx, { version, name, checksum, servesFrom }: Migration): Promise<void> {
  if (version > NEWEST_OF_1_0)
    await tx.rows(sql`
      insert into schema_steps (version, name, checksum, serves_from)
      values (${version}, ${name}, ${checksum}, ${servesFrom})`);
  if (version <= NEWEST_OF_1_0 || servesFrom > NEWEST_OF_1_0)
    await tx.rows(sql`
      insert into schema_migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`);
}
