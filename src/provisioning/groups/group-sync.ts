// Applies group requests of an identity provider to the directory. The connection owns name and members. Each request
// changes record, group and memberships in one transaction, using set operations that never read the group.

import { findTarget } from '@cairn/scim-protocol/attribute-path';
import {
  type MemberOperation,
  type NamedMembers,
  namedMembers,
  planGroupPatch,
} from '@cairn/scim-protocol/group-patch';
import { type JsonObject, type JsonValue, sameJson } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { GROUP_TYPE } from '@cairn/scim-protocol/resource-type';
import { recordChange } from '../../audit/audit-log.ts';
import { type GroupState, type LockedGroup, subjectOf } from '../../directory/groups/group.ts';
import { applyPrepared } from '../../directory/groups/group-change.ts';
import { pushGroup } from '../../directory/groups/group-link.ts';
import { changeMembers, replaceMembersOf } from '../../directory/groups/group-members.ts';
import { deleteGroup, type EndRights, renameHeldGroup, touchGroup } from '../../directory/groups/groups.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { rememberGroup, selectSuspendedIn } from '../guard/left-groups-store.ts';
import { provePatch } from '../rows/proven-names.ts';
import type { ScimContext } from '../scim-context.ts';
import { indexedText, storedJson } from '../stored-json.ts';
import { isId } from '../users/user-attribute-store.ts';
import { holdRecords } from '../users/user-record-store.ts';
import * as store from './group-record-store.ts';
import { groupResource } from './group-resource.ts';
import { lockRecord, noSuchGroup } from './locked-group.ts';
import { type MemberAccounts, memberAccounts } from './member-accounts.ts';
import { type AskedPatch, type PreparedGroup, requireUsers } from './prepared-group.ts';

/** Creates a group, or takes over a service-managed group with that name. Fails with `uniqueness`. */
export async function createGroup(
  tx: Tx,
  context: ScimContext,
  sent: JsonObject,
  prepared?: PreparedGroup,
): Promise<string> {
  const { members = null, ...attributes } = sent;
  const columns = columnsOf(attributes);
  if (members !== null) await holdRecords(tx, context, 'shared');
  await requireUsers(tx, context, prepared);
  const account_ids = prepared === undefined ? await accountsOf(tx, context, members) : [];
  const pushed = { display_name: String(attributes.displayName), account_ids, prepared: prepared?.change };
  const { group_id } = await pushGroup(tx, context.team_id, context.connection_id, pushed, context.by);
  await store.insertGroup(tx, context, group_id, columns);
  return group_id;
}

/** The group with up to that many members. Fails with 404 if it is deleted, disconnected, or in another connection. */
export async function getGroup(
  db: Db,
  context: ScimContext,
  id: string,
  reach: store.MemberReach,
): Promise<store.GroupRow> {
  return (isId(id) ? await store.findGroup(db, context, id, reach) : undefined) ?? noSuchGroup();
}

/** Replaces name and attributes, and members only if `members` was sent, so a rename does not empty a group. */
export async function replaceGroup(
  tx: Tx,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
  sent: JsonObject,
  namesMembers: boolean,
  prepared?: PreparedGroup,
): Promise<void> {
  if (namesMembers) await holdRecords(tx, context, 'shared');
  await requireUsers(tx, context, prepared);
  const { group, row } = await lockRecord(tx, context, id, ifMatch);
  const { members = null, ...attributes } = sent;
  const suspended = namesMembers ? await selectSuspendedIn(tx, context, group.group_id) : [];
  if (prepared !== undefined) await applyPrepared(tx, context.team_id, group, prepared.change, context.by);
  await saveAttributes(tx, context, group, JSON.parse(row.attributes), attributes);
  if (namesMembers && prepared === undefined) {
    const named = namedMembers(members, context.strict);
    await changeAll(tx, context, group, [{ kind: 'replace', ids: named.ids }], [named]);
  }
  await rememberGroup(tx, context, group.group_id, suspended);
}

