// Writes of large groups on single-connection storage. The members are prepared in slices before the request's commit
// (group-change.ts), so that other requests do not wait. Small writes need no preparation.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type GroupPatch, type MemberOperation, namedMembers, planGroupPatch } from '@cairn/scim-protocol/group-patch';
import type { JsonObject } from '@cairn/scim-protocol/json';
import type { PatchStep } from '@cairn/scim-protocol/patch-request';
import { newId } from '../../base/id.ts';
import { isRefusal } from '../../base/refusal.ts';
import {
  GroupMoved,
  type MembershipPlan,
  type PreparedChange,
  prepareChange,
  settleChange,
} from '../../directory/groups/group-change.ts';
import { groupOfName } from '../../directory/groups/group-link.ts';
import { countMembers } from '../../directory/groups/group-members.ts';
import type { Database, Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { bringsBack } from '../users/left-elsewhere-store.ts';
import { isId } from '../users/user-attribute-store.ts';
import type { MemberReach } from './group-record-store.ts';
import { groupResource } from './group-resource.ts';
import { lockRecord } from './locked-group.ts';
import { type MemberAccounts, memberAccounts } from './member-accounts.ts';

/** Members prepared for the commit of a write. */
export interface PreparedGroup {
  readonly change: PreparedChange;
  /** The ids of all members if the write replaces them; undefined if it only adds and removes some. */
  readonly members: readonly string[] | undefined;
  /** The plan of a PATCH, based on the group at the version of `change`. */
  readonly patch: GroupPatch | undefined;
}

/** A PATCH of a group, and how many members to return. */
export interface AskedPatch {
  readonly id: string;
  readonly ifMatch: string | undefined;
  readonly steps: readonly PatchStep[];
  readonly reach: MemberReach;
}

/** Prepare writes with at least this many members; smaller ones take a few milliseconds. */
export const LARGE = 500;

/**
 * Runs `commit` in one transaction with the result of `prepare`. If the group changed in the meantime, or a person to
 * be added lost their membership, prepares again, and finally commits without preparation. Readers see the group either
 * before or after the write.
 */
export async function writeGroup<Result>(
  database: Database,
  { team_id }: ScimContext,
  prepare: () => Promise<PreparedGroup | undefined>,
  commit: (prepared: PreparedGroup | undefined) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    let ready: PreparedGroup | undefined;
    try {
      ready = await prepare();
      return await commit(ready);
    } catch (thrown) {
      if (!hasMoved(thrown)) throw thrown;
    } finally {
      // Readers never see unsettled rows. The group's next writer or a sweep settles what fails here.
      if (ready !== undefined) await settleChange(database, team_id, ready.change.group_id).catch(() => undefined);
    }
  }
  return commit(undefined);
}

/** Everyone to be added was found, so `unprocessable` means that someone has left. The next attempt skips them. */
const hasMoved = (thrown: unknown): boolean => thrown instanceof GroupMoved || isRefusal(thrown, 'unprocessable');

const MAX_ATTEMPTS = 3;

/** Throws `GroupMoved` if a person to be added was deleted while the members were prepared. */
export async function requireUsers(tx: Tx, context: ScimContext, prepared: PreparedGroup | undefined): Promise<void> {
  if (prepared !== undefined && (await bringsBack(tx, context, prepared.change))) throw new GroupMoved();
}

/** Prepares a group that is created or taken over by name. Fails like `memberAccounts`. */
export async function preparedCreation(
  database: Database,
  context: ScimContext,
  sent: JsonObject,
): Promise<PreparedGroup | undefined> {
  if (!database.takesTurns || !isLarge(sent.members)) return undefined;
  await nextTurn();
  const named = namedMembers(sent.members ?? null, context.strict);
  const { team_id } = context;
  const existing = await database.inTransaction((tx) => groupOfName(tx, team_id, String(sent.displayName)));
  // The write itself rejects the name of another synced group.
  if (existing !== undefined && existing.connection_id !== null) return undefined;
  const accounts = await memberAccounts(database, context, [named], []);
  const group = existing ?? { group_id: newId(), version: undefined };
  return prepared(database, context, group, [{ kind: 'replace', ids: named.ids }], accounts, undefined);
}

