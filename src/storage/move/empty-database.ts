// Everything is moved into a database that tables can be made in, and that holds nothing.
import { refuse } from '../../base/refusal.ts';
import type { Db } from '../database.ts';
import { refuseUnfit } from '../migrations/database-fitness.ts';
import { sql } from '../sql.ts';

/** Refuses with `conflict`, and says what to do, where the database cannot take what is to be moved. */
export async function requireEmpty(db: Db): Promise<void> {
  await refuseUnfit(db);
  const found = await db.row<object>(sql`
    select from pg_class c where c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend p where p.objid = c.oid and p.deptype = 'e') limit 1`);
  if (found !== undefined) throw notEmpty();
}

export const notEmpty = (): Error =>
  refuse('conflict', 'The database holds something already. Create an empty one and name it in CAIRN_DATABASE_URL.');
