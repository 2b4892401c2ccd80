// People whom the guard against mass deprovisioning has suspended, and an admin's decision. Restoring gives them back
// everything they had except sessions (Decision 74). Confirming, or the end of the workspace's period, makes it final.
import { type By, recordChange } from '../audit/audit-log.ts';
import { THE_SERVICE } from '../audit/outbox.ts';
import { DAY_MS, HOUR_MS, instant } from '../base/clock.ts';
import { doEach } from '../base/slices.ts';
import { subjectOf } from '../directory/connections/connection.ts';
import { getConnection } from '../directory/connections/connections.ts';
import type { Database, Db, Tx } from '../storage/database.ts';
import { deactivationLimits } from './guard/chosen-limits.ts';
import { DEFAULT_LIMITS } from './guard/deactivation-limits.ts';
import { lockGuard, type Scope } from './guard/guard-store.ts';
import { type Decision, requireAsSeen } from './guard/suspension-decision.ts';
import { settle } from './guard/suspension-guard.ts';
import * as store from './guard/suspension-store.ts';
import { carryOut } from './users/restored-users.ts';

export { listSuspended } from './guard/suspension-store.ts';

/** The suspended people of a connection: their number, and the version to send with a decision about all of them. */
export const suspensionList = async (db: Db, scope: Scope): Promise<store.SuspensionList> =>
  (await store.findSuspensionList(db, scope)) ?? { since: null, people: 0, version: '' };

const MAX_NAMED = 200;

/**
 * Decides about suspended people and returns their ids. Audited once, as `team.connection.suspensions_restored` or
 * `team.connection.suspensions_confirmed`. `carryOutDecisions` then does the work. Fails with `not-found` for an
 * unknown connection, and with `conflict` if the list no longer has that `version` or a named person is not on it.
 */
export async function decide(
  tx: Tx,
  context: Scope & { now: number; by: By },
  decision: Decision,
): Promise<readonly string[]> {
  const { team_id, connection_id, by, now } = context;
  const connection = await getConnection(tx, team_id, connection_id);
  const guard = await lockGuard(tx, context);
  await requireAsSeen(tx, context, decision);
  const isRestore = decision.decision === 'restore';
  const state = isRestore ? 'restoring' : 'ending';
  const at = instant(now);
  const decided = await store.updateDecided(tx, context, decision.user_ids, { state, by: by.actor, at });
  const user_ids = decided.map(({ account_id }) => account_id);
  if (user_ids.length > 0) {
    const after = { people: user_ids.length, user_ids: user_ids.slice(0, MAX_NAMED) };
    const kind = `team.connection.suspensions_${isRestore ? 'restored' : 'confirmed'}`;
    await recordChange(tx, team_id, kind, subjectOf(connection), by, { after });
  }
  await settle(tx, context, guard);
  return user_ids;
}

/** People per request. Another request or a sweep continues. */
const AT_ONCE = 500;

/**
 * Carries out decisions, each person in a separate transaction, in one connection or (null) all. Returns how many are
 * done and whether more are left. People who cannot be restored are on the list again, with the reason.
 */
export async function carryOutDecisions(database: Database, scope: Scope | null, now: number) {
  const decided = await store.selectDecided(database, scope, AT_ONCE + 1);
  let done = 0;
  await doEach(decided.slice(0, AT_ONCE), async (row) => {
    if (await carryOut(database, row, now)) done += 1;
  });
  return { done, isMore: decided.length > AT_ONCE };
}

export interface LeftOut {
  readonly user_id: string;
  readonly name: string;
  readonly reason: string;
}

/** Those of the people who could not be restored, with the reason. */
export const leftOut = (db: Db, scope: Scope, accountIds: readonly string[]): Promise<LeftOut[]> =>
  store.selectProblems(db, scope, accountIds);

/** Finishes interrupted decisions and everything whose time is over. Returns the number of people. */
export async function sweepSuspensions(database: Database, now: number): Promise<number> {
  let swept = 0;
  const parts = [
    () => endOverdue(database, now),
    async () => (await carryOutDecisions(database, null, now)).done,
    () => endCounted(database, now),
    () => store.deleteRestored(database, instant(now - MAX_DAYS * DAY_MS)),
  ];
  await doEach(parts, async (part) => {
    swept += await part();
  });
  return swept;
}

/** The longest period that a workspace can choose. */
const MAX_DAYS = 365;

/** People who left within the limits stay gone after an hour. */
async function endCounted(database: Database, now: number): Promise<number> {
  const counted = await store.selectCounted(database, instant(now - HOUR_MS), AT_ONCE);
  let done = 0;
  await doEach(counted, async (row) => {
    if (await carryOut(database, row, now)) done += 1;
  });
  return done;
}

/** Makes suspensions final that nobody has decided about in the workspace's period. */
async function endOverdue(database: Database, now: number): Promise<number> {
  const overdue = await store.selectOverdue(database, instant(now), DEFAULT_LIMITS.final_after_days, AT_ONCE);
  const by = { account_id: null, actor: THE_SERVICE, request_id: `suspensions-${instant(now)}` };
  await doEach(overdue, (scope) =>
    database.inTransaction(async (tx) => {
      const { final_after_days } = await deactivationLimits(tx, scope.team_id);
      const before = instant(now - final_after_days * DAY_MS);
      const old = await store.selectSuspendedBefore(tx, scope, before);
      const user_ids = old.map(({ account_id }) => account_id);
      if (user_ids.length > 0) await decide(tx, { ...scope, now, by }, { decision: 'confirm', user_ids });
    }),
  );
  return 0;
}
