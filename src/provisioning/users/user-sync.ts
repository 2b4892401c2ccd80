// Applies user requests of an identity provider to the directory. Each request changes the record and, through the
// rooms, account, membership and reporting line, in one transaction.

import { type JsonObject, type JsonValue, sameJson } from '@cairn/scim-protocol/json';
import { applyPatch } from '@cairn/scim-protocol/patch';
import type { PatchStep } from '@cairn/scim-protocol/patch-request';
import { ScimError } from '@cairn/scim-protocol/scim-error';
import { recordChange } from '../../audit/audit-log.ts';
import type { Person } from '../../directory/accounts/account.ts';
import { leaveSyncedGroups } from '../../directory/groups/group-members.ts';
import { setManager } from '../../directory/managers/managers.ts';
import { leaveTeam } from '../../directory/members/leave-team.ts';
import { deactivateMember, reactivateMember, removeMember } from '../../directory/members/members.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { mappingWith } from '../attribute-mapping.ts';
import { countEnding, withdrawSuspension } from '../guard/suspension-guard.ts';
import type { EndingOperation } from '../guard/suspension-store.ts';
import { requireVersion } from '../resource-version.ts';
import { provePatch } from '../rows/proven-names.ts';
import { type ScimContext, userTypeOf } from '../scim-context.ts';
import { changeAccount, type UserState } from './account-change.ts';
import { moveRecord } from './kept-record-store.ts';
import { insertDeparture } from './left-elsewhere-store.ts';
import { nameOf, warnOfLeaving, warnOfOther } from './other-source.ts';
import { announceUser, namedManager } from './reporting-line.ts';
import { requireFreeNames } from './taken-names.ts';
import { isId } from './user-attribute-store.ts';
import { userFacts, wholeUser } from './user-record.ts';
import * as store from './user-record-store.ts';
import { userResource } from './user-resource.ts';
import { withWorkEmail } from './work-email.ts';

export { skipRecordVersions } from './user-record-store.ts';

/** The user. Fails with 404 if the user was deleted or is in another connection, or if the id is not valid. */
export async function getUser(db: Db, context: ScimContext, id: string) {
  return (isId(id) ? await store.findUser(db, context, id) : undefined) ?? noSuchUser();
}

/**
 * Replaces the user (PUT). Without `active`, the state stays (Decision 38). A request without effect does not change
 * the version (Decision 36).
 */
export function replaceUser(tx: Tx, context: ScimContext, id: string, ifMatch: string | undefined, sent: JsonObject) {
  return changeUser(tx, context, id, ifMatch, {
    next: ({ active }) => ({ ...sent, active: sent.active ?? active ?? true }),
    saysActive: () => sent.active === true,
  });
}

/** Patches the user. Either all operations take effect or none. */
export function patchUser(
  tx: Tx,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
  steps: readonly PatchStep[],
) {
  const { strict } = context;
  const patch = (current: JsonObject): JsonObject => {
    const meant = withWorkEmail(current, steps);
    return attributesOf(applyPatch(userTypeOf(context), meant, steps, { strict }).resource);
  };
  return changeUser(tx, context, id, ifMatch, {
    async next(current) {
      await provePatch(tx, context, userTypeOf(context), current, steps);
      const patched = patch(current);
      // RFC 7643 2.5: null and removed mean unassigned, so the state stays (as in Decision 38).
      return { ...patched, active: patched.active ?? current.active ?? true };
    },
    saysActive: ({ active: _, ...stateless }) => patch(stateless).active === true,
  });
}

/**
 * Deletes the user: the person leaves the directory, but account and history stay. If an admin can undo that
 * (suspension-guard.ts), membership and record are kept for the time being. If another connection has taken over
 * the membership, the person only leaves this connection's groups. Returns the userName. Fails with
 * `owner-protected`.
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
  const fate = await countEnd(tx, context, row, 'delete');
  if (isOwn(context, row)) {
    if (fate === 'final') await removeMember(tx, team_id, row.account_id, connection_id, by);
    else {
      await moveRecord(tx, context, row);
      await leaveTeam(tx, team_id, row.account_id, connection_id, fate === 'counted', by);
    }
    return row.user_name;
  }
  await warnOfLeaving(tx, context, row, 'deleted');
  // A concurrent request that adds the person to a group may have already read the record, so wait for it and then
  // leave that group.
  await store.holdRecords(tx, context, 'alone');
  await insertDeparture(tx, context, row);
  // Without a record, no request could remove the person from these groups, so they would keep the roles forever.
  await leaveSyncedGroups(tx, team_id, connection_id, row.account_id, by);
  await store.deleteUser(tx, context, id);
  return row.user_name;
}

/** Counts the end of a membership that this connection manages. A separate rule protects the Owner. */
function countEnd(tx: Tx, context: ScimContext, row: store.LockedUser, operation: EndingOperation) {
  if (!isOwn(context, row) || row.is_owner) return 'final';
  const { account_id, record_id, active, created_at, joined_at } = row;
  const known_since = created_at < joined_at ? created_at : joined_at;
  return countEnding(tx, context, { account_id, record_id, operation, isActive: active, known_since });
}

