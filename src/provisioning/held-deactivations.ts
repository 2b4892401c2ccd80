// People held by the mass-deprovisioning guard, and an admin's decision. Those let through are deactivated immediately,
// as the identity provider asked. Those kept stay until it assigns them again.

import { readPatch } from '@cairn/scim-protocol/patch-request';
import { USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { ScimError } from '@cairn/scim-protocol/scim-error';
import { PATCH_OP_URN } from '@cairn/scim-protocol/urns';
import { type By, recordChange } from '../audit/audit-log.ts';
import { DAY_MS, HOUR_MS, instant } from '../base/clock.ts';
import { isRefusedByRule } from '../base/refusal.ts';
import { doEach } from '../base/slices.ts';
import { subjectOf } from '../directory/connections/connection.ts';
import { getConnection } from '../directory/connections/connections.ts';
import type { Database, Db, Tx } from '../storage/database.ts';
import { settle } from './guard/deactivation-guard.ts';
import * as store from './guard/deactivation-guard-store.ts';
import { type Decision, requireAsSeen } from './guard/held-decision.ts';
import type { ScimContext } from './scim-context.ts';
import { patchUser, removeUser } from './users/user-sync.ts';

export { listHeld } from './guard/deactivation-guard-store.ts';

type Scope = Pick<ScimContext, 'team_id' | 'connection_id'>;

/**
 * The state of a connection's guard: since when it has held requests (null: it holds none), and how many people are
 * waiting or were kept.
 */
export const guardState = async (db: Db, scope: Scope): Promise<store.GuardState> =>
  (await store.findGuard(db, scope)) ?? { held_since: null, waiting: 0, kept: 0, version: '' };

const MAX_SHOWN = 200;

/** The people whom the connection deactivated in the hour before the guard closed; empty if it is open. */
export async function goneBefore(db: Db, scope: Scope) {
  const { held_since } = await guardState(db, scope);
  if (held_since === null) return [];
  return store.selectCounted(db, scope, instant(Date.parse(held_since) - HOUR_MS), MAX_SHOWN);
}

/** The number of people who are waiting or were kept, and the version to send with a decision about all of them. */
export const heldList = async (db: Db, scope: Scope, state: store.ListedState): Promise<store.HeldList> =>
  (await store.findHeldList(db, scope, state)) ?? { people: 0, version: '' };

/**
 * Decides about held people and returns their number. Never touches people who were not held. Audited once, as
 * `team.connection.deactivations_allowed` or `team.connection.deactivations_kept`. `endAllowed` then deactivates those
 * let through. Fails with `not-found` for an unknown connection, and with `conflict` if the list no longer has that
 * `version` or a named person is no longer on the list of `state`.
 */
export async function decide(tx: Tx, context: Scope & { now: number; by: By }, wanted: Decision) {
  const { decision, user_ids } = wanted;
  const { team_id, connection_id, by, now } = context;
  const connection = await getConnection(tx, team_id, connection_id);
  const guard = await store.lockGuard(tx, context);
  await requireAsSeen(tx, context, wanted);
  const state = decision === 'allow' ? 'allowed' : 'kept';
  const at = instant(now);
  const decided = await store.updateStates(tx, context, listsOf(wanted), user_ids, { state, by: by.actor, at });
  if (decided.length > 0) {
    const people = {
      people: decided.length,
      user_ids: decided.slice(0, MAX_SHOWN).map(({ account_id }) => account_id),
    };
    await recordChange(tx, team_id, `team.connection.deactivations_${state}`, subjectOf(connection), by, {
      after: people,
    });
  }
  await settle(tx, context, guard);
  return decided.length;
}

function listsOf({ user_ids, state }: Decision): readonly store.ListedState[] {
  if (state !== undefined) return [state];
  return user_ids === null ? ['waiting'] : ['waiting', 'kept'];
}

/** Memberships ended per request. The next request or a sweep ends the rest. */
const AT_ONCE = 100;

/**
 * Ends the memberships of people who were let through, each in its own transaction, in one connection or (null) all.
 * Returns how many ended and, after a full batch, how many may be left. A person whom a rule protects (such as a new
 * Owner) is no longer held and stays.
 */
export async function endAllowed(database: Database, scope: Scope | null, now: number) {
  const allowed = await store.selectAllowed(database, scope, AT_ONCE);
  let done = 0;
  await doEach(allowed, async (row) => {
    const ended = await database.inTransaction((tx) => endOne(tx, row, now)).catch(protectedBy);
    if (ended) done += 1;
    else await database.inTransaction((tx) => store.deleteAllowed(tx, row, row.account_id));
  });
  return { done, isMore: allowed.length === AT_ONCE };
}

/** True if the person was removed; false if the record no longer exists. */
async function endOne(tx: Tx, row: store.AllowedRow, now: number): Promise<boolean> {
  const { team_id, connection_id, account_id, record_id, operation } = row;
  const actor = row.decided_by ?? { kind: 'system', id: null, name: 'Cairn' };
  const by = { account_id: actor.kind === 'person' ? actor.id : null, actor, request_id: `held-${record_id}` };
  const context = { team_id, connection_id, base: '', strict: false, by, now, onlyAllowed: true, warn: () => {} };
  if (operation === 'delete') await removeUser(tx, context, record_id, undefined);
  else await patchUser(tx, context, record_id, undefined, DEACTIVATION);
  // The guard was not consulted if another source now manages the membership or the record had already ended.
  await store.deleteAllowed(tx, context, account_id);
  return true;
}

const DEACTIVATION = readPatch(USER_TYPE, {
  schemas: [PATCH_OP_URN],
  Operations: [{ op: 'replace', path: 'active', value: false }],
});

function protectedBy(thrown: unknown): boolean {
  if (isRefusedByRule(thrown) || thrown instanceof ScimError) return false;
  throw thrown;
}

/** Deletes counts older than a day once nothing is held, and finishes interrupted decisions. */
export async function sweepDeactivations(database: Database, now: number): Promise<number> {
  let removed = 0;
  const end = async () => (await endAllowed(database, null, now)).done;
  const forget = () => store.deleteCounted(database, instant(now - DAY_MS));
  await doEach([end, forget], async (part) => {
    removed += await part();
  });
  return removed;
}
