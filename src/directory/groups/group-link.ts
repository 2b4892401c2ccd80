// How groups are connected to a connection and disconnected from it: push, link by name, disconnect, move to the
// service (contract 3.3).
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { auditEvent, type By, recordAuditEvents, recordChange } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import type { Tx } from '../../storage/database.ts';
import { checkedName, TEXT_LIMITS } from '../checked.ts';
import { type LockedGroup, subjectOf } from './group.ts';
import { withConfirmedRoles } from './group-care.ts';
import { applyPrepared, type PreparedChange } from './group-change.ts';
import { replaceMembersOf } from './group-members.ts';
import * as store from './group-store.ts';
import { lockGroup, nameTaken } from './groups.ts';

export interface PushedGroup {
  readonly display_name: string;
  readonly account_ids: readonly string[];
  /** The members, if they were prepared in slices. In that case, `account_ids` is ignored. */
  readonly prepared?: PreparedChange | undefined;
}

/**
 * Pushes a group from a connection. If the team has no group with that name, creates a synced group. If a group managed
 * in the service has the name, ignoring case, the connection takes it over: its members are replaced, while its
 * description, roles and managers stay (for the admin role, see `withConfirmedRoles`). Audited as a single
 * `team.group.linked`. Fails with `uniqueness` if another synced group has the name.
 */
export async function pushGroup(
  tx: Tx,
  teamId: string,
  connectionId: string,
  pushed: PushedGroup,
  by: By,
): Promise<{ group_id: string; linked: boolean }> {
  const display_name = checkedName('displayName', pushed.display_name, TEXT_LIMITS.group);
  const row = {
    group_id: pushed.prepared?.group_id ?? newId(),
    display_name,
    name_key: normalForm(display_name),
    description: '',
    connection_id: connectionId,
  };
  const made = await store.insertGroup(tx, teamId, row);
  if (made === undefined) return linkGroup(tx, teamId, connectionId, { ...pushed, display_name }, by);
  const after = { display_name, connection_id: connectionId };
  await recordChange(tx, teamId, 'team.group.created', subjectOf(made), by, { after });
  const held = { ...made, roles: [], is_changing: false };
  if (pushed.prepared !== undefined) await applyPrepared(tx, teamId, held, pushed.prepared, by);
  else if (pushed.account_ids.length > 0) await replaceMembersOf(tx, teamId, held, pushed.account_ids, by);
  return { group_id: made.group_id, linked: false };
}

async function linkGroup(
  tx: Tx,
  teamId: string,
  connectionId: string,
  pushed: PushedGroup,
  by: By,
): Promise<{ group_id: string; linked: boolean }> {
  const found = await store.lockGroupByName(tx, teamId, normalForm(pushed.display_name));
  if (found === undefined) throw refuse('conflict', 'The group has just changed. Try again.');
  if (found.connection_id !== null) throw nameTaken(pushed.display_name);
  const group = await withConfirmedRoles(tx, teamId, found, by);
  await store.updateSource(tx, teamId, group.group_id, connectionId, pushed.display_name);
  await recordChange(tx, teamId, 'team.group.linked', subjectOf(group), by, {
    before: { display_name: group.display_name, connection_id: null },
    after: { display_name: pushed.display_name, connection_id: connectionId },
  });
  if (pushed.prepared !== undefined) await applyPrepared(tx, teamId, group, pushed.prepared, by);
  else await replaceMembersOf(tx, teamId, group, pushed.account_ids, by);
  return { group_id: group.group_id, linked: true };
}

/**
 * Disconnects a group. It keeps its members and is managed in the service from then on. Fails with `conflict` if the
 * service already manages it.
 */
export async function disconnectGroup(tx: Tx, teamId: string, groupId: string, by: By): Promise<void> {
  const group = await lockGroup(tx, teamId, groupId);
  if (group.connection_id === null) throw refuse('conflict', 'The group is already managed in the service.');
  await store.updateSource(tx, teamId, groupId, null, group.display_name);
  await recordChange(tx, teamId, 'team.group.disconnected', subjectOf(group), by, {
    before: { connection_id: group.connection_id },
    after: { connection_id: null },
  });
}

/** Disconnects all groups of a connection (*Move all to service management*). Returns their ids. */
export async function moveGroupsToService(tx: Tx, teamId: string, connectionId: string, by: By): Promise<string[]> {
  const released = await store.releaseGroups(tx, teamId, connectionId);
  await recordAuditEvents(
    tx,
    released.map((group) =>
      auditEvent(teamId, 'team.group.disconnected', subjectOf(group), by, {
        before: { connection_id: connectionId },
        after: { connection_id: null },
      }),
    ),
  );
  return released.map(({ group_id }) => group_id);
}

/**
 * The group with that name, ignoring case, that a push would take over. Undefined if there is none. The group is not
 * locked, so it may change at any time.
 */
export const groupOfName = (tx: Tx, teamId: string, displayName: string): Promise<LockedGroup | undefined> =>
  store.lockGroupByName(tx, teamId, normalForm(displayName));
