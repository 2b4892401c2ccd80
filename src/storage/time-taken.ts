// Work that covers every period exactly once, no matter which process does it.
import { instant } from '../base/clock.ts';
import type { Tx } from './database.ts';
import { sql } from './sql.ts';

/**
 * Claims the period up to `now` (milliseconds) for the work with that name. Returns the end of the previous period, or
 * undefined the first time. Others wait until the transaction ends; a rollback claims nothing.
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
