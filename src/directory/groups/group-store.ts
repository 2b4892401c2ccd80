// SQL for groups. For members see group-member-store.ts.
import type { Db, Tx } from '../../storage/database.ts';
import { laterThan } from '../../storage/next-stamp.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import type { Source } from '../member.ts';
import type { Group, GroupState, LockedGroup } from './group.ts';
import { deleteAll } from './group-member-store.ts';

const COLUMNS = sql`g.group_id, g.display_name, g.description, g.connection_id, g.version, g.created_at, g.updated_at`;

export interface NewGroupRow {
  readonly group_id: string;
  readonly display_name: string;
  readonly name_key: string;
  readonly description: string;
  readonly connection_id: Source;
}

/** Inserts the group. Undefined if the team already has one with that name. */
export const insertGroup = (tx: Tx, teamId: string, group: NewGroupRow): Promise<Group | undefined> =>
  tx.row<Group>(sql`
    insert into groups as g (team_id, group_id, display_name, name_key, description, connection_id)
    values (${teamId}, ${group.group_id}, ${group.display_name}, ${group.name_key}, ${group.description},
      ${group.connection_id})
    on conflict on constraint groups_name do nothing returning ${COLUMNS}`);

export const findGroup = (db: Db, teamId: string, groupId: string): Promise<Group | undefined> =>
  db.row<Group>(sql`select ${COLUMNS} from groups g where g.team_id = ${teamId} and g.group_id = ${groupId}`);

const rolesToo = (teamId: string): Sql => sql`${COLUMNS},
  array(select r.role from group_roles r where r.team_id = ${teamId} and r.group_id = g.group_id
    order by r.role) as roles,
  exists (select 1 from group_changes c where c.team_id = ${teamId} and c.group_id = g.group_id) as is_changing`;

/** Locks the group until the transaction ends and returns it with its roles. Changes of a group run one at a time. */
export const lockGroup = (tx: Tx, teamId: string, groupId: string): Promise<LockedGroup | undefined> =>
  heldThenRead(tx, teamId, sql`group_id = ${groupId}`);

export const lockGroupByName = (tx: Tx, teamId: string, nameKey: string): Promise<LockedGroup | undefined> =>
  heldThenRead(tx, teamId, sql`name_key = ${nameKey}`);

/** Read after locking. A single statement would return the roles from before it waited. */
async function heldThenRead(tx: Tx, teamId: string, condition: Sql): Promise<LockedGroup | undefined> {
  const held = await tx.row<{ group_id: string }>(sql`
    select group_id from groups where team_id = ${teamId} and ${condition} for no key update`);
  if (held === undefined) return undefined;
  return tx.row<LockedGroup>(groupWithRoles(teamId, sql`g.group_id = ${held.group_id}`));
}

/** Selects the `LockedGroup` that meets `condition`, which refers to `groups` as `g`. */
export const groupWithRoles = (teamId: string, condition: Sql): Sql => sql`
  select ${rolesToo(teamId)} from groups g where g.team_id = ${teamId} and ${condition}`;

export const updateName = (tx: Tx, teamId: string, groupId: string, name: string, nameKey: string) =>
  tx.row<GroupState>(sql`
    update groups set display_name = ${name}, name_key = ${nameKey}, version = version + 1,
      updated_at = ${laterThan(sql`updated_at`)}
    where team_id = ${teamId} and group_id = ${groupId} returning version, updated_at`);

export async function updateDescription(tx: Tx, teamId: string, groupId: string, description: string): Promise<void> {
  await tx.rows(sql`
    update groups set description = ${description} where team_id = ${teamId} and group_id = ${groupId}`);
}

/**
 * Updates the version and the time of the last change, for a change that only affects the connection's record of the
 * group.
 */
export const touchGroup = (tx: Tx, teamId: string, groupId: string): Promise<GroupState | undefined> =>
  tx.row(sql`
    update groups set version = version + 1, updated_at = ${laterThan(sql`updated_at`)}
    where team_id = ${teamId} and group_id = ${groupId} returning version, updated_at`);

export async function updateSource(
  tx: Tx,
  teamId: string,
  groupId: string,
  source: Source,
  displayName: string,
): Promise<void> {
  await tx.rows(sql`
    update groups set connection_id = ${source}, display_name = ${displayName}, version = version + 1,
      updated_at = ${laterThan(sql`updated_at`)}
    where team_id = ${teamId} and group_id = ${groupId}`);
}

/** Disconnects every group of a connection and returns them. */
export const releaseGroups = (tx: Tx, teamId: string, connectionId: string) =>
  tx.rows<{ group_id: string; display_name: string }>(sql`
    update groups set connection_id = null, version = version + 1, updated_at = ${laterThan(sql`updated_at`)}
    where team_id = ${teamId} and connection_id = ${connectionId}
    returning group_id, display_name`);

/** Deletes the group with its memberships, roles and managers. */
export async function deleteGroup(tx: Tx, teamId: string, groupId: string): Promise<void> {
  // Delete the members first, in a separate statement, while the group still has its roles. Their rights must be
  // updated.
  await deleteAll(tx, teamId, groupId);
  await tx.rows(sql`delete from groups where team_id = ${teamId} and group_id = ${groupId}`);
}

/** Skips numbers in every group's version after a database was restored to an earlier state (start/skip-numbers.ts). */
export const skipGroupVersions = (tx: Tx, count: number): Promise<object[]> =>
  tx.rows(sql`update groups set version = version + ${count}::integer`);
