// Groups from an identity provider to the directory (spec 3.3): the connection owns name and members, and each request
// changes record, group and membership in one transaction. Members are changed in sets; no group is ever read for it.

import { type MemberChange, memberIds, planGroupPatch } from '@cairn/scim-protocol/group-patch';
import { type JsonObject, type JsonValue, sameJson } from '@cairn/scim-protocol/json';
import type { PatchStep } from '@cairn/scim-protocol/patch-request';
import { ScimError } from '@cairn/scim-protocol/scim-error';
import { recordChange } from '../../audit/audit-log.ts';
import { pushGroup } from '../../directory/group-link.ts';
import { changeMembers, replaceMembersOf } from '../../directory/group-members.ts';
import {
  deleteGroup,
  type LockedGroup,
  lockOwnGroup,
  renameGroup,
  subjectOf,
  touchGroup,
} from '../../directory/groups.ts';
import type { Db, Tx } from '../../storage/database.ts';
import * as store from './group-record-store.ts';
import { groupResource } from './group-resource.ts';
import { memberAccounts } from './member-accounts.ts';
import { requireVersion } from './resource-version.ts';
import type { Scope } from './scope.ts';
import { indexedText, lowerCase, storedJson } from './stored-json.ts';
import { isId } from './user-attribute-store.ts';

/** Creates a group, or takes over the one of that name that is managed in the service. Refuses with `uniqueness`. */
export async function createGroup(tx: Tx, scope: Scope, sent: JsonObject): Promise<string> {
  const { members = null, ...attributes } = sent;
  const columns = columnsOf(attributes);
  const accounts = await memberAccounts(tx, scope, memberIds(members, scope.strict), []);
  const pushed = { display_name: String(attributes.displayName), account_ids: accounts.all };
  const { group_id } = await pushGroup(tx, scope.team_id, scope.connection_id, pushed, scope.by);
  await store.insertGroup(tx, scope, group_id, columns);
  return group_id;
}

/** The group with so many of its members. Refuses with 404 what is deleted, disconnected, or of another connection. */
export async function getGroup(db: Db, scope: Scope, id: string, reach: store.MemberReach): Promise<store.GroupRow> {
  const row = isId(id) ? await store.findGroup(db, scope, id, reach) : undefined;
  if (row === undefined) throw noSuchGroup();
  return row;
}

/** Replaces name and attributes; the members only where `members` were sent, so that a renaming empties no group. */
export async function replaceGroup(
  tx: Tx,
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  sent: JsonObject,
  namesMembers: boolean,
): Promise<void> {
  const { group, row } = await lockGroup(tx, scope, id, ifMatch);
  const { members = null, ...attributes } = sent;
  await saveAttributes(tx, scope, group, JSON.parse(row.attributes), attributes);
  if (namesMembers) {
    const ids = memberIds(members, scope.strict);
    await changeAll(tx, scope, group, [{ kind: 'replace', ids }], ids);
  }
}

/** Patches the group: all operations or none. Operations that name no members never touch them. */
export async function patchGroup(
  tx: Tx,
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  steps: readonly PatchStep[],
): Promise<void> {
  const { group, row } = await lockGroup(tx, scope, id, ifMatch);
  const plan = planGroupPatch(groupResource(scope, row), steps, { strict: scope.strict });
  if (plan.changed) {
    const { id: _, meta: __, ...attributes } = plan.resource;
    await saveAttributes(tx, scope, group, JSON.parse(row.attributes), attributes);
  }
  if (plan.members.length > 0) await changeAll(tx, scope, group, plan.members, plan.named);
}

/** Deletes the group; what was held through it ends. */
export async function removeGroup(tx: Tx, scope: Scope, id: string, ifMatch: string | undefined): Promise<void> {
  if (ifMatch !== undefined) await lockGroup(tx, scope, id, ifMatch);
  else if (!isId(id)) throw noSuchGroup();
  await deleteGroup(tx, scope.team_id, id, scope.connection_id, scope.by);
}

async function lockGroup(tx: Tx, scope: Scope, id: string, ifMatch: string | undefined) {
  if (!isId(id)) throw noSuchGroup();
  const group = await lockOwnGroup(tx, scope.team_id, id, scope.connection_id);
  const row = await getGroup(tx, scope, id, 'none');
  requireVersion(ifMatch, row.version);
  return { group, row };
}

async function saveAttributes(tx: Tx, scope: Scope, group: LockedGroup, before: JsonObject, wanted: JsonObject) {
  const { team_id, connection_id, by } = scope;
  const columns = columnsOf(wanted);
  const after: JsonObject = JSON.parse(columns.attributes);
  if (sameJson(before, after)) return;
  await store.updateGroup(tx, scope, group.group_id, columns);
  const isRenamed = await renameGroup(tx, team_id, group.group_id, String(after.displayName), connection_id, by);
  if (isRenamed) return;
  await touchGroup(tx, team_id, group.group_id);
  const attributes = Object.keys({ ...before, ...after }).filter((name) => !sameJson(before[name], after[name]));
  await recordChange(tx, team_id, 'team.group.attributes_changed', subjectOf(group), by, { after: { attributes } });
}

/** Carries out the plan of the members. Everybody who is named to come in must be a user of this connection. */
async function changeAll(
  tx: Tx,
  scope: Scope,
  group: LockedGroup,
  changes: readonly MemberChange[],
  named: readonly string[],
): Promise<void> {
  const leaving = changes.flatMap((change) => (change.kind === 'change' ? change.remove : []));
  const accounts = await memberAccounts(tx, scope, named, leaving);
  for (const change of changes) {
    if (change.kind === 'replace') await replaceMembersOf(tx, scope.team_id, group, accounts.of(change.ids), scope.by);
    else {
      const net =
        change.kind === 'change'
          ? { add: accounts.of(change.add), remove: accounts.of(change.remove) }
          : { add: [], remove: await accountsWhere(tx, scope, group, change.where) };
      await changeMembers(tx, scope.team_id, group, net, scope.by);
    }
  }
}

async function accountsWhere(
  tx: Tx,
  scope: Scope,
  { group_id }: LockedGroup,
  where: Parameters<typeof store.selectMembersWhere>[3],
) {
  const found = await store.selectMembersWhere(tx, scope, group_id, where);
  return found.map(({ account_id }) => account_id);
}

/** The directory keeps names without outer blanks; what is answered is what it keeps. */
function columnsOf(attributes: JsonObject): store.GroupColumns {
  const { displayName, externalId } = attributes;
  const name: JsonValue = typeof displayName === 'string' ? displayName.trim() : '';
  return {
    ...storedJson({ ...attributes, displayName: name }),
    external_id: indexedText('externalId', externalId),
    display_name_key: lowerCase(indexedText('displayName', name) ?? ''),
  };
}

const noSuchGroup = (): ScimError =>
  new ScimError(404, undefined, 'There is no such group in this connection. It may have been deleted or disconnected.');
