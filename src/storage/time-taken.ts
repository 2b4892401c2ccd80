// Work that looks at every stretch of time exactly once, whichever process does it.
import { instant } from '../base/clock.ts';
import type { Tx } from './database.ts';
import { sql } from './sql.ts';

/**
 * Takes the time up to `now` (milliseconds) for the work of that name; answers up to when it was taken before, or
 * undefined the first time. Others wait until the transaction ends; where it is undone, nothing was taken.
 */
export async function takeTimeSince(tx: Tx, name: string, now: number): Promise<number | undefined> {
  const key = `time:${name}`;
  const before = await tx.row<{ value: string }>(sql`
    select value from service_settings where name = ${key} for update`);
  await tx.rows(sql`
    insert into service_settings (name, value) values (${key}, ${instant(now)})
    on conflict (name) do update set value = greatest(service_settings.value, excluded.value)`);
  return before === undefined ? undefined : Math.min(Date.parse(before.value), now);
}