/** Whether a PUT sets the members. An empty list does, but null and a missing attribute do not. */
export const namesMembers = (body: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(body).some(
    ([name, value]) => value !== null && findTarget(GROUP_TYPE, name)?.attribute.name === 'members',
  );

/**
 * Patches the group. Either all operations take effect or none. Members change only if an operation names them. Builds
 * the resulting group from what was read and written, without reading it again.
 */
export async function patchGroup(
  tx: Tx,
  context: ScimContext,
  { id, ifMatch, steps, reach }: AskedPatch,
  prepared?: PreparedGroup,
): Promise<store.GroupRow> {
  const { team_id, by } = context;
  if (steps.some(({ verb }) => verb !== 'remove')) await holdRecords(tx, context, 'shared');
  await requireUsers(tx, context, prepared);
  const { group, row } = await lockRecord(tx, context, id, ifMatch);
  const before: JsonObject = JSON.parse(row.attributes);
  await provePatch(tx, context, GROUP_TYPE, before, steps);
  const plan = prepared?.patch ?? planGroupPatch(groupResource(context, row), steps, { strict: context.strict });
  const isWhole = plan.members.some(({ kind }) => kind === 'replace');
  const suspended = isWhole ? await selectSuspendedIn(tx, context, group.group_id) : [];
  const applied = prepared && (await applyPrepared(tx, team_id, group, prepared.change, by));
  const { id: _, meta: __, ...wanted } = plan.resource;
  const saved = plan.changed ? await saveAttributes(tx, context, group, before, wanted) : undefined;
  const changed = prepared === undefined ? await changeAll(tx, context, group, plan.members, plan.named) : undefined;
  await rememberGroup(tx, context, group.group_id, suspended);
  const now = changed ?? saved?.group ?? applied ?? group;
  return {
    ...row,
    attributes: saved?.attributes ?? row.attributes,
    version: String(now.version),
    last_modified: now.updated_at,
    members: reach === 'none' ? null : await store.selectMemberIds(tx, context, group.group_id, reach),
  };
}

/** Deletes the group. This ends the roles held through it, and everything that `endRights` ends. Returns its name. */
export async function removeGroup(
  tx: Tx,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
  endRights: EndRights,
  prepared?: PreparedGroup,
): Promise<string> {
  if (ifMatch !== undefined) await lockRecord(tx, context, id, ifMatch);
  else if (!isId(id)) noSuchGroup();
  return deleteGroup(tx, context.team_id, id, context.connection_id, context.by, endRights, prepared?.change);
}

async function accountsOf(tx: Tx, context: ScimContext, members: JsonValue): Promise<string[]> {
  const named = namedMembers(members, context.strict);
  return (await memberAccounts(tx, context, [named], [])).of(named.ids);
}

async function saveAttributes(
  tx: Tx,
  context: ScimContext,
  group: LockedGroup,
  before: JsonObject,
  wanted: JsonObject,
): Promise<SavedAttributes | undefined> {
  const { team_id, by } = context;
  const columns = columnsOf(wanted);
  const after: JsonObject = JSON.parse(columns.attributes);
  if (sameJson(before, after)) return undefined;
  await store.updateGroup(tx, context, group.group_id, columns);
  const renamed = await renameHeldGroup(tx, team_id, group, String(after.displayName), by);
  if (renamed !== undefined) return { attributes: columns.attributes, group: renamed };
  const touched = await touchGroup(tx, team_id, group.group_id);
  const names = Object.keys({ ...before, ...after }).filter((name) => !sameJson(before[name], after[name]));
  const difference = { after: { attributes: names } };
  await recordChange(tx, team_id, 'team.group.attributes_changed', subjectOf(group), by, difference);
  return { attributes: columns.attributes, group: touched };
}

/** The attributes as the JSON to return, and the state of the group. */
interface SavedAttributes {
  readonly attributes: string;
  readonly group: GroupState | undefined;
}

/**
 * Applies the plan to members that are users of this connection. An empty plan reads nothing. Returns the group's new
 * state, or undefined if nothing changed.
 */
async function changeAll(
  tx: Tx,
  context: ScimContext,
  group: LockedGroup,
  changes: readonly MemberOperation[],
  named: readonly NamedMembers[],
): Promise<GroupState | undefined> {
  if (changes.length === 0) return undefined;
  const { team_id, by } = context;
  const leaving = changes.flatMap((change) => (change.kind === 'change' ? change.remove : []));
  const accounts = await memberAccounts(tx, context, named, leaving);
  let now: GroupState | undefined;
  for (const change of changes) {
    const changed =
      change.kind === 'replace'
        ? await replaceMembersOf(tx, team_id, group, accounts.of(change.ids), by)
        : await changeMembers(tx, team_id, group, await netOf(tx, context, group, change, accounts), by);
    now = changed.group ?? now;
  }
  return now;
}

async function netOf(
  tx: Tx,
  context: ScimContext,
  group: LockedGroup,
  change: Exclude<MemberOperation, { kind: 'replace' }>,
  accounts: MemberAccounts,
) {
  if (change.kind === 'change') return { add: accounts.of(change.add), remove: accounts.of(change.remove) };
  return { add: [], remove: await accountsWhere(tx, context, group, change.where) };
}

async function accountsWhere(
  tx: Tx,
  context: ScimContext,
  { group_id }: LockedGroup,
  where: Parameters<typeof store.selectMembersWhere>[3],
) {
  const found = await store.selectMembersWhere(tx, context, group_id, where);
  return found.map(({ account_id }) => account_id);
}

/** The directory trims names, and responses return the stored name. */
function columnsOf(attributes: JsonObject): store.GroupColumns {
  const { displayName, externalId } = attributes;
  const name: JsonValue = typeof displayName === 'string' ? displayName.trim() : '';
  return {
    ...storedJson({ ...attributes, displayName: name }),
    external_id: indexedText('externalId', externalId),
    display_name_key: normalForm(indexedText('displayName', name) ?? ''),
  };
}
