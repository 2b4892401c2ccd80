// Users from an identity provider to the directory: each request changes the record and, through the rooms, the
// account, the membership and the reporting chart, in one transaction.

import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '@cairn/scim-protocol/json';
import { applyPatch } from '@cairn/scim-protocol/patch';
import type { PatchStep } from '@cairn/scim-protocol/patch-request';
import { USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { ScimError } from '@cairn/scim-protocol/scim-error';
import { recordChange } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { isRefusal } from '../../base/refusal.ts';
import type { Person } from '../../directory/accounts/account.ts';
import { admitPerson } from '../../directory/accounts/account-link.ts';
import { changePerson } from '../../directory/accounts/accounts.ts';
import { getConnection } from '../../directory/connections/connections.ts';
import { leaveSyncedGroups } from '../../directory/groups/group-members.ts';
import { setManager } from '../../directory/managers/managers.ts';
import { deactivateMember, reactivateMember, removeMember } from '../../directory/members/members.ts';
import type { CallerCheck } from '../../storage/batches/version-check.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { admitEnding, withdrawHeld } from '../guard/deactivation-guard.ts';
import type { EndingOperation } from '../guard/deactivation-guard-store.ts';
import { requireVersion } from '../resource-version.ts';
import { provePatch } from '../rows/proven-names.ts';
import type { ScimContext } from '../scim-context.ts';
import type { Arrivals } from './arrivals.ts';
import { insertDeparture } from './left-elsewhere-store.ts';
import { announceUser, namedManager } from './reporting-line.ts';
import { isId } from './user-attribute-store.ts';
import { type UserFacts, userFacts, wholeUser } from './user-record.ts';
import * as store from './user-record-store.ts';
import { userResource } from './user-resource.ts';

export { skipRecordVersions } from './user-record-store.ts';

/**
 * Creates a user who is new to the service and whom nobody waits for, with others who arrive then (arrivals.ts).
 * Undefined, and nothing done, where more is to be done (`createUser`) or the caller's check does not hold. Refuses as
 * `createUser` does.
 */
export async function createNewMember(
  arrivals: Arrivals,
  context: ScimContext,
  sent: JsonObject,
  check: CallerCheck,
): Promise<store.UserRow | undefined> {
  const { columns, person, manager, warnings } = userFacts(withState(sent), context.strict);
  if (manager !== null) return undefined;
  const made = await arrivals.admit({ context, check, record_id: newId(), account_id: newId(), columns, person });
  if (made !== undefined) warnings.forEach(context.warn);
  return made && { ...made, attributes: columns.attributes, groups: null };
}

/**
 * Creates a user: the account is new or linked by the linking rule (directory/accounts/account-link.ts). Refuses with
 * `uniqueness`, `seat-limit`, `owner-protected` and 400 `invalidValue`.
 */
export async function createUser(tx: Tx, context: ScimContext, sent: JsonObject): Promise<store.UserRow> {
  const { team_id, connection_id, by } = context;
  const { columns, person, manager, warnings } = userFacts(withState(sent), context.strict);
  warnings.forEach(context.warn);
  const membership = { status: statusOf(columns), connection_id } as const;
  const { account_id } = await admitPerson(tx, team_id, person, membership, by);
  const called = { record_id: newId(), account_id, ...columns };
  await store.insertUser(tx, context, called, columns);
  if (manager !== null) {
    await setManager(tx, team_id, connection_id, account_id, await namedManager(tx, context, manager), by);
  }
  await announceUser(tx, context, called);
  // Read again, since who was here before may be in groups already.
  return getUser(tx, context, called.record_id);
}

const withState = (sent: JsonObject): JsonObject => ({ ...sent, active: sent.active ?? true });
const statusOf = ({ active }: { readonly active: boolean }) => (active ? 'active' : 'deactivated');

/** The user. Refuses with 404 what is deleted, of another connection, or no id at all. */
export async function getUser(db: Db, context: ScimContext, id: string) {
  return (isId(id) ? await store.findUser(db, context, id) : undefined) ?? noSuchUser();
}

/** Replaces the user (PUT). Without `active` the state stays (Decision 38); a no-op changes nothing (Decision 36). */
export function replaceUser(tx: Tx, context: ScimContext, id: string, ifMatch: string | undefined, sent: JsonObject) {
  return changeUser(tx, context, id, ifMatch, {
    next: ({ active }) => ({ ...sent, active: sent.active ?? active ?? true }),
    saysActive: () => sent.active === true,
  });
}

/** Patches the user: all operations or none. */
export function patchUser(
  tx: Tx,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
  steps: readonly PatchStep[],
) {
  const { strict } = context;
  const patch = (current: JsonObject): JsonObject => {
    const { id: _, meta: __, groups: ___, ...patched } = applyPatch(USER_TYPE, current, steps, { strict }).resource;
    return patched;
  };
  return changeUser(tx, context, id, ifMatch, {
    async next(current) {
      await provePatch(tx, context, USER_TYPE, current, steps);
      const patched = patch(current);
      // RFC 7643 2.5: null and removed mean unassigned, which says nothing of the state: it stays (as in Decision 38).
      return { ...patched, active: patched.active ?? current.active ?? true };
    },
    saysActive: ({ active: _, ...stateless }) => patch(stateless).active === true,
  });
}

/**
 * Deletes the user: the person leaves the directory, account and history stay. Where another connection took the
 * membership over, the person leaves this one's groups alone. Answers the userName. Refuses with `owner-protected`.
 */
export async function removeUser(
  tx: Tx,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
): Promise<string> {
  const { team_id, connection_id, by } = context;
  const row = await lockUser(tx, context, id);
  requireVersion(ifMatch, row.version);
  await admitEnd(tx, context, row, 'delete');
  if (isOwn(context, row)) {
    await removeMember(tx, team_id, row.account_id, connection_id, by);
    return row.user_name;
  }
  await warnOfLeaving(tx, context, row, 'deleted');
  // A request that adds the person to a group at this moment has read the record: that group is left too.
  await store.holdRecords(tx, context, 'alone');
  await insertDeparture(tx, context, row);
  // No request could name the person in them any more, who would hold their roles for ever.
  await leaveSyncedGroups(tx, team_id, connection_id, row.account_id, by);
  await store.deleteUser(tx, context, id);
  return row.user_name;
}

/** Asks the guard, where the membership is the connection's own; the Owner's is protected by a rule of its own. */
async function admitEnd(tx: Tx, context: ScimContext, row: store.LockedUser, operation: EndingOperation) {
  if (!isOwn(context, row) || row.is_owner) return;
  const { account_id, record_id, active } = row;
  await admitEnding(tx, context, { account_id, record_id, operation, isActive: active });
}

interface Change {
  readonly next: (current: JsonObject) => JsonObject | Promise<JsonObject>;
  /** True where the request itself says that the person is active, and does not merely leave them so. */
  readonly saysActive: (current: JsonObject) => boolean;
}

async function changeUser(tx: Tx, context: ScimContext, id: string, ifMatch: string | undefined, change: Change) {
  const row = await lockUser(tx, context, id);
  requireVersion(ifMatch, row.version);
  const extras: JsonValue[] = row.extra_emails === null ? [] : JSON.parse(row.extra_emails);
  const current = wholeUser(userResource(context, row), extras);
  const { id: _, meta: __, groups: ___, ...before } = current;
  const next = await change.next(current);
  if (row.is_held && change.saysActive(current)) await withdrawHeld(tx, context, row.account_id);
  if (sameJson(before, next)) return row;
  const facts = userFacts(next, context.strict);
  if (row.active && !facts.columns.active) await admitEnd(tx, context, row, 'deactivate');
  facts.warnings.forEach(context.warn);
  const former = userFacts(before, false);
  const isVisible = former.columns.attributes !== facts.columns.attributes;
  await store.updateUser(tx, context, id, facts.columns, isVisible);
  const changed = isOwn(context, row)
    ? await updateDirectory(tx, context, row, former, facts)
    : await warnOfOther(tx, context, row, former, facts);
  if (!changed && isVisible) await recordAttributes(tx, context, row, before, next);
  return getUser(tx, context, id);
}

/**
 * True while the membership is this connection's: another one may have taken it over, and then only the record changes.
 */
const isOwn = ({ connection_id }: ScimContext, row: store.LockedUser): boolean =>
  row.membership_connection_id === connection_id;

/** Passes the change on to the directory. Answers whether anything changed there, and is in the audit log. */
async function updateDirectory(
  tx: Tx,
  context: ScimContext,
  row: store.LockedUser,
  before: UserFacts,
  after: UserFacts,
) {
  const { team_id, connection_id, by } = context;
  const { account_id, record_id } = row;
  let changed = false;
  if (after.columns.active !== before.columns.active) {
    const move = after.columns.active ? reactivateMember : deactivateMember;
    changed = (await move(tx, team_id, account_id, connection_id, by)) || changed;
  }
  if (!samePerson(before.person, after.person)) {
    changed = (await changeAccount(tx, context, row, before, after)) || changed;
  }
  if (before.manager !== after.manager) {
    const manager = after.manager === null ? null : await namedManager(tx, context, after.manager);
    changed = (await setManager(tx, team_id, connection_id, account_id, manager, by)) || changed;
  }
  if (NAMES.some((name) => before.columns[name] !== after.columns[name])) {
    await announceUser(tx, context, { record_id, account_id, ...after.columns });
  }
  return changed;
}

/** An e-mail address that another user of the same connection has is said to be exactly that. */
async function changeAccount(
  tx: Tx,
  context: ScimContext,
  { account_id, is_owner, is_operator }: store.LockedUser,
  before: UserFacts,
  after: UserFacts,
): Promise<boolean> {
  const person = after.keepsAddress ? { ...after.person, email: null } : after.person;
  const isMoved = person.email !== null && person.email.toLowerCase() !== before.person.email?.toLowerCase();
  if (isMoved && (is_owner || is_operator)) context.warn(is_owner ? OWNER_KEEPS : OPERATOR_KEEPS);
  // Asked before the account is: a broken constraint would end the transaction.
  const holder = isMoved ? await store.findHolder(tx, context, account_id, addressKey(after)) : undefined;
  try {
    return await changePerson(tx, context.team_id, account_id, person, context.by);
  } catch (thrown) {
    if (holder === undefined || !isRefusal(thrown, 'uniqueness')) throw thrown;
    throw store.emailHeld();
  }
}

/** How records hold the address that a user is known by: as it was sent, folded. */
const addressKey = ({ columns }: UserFacts): string => columns.email_key ?? columns.user_name_key;

const OWNER_KEEPS =
  'The e-mail address is kept in the record only: the account of the Owner is never changed by a connection.';
const OPERATOR_KEEPS =
  'The e-mail address is kept in the record only: the account is changed by the people who run the service alone.';

/** Another source took the membership over: the record changes, the person does not. Answers as `updateDirectory`. */
async function warnOfOther(tx: Tx, context: ScimContext, row: store.LockedUser, before: UserFacts, after: UserFacts) {
  if (before.columns.active === after.columns.active) return false;
  if (!after.columns.active) return warnOfLeaving(tx, context, row, 'deactivated');
  context.warn(onlyTheRecord('activated', await managerOfMembership(tx, context, row)));
  return false;
}

/** Names in both logs a person who left here and stays a member by another source. True: the audit log has it. */
async function warnOfLeaving(tx: Tx, context: ScimContext, row: store.LockedUser, record: 'deactivated' | 'deleted') {
  const source = await managerOfMembership(tx, context, row);
  context.warn(onlyTheRecord(record, source));
  const subject = { kind: 'user', id: row.account_id, name: nameOf(JSON.parse(row.attributes)) };
  const after = { record, membership: source };
  await recordChange(tx, context.team_id, 'team.member.left_connection', subject, context.by, { after });
  return true;
}

const onlyTheRecord = (state: string, source: string): string =>
  `Only the record of this connection is ${state}: ${source} manages the membership, which stays as it is.`;

async function managerOfMembership(tx: Tx, { team_id }: ScimContext, row: store.LockedUser): Promise<string> {
  const other = row.membership_connection_id;
  return other === null ? 'the service' : `the connection "${(await getConnection(tx, team_id, other)).name}"`;
}

const NAMES = ['user_name', 'external_id', 'email'] as const;

const samePerson = (one: Person, other: Person): boolean =>
  one.email === other.email &&
  one.name === other.name &&
  one.given_name === other.given_name &&
  one.family_name === other.family_name;

/** What only the record holds (a title, a phone number) is told by the names of the attributes. */
function recordAttributes(tx: Tx, context: ScimContext, row: store.LockedUser, before: JsonObject, after: JsonObject) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const attributes = names.filter((name) => name !== 'schemas' && !sameJson(before[name], after[name])).sort();
  const subject = { kind: 'user', id: row.account_id, name: nameOf(after) };
  return recordChange(tx, context.team_id, 'team.member.attributes_changed', subject, context.by, {
    after: { attributes },
  });
}

const nameOf = ({ displayName, userName, name }: JsonObject): string => {
  const formatted = isJsonObject(name) ? name.formatted : undefined;
  return String(displayName ?? formatted ?? userName ?? '');
};

async function lockUser(tx: Tx, context: ScimContext, id: string): Promise<store.LockedUser> {
  return (isId(id) ? await store.lockUser(tx, context, id) : undefined) ?? noSuchUser();
}

function noSuchUser(): never {
  throw new ScimError(404, undefined, 'There is no such user in this connection. It may have been deleted.');
}
