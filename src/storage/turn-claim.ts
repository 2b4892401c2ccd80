// Work that one process of the service does for all of them, now and then: the process that claims the turn first does
// it.
import type { Db } from './database.ts';
import { sql } from './sql.ts';

/**
 * True for the one process that may do the work of that name now; then for nobody until `everyMs` have passed. A
 * process that dies at the work leaves it to the next turn. `now` in milliseconds since the epoch.
 */
export async function claimTurn(db: Db, name: string, everyMs: number, now: number): Promise<boolean> {
  const row = await db.row(sql`
    insert into service_settings as s (name, value) values (${`turn:${name}`}, ${new Date(now).toISOString()})
    on conflict (name) do update set value = excluded.value where s.value <= ${new Date(now - everyMs).toISOString()}
    returning 1 as claimed`);
  return row !== undefined;
}
