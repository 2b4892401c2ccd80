// Work that a release does once for a whole database, such as bringing older rows into a new form.
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';

/**
 * Does the work unless a release has done it; answers what it answers, 0 where it was done before. Work that fails or
 * is cut short is done again, from the start: it must bear that.
 */
export async function doOnce(database: Database, name: string, work: () => Promise<number>): Promise<number> {
  const done = await database.row(sql`select 1 as done from service_settings where name = ${`done:${name}`}`);
  if (done !== undefined) return 0;
  const count = await work();
  await database.rows(sql`
    insert into service_settings (name, value) values (${`done:${name}`}, ${new Date().toISOString()})
    on conflict (name) do nothing`);
  return count;
}
