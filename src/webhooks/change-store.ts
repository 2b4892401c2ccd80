// SQL for the feed of a workspace.
import { hasAnnouncedIn } from '../audit/fragments-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { limitOf } from '../storage/limit.ts';
import { sql } from '../storage/sql.ts';
import { lastEvent } from './fragments-store.ts';

export interface ChangeRow {
  readonly seq: number;
  readonly event_id: string;
  readonly payload: string;
}

/** The number of the last event in the feed; 0 without any. */
export async function lastNumber(tx: Tx, teamId: string): Promise<number> {
  const row = await tx.row<{ seq: number }>(sql`select seq from ${lastEvent(teamId)} e`);
  return row?.seq ?? 0;
}

/** The end of the feed, and whether committed events still lack a number. */
export async function endOfFeed(
  db: Db,
  teamId: string,
): Promise<{ readonly seq: number | null; readonly event_id: string | null; readonly isBehind: boolean }> {
  const row = await db.row<{ seq: number | null; event_id: string | null; is_behind: boolean }>(sql`
    select ${hasAnnouncedIn(teamId)} as is_behind, e.seq, e.event_id
    from (select 1) as one left join ${lastEvent(teamId)} e on true`);
  return { seq: row?.seq ?? null, event_id: row?.event_id ?? null, isBehind: row?.is_behind ?? false };
}

/** Events from that number on, in order. */
export const eventsFrom = (db: Db, teamId: string, seq: number, most: number): Promise<ChangeRow[]> =>
  db.rows<ChangeRow>(sql`
    select seq, event_id, payload from feed_events where team_id = ${teamId} and seq >= ${seq}
    order by seq ${limitOf(most)}`);
