// The SQL of changes of many members that are prepared in slices (group-change.ts). Rows of `group_memberships` that
// bear a change's id are members (`group_members`) before or after it took effect, never both. People are
// named by a range of keys, never joined: so no planner can go astray, with statistics or without.

import { instant } from '../../base/clock.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { afterKey, amongKeys } from '../../storage/key-range.ts';
import { limitOf } from '../../storage/limit.ts';
import { nextStamp } from '../../storage/next-stamp.ts';
import { type Sql, sql } from '../../storage/sql.ts';

export interface GroupChangeRow {
  readonly change_id: string;
  readonly is_applied: boolean;
  /** JSON of what the audit log says; null until the change took effect. */
  readonly told: string | null;
}

export const findChange = (db: Db, teamId: string, groupId: string): Promise<GroupChangeRow | undefined> =>
  db.row(sql`
    select change_id, is_applied, told::text as told from group_changes
    where team_id = ${teamId} and group_id = ${groupId}`);

/** Begins a change; false where the group has one already. */
export async function insertChange(db: Db, teamId: string, groupId: string, changeId: string): Promise<boolean> {
  const row = await db.row(sql`
    insert into group_changes (team_id, group_id, change_id) values (${teamId}, ${groupId}, ${changeId})
    on conflict do nothing returning 1 as begun`);
  return row !== undefined;
}

/** The change takes effect; false where it is gone: another writer of the group came first. */
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

/** Another writer of the group has not undone the change meanwhile: else nothing may be marked any more. */
const isOpen = (teamId: string, groupId: string, changeId: string): Sql => sql`exists (
  select from group_changes c
  where c.team_id = ${teamId}::uuid and c.group_id = ${groupId}::uuid and c.change_id = ${changeId}::uuid)`;

/** Prepares that these people join, but for those who are in the group; answers how many will. */
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

/** Prepares that these people leave, but for those who are not in the group; answers how many will. */
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

/** Members that no change has marked, in the order of their ids, from after that id. */
export const selectUnmarked = (
  db: Db,
  teamId: string,
  groupId: string,
  after: string | null,
  limit: number,
): Promise<{ account_id: string }[]> =>
  db.rows(sql`
    select account_id from group_memberships
    where team_id = ${teamId} and group_id = ${groupId} and change_id is null
      and ${afterKey(sql`account_id`, after)}
    order by account_id ${limitOf(limit)}`);

export interface SettledMember {
  readonly account_id: string;
  readonly joins: boolean;
}

/** Some of the people whom the change marked, in the order of their ids, from after that one. */
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

/** These people, whom a change marked, stay as members without the mark. */
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

/** These people, whom a change marked, go. */
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

/** Every caller of the workspace is looked up again: the roles of many changed at once. */
export async function moveTeamStamp(tx: Tx, teamId: string): Promise<void> {
  await tx.rows(sql`update teams set stamp = ${nextStamp} where team_id = ${teamId}`);
}

/** Changes that nobody works at any more: begun before that moment (milliseconds since the epoch). */
export const selectAbandoned = (db: Db, before: number): Promise<{ team_id: string; group_id: string }[]> =>
  db.rows(sql`
    select team_id, group_id from group_changes where begun_at < ${instant(before)} limit 100`);
