// Occasional work for the whole service: the first process to claim the turn does it.
import { type Clock, DAY_MS, instant } from '../base/clock.ts';
import type { Db } from './database.ts';
import { sql } from './sql.ts';

/**
 * Keeps a claimed turn for as long as its work takes by renewing the claim. Returns a function that stops. If the
 * database is unavailable, the next renewal tries again.
 */
export function holdTurn(db: Db, name: string, clock: Clock, renewEveryMs: number): () => void {
  const renew = (): Promise<unknown> => claimTurn(db, name, 0, clock()).catch(() => undefined);
  const timer = setInterval(() => void renew(), renewEveryMs).unref();
  return () => clearInterval(timer);
}

/** Clocks of processes differ by less than this. A claim further in the future came from a wrong clock. */
const AHEAD_MS = DAY_MS;

/**
 * True for the one process that may now do the work with that name. It is then false for all processes until `everyMs`
 * have passed. If the process dies, the work is done in the next turn. `now` is in milliseconds since the epoch.
 */
export async function claimTurn(db: Db, name: string, everyMs: number, now: number): Promise<boolean> {
  const row = await db.row(sql`
    insert into service_settings as s (name, value) values (${`turn:${name}`}, ${instant(now)})
    on conflict (name) do update set value = excluded.value
    where s.value <= ${instant(now - everyMs)} or s.value > ${instant(now + AHEAD_MS)}
    returning 1 as claimed`);
  return row !== undefined;
}
