// Which migrations a database has: the rows of `schema_migrations`.
import type { Applied } from './applied-migration.ts';
import type { Db } from './database.ts';
import { sql } from './sql.ts';

/** In order; none where the table is not there yet. */
export async function appliedMigrations(db: Db): Promise<readonly Applied[]> {
  const table = await db.row<{ found: boolean }>(sql`select to_regclass('schema_migrations') is not null as found`);
  if (table?.found !== true) return [];
  return db.rows<Applied>(sql`select version, checksum from schema_migrations order by version`);
}