export interface UserChange {
  readonly next: (current: JsonObject) => JsonObject | Promise<JsonObject>;
  /** True if the request itself activates the person instead of leaving the state unchanged. */
  readonly saysActive: (current: JsonObject) => boolean;
}

/** Changes a user. Fails with 404, 412, 409 `uniqueness`, and like the functions that change the directory. */
export async function changeUser(
  tx: Tx,
  context: ScimContext,
  id: string,
  ifMatch: string | undefined,
  change: UserChange,
) {
  const row = await lockUser(tx, context, id);
  requireVersion(ifMatch, row.version);
  const extras: JsonValue[] = row.extra_emails === null ? [] : JSON.parse(row.extra_emails);
  const current = wholeUser(userResource(context, row), extras);
  const before = attributesOf(current);
  const next = attributesOf(await change.next(current));
  if (row.has_suspension && change.saysActive(current)) await withdrawSuspension(tx, context, row.account_id);
  const isMapped = row.mapping === (context.mapping?.text ?? null);
  return isMapped && sameJson(before, next) ? row : saveUser(tx, context, row, before, next);
}

/** Saves the user and updates the directory. Without a difference, only the mapping has changed. */
async function saveUser(tx: Tx, context: ScimContext, row: store.LockedUser, before: JsonObject, next: JsonObject) {
  const { record_id } = row;
  const mapping = mappingWith(row.mapping, userTypeOf(context));
  const facts = userFacts(next, context);
  if (row.active && !facts.columns.active) await countEnd(tx, context, row, 'deactivate');
  for (const warning of facts.warnings) context.warn(warning);
  const former = userFacts(before, { strict: false, mapping });
  const isVisible = former.columns.attributes !== facts.columns.attributes;
  if (!isVisible && !sameJson(before, next) && samePerson(former.person, facts.person)) context.warn(NOT_SHOWN);
  await requireFreeNames(tx, context, record_id, former.columns, facts.columns);
  await store.updateUser(tx, context, record_id, facts.columns, isVisible);
  const changed = isOwn(context, row)
    ? await updateDirectory(tx, context, row, { user: before, facts: former }, { user: next, facts })
    : await warnOfOther(tx, context, row, former, facts);
  if (!changed && isVisible) await recordAttributes(tx, context, row, before, next);
  return getUser(tx, context, record_id);
}

/** The user without what the service adds. */
const attributesOf = ({ id: _, meta: __, groups: ___, ...attributes }: JsonObject): JsonObject => attributes;

/** True while this connection manages the membership. If another one has taken it over, only the record changes. */
const isOwn = ({ connection_id }: ScimContext, row: store.LockedUser): boolean =>
  row.membership_connection_id === connection_id;

/** Updates the directory. Returns whether anything changed there that the audit log records. */
async function updateDirectory(tx: Tx, context: ScimContext, row: store.LockedUser, was: UserState, is: UserState) {
  const { team_id, connection_id, by } = context;
  const { account_id, record_id } = row;
  const [before, after] = [was.facts, is.facts];
  let changed = false;
  if (after.columns.active !== before.columns.active) {
    const move = after.columns.active ? reactivateMember : deactivateMember;
    changed = (await move(tx, team_id, account_id, connection_id, by)) || changed;
  }
  if (!samePerson(before.person, after.person)) {
    changed = (await changeAccount(tx, context, row, was, is)) || changed;
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

/** Only hidden emails can change without a visible effect. */
const NOT_SHOWN =
  'emails: the change is stored but has no effect, because only the primary or first address is used. Map that ' +
  'address in the identity provider.';

const NAMES = ['user_name', 'external_id', 'email'] as const;

const samePerson = (one: Person, other: Person): boolean =>
  one.email === other.email &&
  one.name === other.name &&
  one.given_name === other.given_name &&
  one.family_name === other.family_name;

/** Attributes stored only in the record (a title, a phone number) are logged by name. */
function recordAttributes(tx: Tx, context: ScimContext, row: store.LockedUser, before: JsonObject, after: JsonObject) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const attributes = names.filter((name) => name !== 'schemas' && !sameJson(before[name], after[name])).sort();
  const subject = { kind: 'user', id: row.account_id, name: nameOf(after) };
  return recordChange(tx, context.team_id, 'team.member.attributes_changed', subject, context.by, {
    after: { attributes },
  });
}

async function lockUser(tx: Tx, context: ScimContext, id: string): Promise<store.LockedUser> {
  return (isId(id) ? await store.lockUser(tx, context, id) : undefined) ?? noSuchUser();
}

function noSuchUser(): never {
  throw new ScimError(404, undefined, 'This connection has no such user. It may have been deleted.');
}