/** Prepares a full replacement. Fails like the write (404, 412) and like `memberAccounts`. */
export async function preparedReplacement(
  database: Database,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
  sent: JsonObject,
): Promise<PreparedGroup | undefined> {
  if (!database.takesTurns || (!isLarge(sent.members) && !(await hasMany(database, context, id)))) return undefined;
  const { group } = await database.inTransaction((tx) => lockRecord(tx, context, id, ifMatch));
  const named = namedMembers(sent.members ?? null, context.strict);
  const accounts = await memberAccounts(database, context, [named], []);
  return prepared(database, context, group, [{ kind: 'replace', ids: named.ids }], accounts, undefined);
}

/** Prepares a PATCH, except one that removes by a filter on something other than ids. Fails like the write. */
export async function preparedPatch(
  database: Database,
  context: ScimContext,
  { id, ifMatch, steps }: AskedPatch,
): Promise<PreparedGroup | undefined> {
  if (!database.takesTurns || !(await mayBeMany(database, context, id, steps))) return undefined;
  const { group, row } = await database.inTransaction((tx) => lockRecord(tx, context, id, ifMatch));
  const patch = planGroupPatch(groupResource(context, row), steps, { strict: context.strict });
  const [change] = patch.members;
  if (patch.members.length !== 1 || change === undefined || change.kind === 'removeWhere') return undefined;
  const leaving = change.kind === 'change' ? change.remove : [];
  const accounts = await memberAccounts(database, context, patch.named, leaving);
  return prepared(database, context, group, [change], accounts, patch);
}

/** Prepares the deletion of a group with many members. Fails like the write. */
export async function preparedDeletion(
  database: Database,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
): Promise<PreparedGroup | undefined> {
  if (!database.takesTurns || !(await hasMany(database, context, id))) return undefined;
  const { group } = await database.inTransaction((tx) => lockRecord(tx, context, id, ifMatch));
  const change = await prepareChange(database, context.team_id, group, { kind: 'exactly', ids: new Set() });
  return { change, members: [], patch: undefined };
}

async function prepared(
  database: Database,
  context: ScimContext,
  group: Pick<PreparedChange, 'group_id' | 'version'>,
  [change]: readonly [Exclude<MemberOperation, { kind: 'removeWhere' }>],
  accounts: MemberAccounts,
  patch: GroupPatch | undefined,
): Promise<PreparedGroup> {
  const plan: MembershipPlan =
    change.kind === 'replace'
      ? { kind: 'exactly', ids: new Set(accounts.of(change.ids)) }
      : { kind: 'change', add: new Set(accounts.of(change.add)), remove: new Set(accounts.of(change.remove)) };
  return {
    change: await prepareChange(database, context.team_id, group, plan),
    members: change.kind === 'replace' ? change.ids.filter((id) => accounts.of([id]).length > 0) : undefined,
    patch,
  };
}

const isLarge = (members: unknown): boolean => Array.isArray(members) && members.length >= LARGE;

const hasMany = async (database: Database, { team_id }: ScimContext, id: string): Promise<boolean> =>
  isId(id) && (await countMembers(database, team_id, id, LARGE)) >= LARGE;

/** True if the steps name many members, or all members of a large group. */
async function mayBeMany(
  database: Database,
  context: ScimContext,
  id: string,
  steps: readonly PatchStep[],
): Promise<boolean> {
  const about = steps.filter(({ path }) => path.kind === 'attribute' && path.target.attribute.name === 'members');
  const count = about.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0);
  if (count >= LARGE) return true;
  const isWhole = about.some(({ verb, value }) => verb === 'replace' || (verb === 'remove' && value === undefined));
  return isWhole && (await hasMany(database, context, id));
}
