// Reads every row of a workspace, to check that they are unchanged.
import { expect } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql, trusted } from '../../src/storage/sql.ts';

/** Rows by table, without the last use of sessions. */
export async function rowsOf(
  database: Database,
  teamId: string,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const tables = await database.rows<{ name: string; tenant: string }>(sql`
    select table_name as name, min(column_name) as tenant from information_schema.columns
    where table_schema = 'public' and column_name in ('team_id', 'catalog_id') group by table_name order by 1`);
  const rows: Record<string, readonly unknown[]> = {};
  for (const { name, tenant } of tables) {
    const column = trusted(`"${tenant}"`);
    rows[name] = await database.rows(sql`
      select to_jsonb(t) - 'last_seen_at' - 'last_used_at' as row from ${trusted(`"${name}"`)} t
      where ${column} = ${teamId} order by to_jsonb(t)::text`);
  }
  return rows;
}

/** The same, after all events of earlier changes have reached the feed. */
export async function settledRowsOf(database: Database, teamId: string): ReturnType<typeof rowsOf> {
  const waiting = (): Promise<unknown[]> => database.rows(sql`select 1 from audit_outbox where team_id = ${teamId}`);
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
  return rowsOf(database, teamId);
}
