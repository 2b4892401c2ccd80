// Work that one process of the service does for all of them, now and then: the process that claims the turn first does
// it.
import { type Clock, DAY_MS, instant } from '../base/clock.ts';
import type { Db } from './database.ts';
import { sql } from './sql.ts';

/**
 * Keeps a claimed turn while its work goes on, however long that is: claims it anew again and again. Answers how to
 * stop. A database that is away is asked again the next time.
 */
export function holdTurn(db: Db, name: string, clock: Clock, renewEveryMs: number): () => void {
  const renew = (): Promise<unknown> => claimTurn(db, name, 0, clock()).catch(() => undefined);
  const timer = setInterval(() => void renew(), renewEveryMs).unref();
  return () => clearInterval(timer);
}

/** Clocks of processes differ by less: a turn that was claimed later than this was claimed by one that went wrong. */
const AHEAD_MS = DAY_MS;

/**
 * True for the one process that may do the work of that name now; then for nobody until `everyMs` have passed. A
 * process that dies at the work leaves it to the next turn. `now` in milliseconds since the epoch.
 */
export async function claimTurn(db: Db, name: string, everyMs: number, now: number): Promise<boolean> {
  const row = await db.row(sql`
    insert into service_settings as s (name, value) values (${`turn:${name}`}, ${instant(now)})
    on conflict (name) do update set value = excluded.value
    where s.value <= ${instant(now - everyMs)} or s.value > ${instant(now + AHEAD_MS)}
    returning 1 as claimed`);
  return row !== undefined;
}
