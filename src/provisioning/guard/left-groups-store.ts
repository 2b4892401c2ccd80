// SQL for the groups that suspended people lose. An identity provider that removed people pushes its groups without
// them, but a restore brings back all groups.
import { isInGroup } from '../../directory/fragments-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import type { Scope } from './guard-store.ts';

const isIn = (teamId: string, groupId: string): Sql =>
  isInGroup(sql`${teamId}::uuid`, sql`${groupId}::uuid`, trusted('s.account_id'));

/** The people in the group who can still be restored. */
export async function selectSuspendedIn(db: Db, { team_id, connection_id }: Scope, groupId: string): Promise<string[]> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select s.account_id from suspensions s
    where s.team_id = ${team_id} and s.connection_id = ${connection_id}
      and s.state in ('counted', 'suspended', 'restoring') and ${isIn(team_id, groupId)}`);
  return rows.map(({ account_id }) => account_id);
}

/**
 * Remembers the group for those of the people who are no longer in it. Skips people who are being restored at this
 * moment, because that transaction may wait for the group.
 */
export async function rememberGroup(
  tx: Tx,
  { team_id, connection_id }: Scope,
  groupId: string,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return;
  await tx.rows(sql`
    update suspensions u set left_groups = array_append(u.left_groups, ${groupId}::uuid)
    where u.team_id = ${team_id} and u.connection_id = ${connection_id} and u.account_id in (
      select s.account_id from suspensions s
      where s.team_id = ${team_id} and s.connection_id = ${connection_id}
        and s.account_id = any(${accountIds}::uuid[]) and not (${groupId}::uuid = any(s.left_groups))
        and not ${isIn(team_id, groupId)}
      for update skip locked)`);
}

export async function selectLeftGroups(tx: Tx, { team_id, connection_id }: Scope, accountId: string) {
  const row = await tx.row<{ left_groups: string[] }>(sql`
    select left_groups from suspensions
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = ${accountId}`);
  return row?.left_groups ?? [];
}
