// Checks that the target of a move allows new tables and is empty.
import { refuse } from '../../base/refusal.ts';
import type { Db } from '../database.ts';
import { refuseUnfit } from '../migrations/database-fitness.ts';
import { sql } from '../sql.ts';

/** Fails with `conflict` and a remedy if the database cannot be the target of a move. */
export async function requireEmpty(db: Db): Promise<void> {
  await refuseUnfit(db);
  const found = await db.row<object>(sql`
    select 1 from pg_class c where c.relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend p where p.objid = c.oid and p.deptype = 'e') limit 1`);
  if (found !== undefined) throw notEmpty();
}

export const notEmpty = (): Error =>
  refuse('conflict', 'The database is not empty. Create an empty one and set CAIRN_DATABASE_URL to it.');
