// The migrations of a database, in the table `schema_migrations`.

import type { AppliedMigration } from '../applied-migration.ts';
import type { Db, Tx } from '../database.ts';
import { sql } from '../sql.ts';
import type { Migration } from './migration-files.ts';

/** In order; empty if the table does not exist yet. */
export async function appliedMigrations(db: Db): Promise<readonly AppliedMigration[]> {
  const table = await db.row<{ exists: boolean }>(sql`select to_regclass('schema_migrations') is not null as exists`);
  if (table?.exists !== true) return [];
  return db.rows<AppliedMigration>(sql`select version, checksum, serves_from from schema_migrations order by version`);
}

/** Creates the table if it is missing. */
export async function openRecord(tx: Tx): Promise<void> {
  await tx.rows(sql`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null, serves_from integer not null,
        applied_at timestamptz not null default now()
    )`);
}

/** Records that the migration was applied, in the transaction that applies it. */
export async function recordApplied(tx: Tx, { version, name, checksum, servesFrom }: Migration): Promise<void> {
  await tx.rows(sql`
    insert into schema_migrations (version, name, checksum, serves_from)
    values (${version}, ${name}, ${checksum}, ${servesFrom})`);
}
