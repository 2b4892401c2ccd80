// SQL for large membership changes, which are prepared in slices (group-change.ts). Rows of `group_memberships` that
// carry a change's id are members (`groupMembers`) either before or after the change is applied, never both. Queries
// select people by key range and never by a join, so that the plan is good even without statistics.

import { instant } from '../../base/clock.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { afterKey, amongKeys } from '../../storage/key-range.ts';
import { limitOf } from '../../storage/limit.ts';
import { nextStamp } from '../../storage/next-stamp.ts';
import { type Sql, sql } from '../../storage/sql.ts';

export interface GroupChangeRow {
  readonly change_id: string;
  readonly is_applied: boolean;
  /** The data for audit entries, as JSON; null until the change is applied. */
  readonly told: string | null;
}

export const findChange = (db: Db, teamId: string, groupId: string): Promise<GroupChangeRow | undefined> =>
  db.row(sql`
    select change_id, is_applied, told::text as told from group_changes
    where team_id = ${teamId} and group_id = ${groupId}`);

/** Starts a change. False if the group already has one. */
export async function insertChange(db: Db, teamId: string, groupId: string, changeId: string): Promise<boolean> {
  const row = await db.row(sql`
    insert into group_changes (team_id, group_id, change_id) values (${teamId}, ${groupId}, ${changeId})
    on conflict do nothing returning 1 as begun`);
  return row !== undefined;
}

/** Applies the change. False if another writer of the group has already removed it. */
export async function applyChange(
  tx: Tx,
  teamId: string,
  groupId: string,
  changeId: string,
  told: object,
): Promise<boolean> {
  const row = await tx.row(sql`
    update group_changes set is_applied = true, told = ${JSON.stringify(told)}::text::jsonb
    where team_id = ${teamId} and group_id = ${groupId} and change_id = ${changeId} and not is_applied
    returning 1 as applied`);
  return row !== undefined;
}

export async function deleteChange(db: Db, teamId: string, groupId: string, changeId: string): Promise<void> {
  await db.rows(sql`
    delete from group_changes where team_id = ${teamId} and group_id = ${groupId} and change_id = ${changeId}`);
}

/** True as long as no other writer of the group has undone the change. Once it is undone, nothing may be marked. */
const isOpen = (teamId: string, groupId: string, changeId: string): Sql => sql`exists (
  select 1 from group_changes c
  where c.team_id = ${teamId}::uuid and c.group_id = ${groupId}::uuid and c.change_id = ${changeId}::uuid)`;

/** Marks people who will join. Skips those who are already in the group. Returns the number marked. */
export async function markJoining(
  db: Db,
  teamId: string,
  groupId: string,
  changeId: string,
  accountIds: readonly string[],
): Promise<number> {
  const rows = await db.rows(sql`
    insert into group_memberships (team_id, group_id, account_id, change_id, joins)
    select ${teamId}::uuid, ${groupId}::uuid, account_id, ${changeId}::uuid, true
    from unnest(${accountIds}::uuid[]) as given (account_id) where ${isOpen(teamId, groupId, changeId)}
    on conflict do nothing returning 1 as marked`);
  return rows.length;
}

/** Marks people who will leave. Skips those who are not in the group. Returns the number marked. */
export async function markLeaving(
  db: Db,
  teamId: string,
  groupId: string,
  changeId: string,
  accountIds: readonly string[],
): Promise<number> {
  const rows = await db.rows(sql`
    update group_memberships set change_id = ${changeId}, joins = false
    where team_id = ${teamId} and group_id = ${groupId} and change_id is null
      and ${amongKeys(sql`account_id`, accountIds)} and ${isOpen(teamId, groupId, changeId)}
    returning 1 as marked`);
  return rows.length;
}

/** Members without a mark, sorted by id, after the given id. */
export const selectUnmarked = (db: Db, teamId: string, groupId: string, after: string | null, limit: number) =>
  db.rows<{ account_id: string }>(sql`
    select account_id from group_memberships
    where team_id = ${teamId} and group_id = ${groupId} and change_id is null
      and ${afterKey(sql`account_id`, after)}
    order by account_id ${limitOf(limit)}`);

export interface SettledMember {
  readonly account_id: string;
  readonly joins: boolean;
}

/** Some of the people marked by the change, sorted by id, after the given id. */
export const selectMarked = (
  db: Db,
  teamId: string,
  groupId: string,
  changeId: string,
  after: string | null,
  limit: number,
): Promise<SettledMember[]> =>
  db.rows(sql`
    select account_id, joins from group_memberships
    where team_id = ${teamId} and group_id = ${groupId} and change_id = ${changeId}
      and ${afterKey(sql`account_id`, after)}
    order by account_id ${limitOf(limit)}`);

/** Keeps these marked people as members and removes the mark. */
export async function keepMembers(
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    update group_memberships set change_id = null, joins = null
    where team_id = ${teamId} and group_id = ${groupId} and ${amongKeys(sql`account_id`, accountIds)}`);
}

/** Removes these marked people from the group. */
export async function dropMembers(
  tx: Tx,
  teamId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    delete from group_memberships
    where team_id = ${teamId} and group_id = ${groupId} and ${amongKeys(sql`account_id`, accountIds)}`);
}

/** Invalidates the cached rights of everyone in the workspace, because many people's roles have changed. */
export async function moveTeamStamp(tx: Tx, teamId: string): Promise<void> {
  await tx.rows(sql`update teams set stamp = ${nextStamp} where team_id = ${teamId}`);
}

/** Changes that no one is working on anymore: those started before the given time (milliseconds since the epoch). */
export const selectAbandoned = (db: Db, before: number): Promise<{ team_id: string; group_id: string }[]> =>
  db.rows(sql`
    select team_id, group_id from group_changes where begun_at < ${instant(before)} limit 100`);
