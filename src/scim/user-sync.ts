// Users from an identity provider to the directory: each request changes the record and, through the rooms, the account,
// the membership and the reporting chart, in one transaction (spec 3.2).
import { recordChange } from '../audit/audit-log.ts';
import { newId } from '../base/id.ts';
import { admitPerson } from '../directory/account-link.ts';
import { changePerson, type Person } from '../directory/accounts.ts';
import { setManager } from '../directory/managers.ts';
import { deactivateMember, reactivateMember, removeMember } from '../directory/members.ts';
import type { Tx } from '../storage/database.ts';
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from './protocol/json.ts';
import { applyPatch } from './protocol/patch.ts';
import type { PatchStep } from './protocol/patch-request.ts';
import { USER_TYPE } from './protocol/resource-type.ts';
import { ScimError } from './protocol/scim-error.ts';
import { announceUser, namedManager, namesOf } from './reporting-line.ts';
import { requireVersion } from './resource-version.ts';
import type { Scope } from './scope.ts';
import { isId } from './user-attribute-store.ts';
import { type UserFacts, userFacts, wholeUser } from './user-record.ts';
import * as store from './user-record-store.ts';
import { userResource } from './user-resource.ts';

/**
 * Creates a user: the account is new or linked by the rule of spec 3.2. Refuses with `uniqueness`, `seat-limit`,
 * `owner-protected` and 400 `invalidValue`.
 */
export async function createUser(tx: Tx, scope: Scope, sent: JsonObject): Promise<store.UserRow> {
  const { team_id, connection_id, by } = scope;
  const facts = userFacts({ ...sent, active: sent.active ?? true });
  const status = facts.columns.active ? 'active' : 'deactivated';
  const { account_id, linked } = await admitPerson(tx, team_id, facts.person, { status, connection_id }, by);
  const record_id = newId();
  const called = { record_id, account_id, ...facts.columns };
  const made = await store.insertUser(tx, scope, called, facts.columns, namesOf(called));
  if (facts.manager !== null) {
    await setManager(tx, team_id, connection_id, account_id, await namedManager(tx, scope, facts.manager), by);
  }
  if (made.is_awaited) await announceUser(tx, scope, called);
  // Who was here before may be in groups already.
  if (linked) return getUser(tx, scope, record_id);
  return { ...made, record_id, attributes: facts.columns.attributes, groups: null };
}

/** The user. Refuses with 404 what is deleted, of another connection, or no id at all. */
export async function getUser(db: Parameters<typeof store.findUser>[0], scope: Scope, id: string) {
  const row = isId(id) ? await store.findUser(db, scope, id) : undefined;
  if (row === undefined) throw noSuchUser();
  return row;
}

/** Replaces the user (PUT). Without `active` the state stays (Decision 38); a no-op changes nothing (Decision 36). */
export function replaceUser(tx: Tx, scope: Scope, id: string, ifMatch: string | undefined, sent: JsonObject) {
  return changeUser(tx, scope, id, ifMatch, ({ active }) => ({ ...sent, active: sent.active ?? active ?? true }));
}

/** Patches the user: all operations or none. */
export function patchUser(tx: Tx, scope: Scope, id: string, ifMatch: string | undefined, steps: readonly PatchStep[]) {
  const { strict } = scope;
  return changeUser(tx, scope, id, ifMatch, (current) => {
    const { id: _, meta: __, groups: ___, ...patched } = applyPatch(USER_TYPE, current, steps, { strict }).resource;
    // Nobody is in between: a removed `active` means what an absent one does on creation.
    return { ...patched, active: patched.active ?? true };
  });
}

/** Deletes the user: the person leaves the directory, account and history stay. Refuses with `owner-protected`. */
export async function removeUser(tx: Tx, scope: Scope, id: string, ifMatch: string | undefined): Promise<void> {
  const row = await lockUser(tx, scope, id);
  requireVersion(ifMatch, row.version);
  if (isOwn(scope, row)) await removeMember(tx, scope.team_id, row.account_id, scope.connection_id, scope.by);
  else await store.deleteUser(tx, scope, id);
}

type Change = (current: JsonObject) => JsonObject;

async function changeUser(tx: Tx, scope: Scope, id: string, ifMatch: string | undefined, change: Change) {
  const row = await lockUser(tx, scope, id);
  requireVersion(ifMatch, row.version);
  const extras: JsonValue[] = row.extra_emails === null ? [] : JSON.parse(row.extra_emails);
  const current = wholeUser(userResource(scope, row), extras);
  const { id: _, meta: __, groups: ___, ...before } = current;
  const next = change(current);
  if (sameJson(before, next)) return row;
  const facts = userFacts(next);
  await store.updateUser(tx, scope, id, facts.columns);
  const told = isOwn(scope, row) && (await tellDirectory(tx, scope, row, userFacts(before), facts));
  if (!told) await recordAttributes(tx, scope, row, before, next);
  return getUser(tx, scope, id);
}

/** True while the membership is this connection's: another one may have taken it over, and then only the record changes. */
const isOwn = ({ connection_id }: Scope, row: store.LockedUser): boolean =>
  row.membership_connection_id === connection_id;

/** Passes on what the rooms want to know. Answers whether any of them changed something, and told the audit log. */
async function tellDirectory(tx: Tx, scope: Scope, row: store.LockedUser, before: UserFacts, after: UserFacts) {
  const { team_id, connection_id, by } = scope;
  const { account_id, record_id } = row;
  let told = false;
  if (after.columns.active !== before.columns.active) {
    const move = after.columns.active ? reactivateMember : deactivateMember;
    told = (await move(tx, team_id, account_id, connection_id, by)) || told;
  }
  if (!samePerson(before.person, after.person)) {
    told = (await changePerson(tx, team_id, account_id, after.person, by)) || told;
  }
  if (before.manager !== after.manager) {
    const manager = after.manager === null ? null : await namedManager(tx, scope, after.manager);
    told = (await setManager(tx, team_id, connection_id, account_id, manager, by)) || told;
  }
  if (NAMES.some((name) => before.columns[name] !== after.columns[name])) {
    await announceUser(tx, scope, { record_id, account_id, ...after.columns });
  }
  return told;
}

const NAMES = ['user_name', 'external_id', 'email'] as const;

const samePerson = (one: Person, other: Person): boolean =>
  one.email === other.email &&
  one.name === other.name &&
  one.given_name === other.given_name &&
  one.family_name === other.family_name;

/** What only the record holds (a title, a phone number) is told by the names of the attributes. */
function recordAttributes(tx: Tx, scope: Scope, row: store.LockedUser, before: JsonObject, after: JsonObject) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const attributes = names.filter((name) => name !== 'schemas' && !sameJson(before[name], after[name])).sort();
  const subject = { kind: 'user', id: row.account_id, name: nameOf(after) };
  return recordChange(tx, scope.team_id, 'team.member.attributes_changed', subject, scope.by, {
    after: { attributes },
  });
}

const nameOf = ({ displayName, userName, name }: JsonObject): string => {
  const formatted = isJsonObject(name) ? name.formatted : undefined;
  return String(displayName ?? formatted ?? userName ?? '');
};

async function lockUser(tx: Tx, scope: Scope, id: string): Promise<store.LockedUser> {
  const row = isId(id) ? await store.lockUser(tx, scope, id) : undefined;
  if (row === undefined) throw noSuchUser();
  return row;
}

const noSuchUser = (): ScimError =>
  new ScimError(404, undefined, 'There is no such user in this connection. It may have been deleted.');
