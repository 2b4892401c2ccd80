// SQL for the time of the last call from a person's AI tool.
import type { Db } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

export const upsertToolCall = (db: Db, teamId: string, accountId: string): Promise<object[]> =>
  db.rows(sql`
    insert into tool_calls (team_id, account_id) values (${teamId}, ${accountId})
    on conflict (team_id, account_id) do update set last_call_at = excluded.last_call_at`);

/** When the person's AI tool last called in this workspace, to within five minutes; null if it never did. */
export async function lastToolCall(db: Db, teamId: string, accountId: string): Promise<string | null> {
  const row = await db.row<{ last_call_at: string }>(sql`
    select last_call_at from tool_calls where team_id = ${teamId} and account_id = ${accountId}`);
  return row?.last_call_at ?? null;
}
