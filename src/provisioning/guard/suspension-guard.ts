// The guard against mass deprovisioning. An identity provider that loses an assignment ends everyone's membership
// within minutes. The guard never refuses such requests, because people who leave must lose access. It keeps what they
// had, and beyond the workspace's hourly limits, everyone concerned is suspended until an admin decides
// (suspensions.ts). A lock on the connection makes the count exact across processes.
import { recordChange } from '../../audit/audit-log.ts';
import { HOUR_MS, instant } from '../../base/clock.ts';
import { listLeavers } from '../../directory/members/leaving-members.ts';
import type { Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { deactivationLimits } from './chosen-limits.ts';
import { type DeactivationLimits, mostInAnHour, NEVER_TOO_LARGE } from './deactivation-limits.ts';
import { countActive, type GuardRow, lockGuard, updateGuard } from './guard-store.ts';
import * as store from './suspension-store.ts';

export interface GuardedEnding extends store.Ending {
  /** False if the membership has already ended and the request only deletes data. */
  readonly isActive: boolean;
  /** When the person was first known here (RFC 3339). */
  readonly known_since: string;
}

/**
 * Call this before a connection deactivates or deletes a person. `final`: nothing has to be kept. `counted`: the person
 * can be restored for an hour if more people follow. `suspended`: an admin can restore the person.
 */
export async function countEnding(
  tx: Tx,
  context: ScimContext,
  ending: GuardedEnding,
): Promise<'final' | 'counted' | 'suspended'> {
  const guard = await lockGuard(tx, context);
  const limits = await deactivationLimits(tx, context.team_id);
  const since = countingSince(guard?.counted_from ?? null, context.now);
  const { state, done } = await store.findSuspension(tx, context, ending.account_id, since);
  const next = ending.isActive ? await stateOf(tx, context, { ending, guard, limits, state, done, since }) : state;
  if (next === null || next === 'restored') {
    if (state !== null) await store.deleteSuspension(tx, context, ending.account_id);
    return 'final';
  }
  await store.upsertSuspension(tx, context, ending, next, instant(context.now));
  return next === 'counted' ? 'counted' : 'suspended';
}

interface Count {
  readonly ending: GuardedEnding;
  readonly guard: GuardRow | undefined;
  readonly limits: DeactivationLimits;
  readonly state: store.SuspensionState | null;
  readonly done: number;
  readonly since: string;
}

/** The state of an active person who leaves. Null if the person does not count. */
async function stateOf(tx: Tx, context: ScimContext, count: Count): Promise<'counted' | 'suspended' | null> {
  const { ending, guard, limits, state, done, since } = count;
  if (!limits.enabled) return null;
  // An admin restored the person and the identity provider asks again: access ends, and the admin sees it.
  if (state === 'restored') return 'suspended';
  if (Date.parse(ending.known_since) > context.now - HOUR_MS) return null;
  if (guard !== undefined && guard.suspending_since !== null) return 'suspended';
  if (!(await isTooMuch(tx, context, limits, done))) return 'counted';
  await startSuspending(tx, context, guard, since);
  return 'suspended';
}

/** True if one more than `done` exceeds the limit. Counts the active people only if necessary. */
async function isTooMuch(tx: Tx, context: ScimContext, limits: DeactivationLimits, done: number): Promise<boolean> {
  if (done < Math.min(NEVER_TOO_LARGE, limits.most_people)) return false;
  const people = (await countActive(tx, context)) + done;
  return done >= mostInAnHour(limits, people);
}

/** Suspends everyone who left within the hour. Audited as `team.connection.people_suspended`. */
async function startSuspending(tx: Tx, context: ScimContext, guard: GuardRow | undefined, since: string) {
  const { team_id, connection_id, by, now } = context;
  const counted = (await store.suspendCounted(tx, context, since)).map(({ account_id }) => account_id);
  await listLeavers(tx, team_id, counted);
  await updateGuard(tx, context, { counted_from: guard?.counted_from ?? null, suspending_since: instant(now) });
  const subject = { kind: 'connection', id: connection_id, name: by.actor.name };
  const after = { people: counted.length + 1 };
  await recordChange(tx, team_id, 'team.connection.people_suspended', subject, by, { after });
}

/** People count from this time (RFC 3339): an hour ago, or the last decision if that is later. */
const countingSince = (countedFrom: string | null, now: number): string =>
  instant(Math.max(now - HOUR_MS, countedFrom === null ? 0 : Date.parse(countedFrom)));

/** Ends the suspension if the identity provider provisions the person after all. */
export async function withdrawSuspension(tx: Tx, context: ScimContext, accountId: string): Promise<void> {
  const guard = await lockGuard(tx, context);
  await store.deleteSuspension(tx, context, accountId);
  await settle(tx, context, guard);
}

/** If no decision is pending, stops suspending people and restarts the count. The caller holds the guard's lock. */
export async function settle(
  tx: Tx,
  context: Pick<ScimContext, 'team_id' | 'connection_id' | 'now'>,
  guard: GuardRow | undefined,
): Promise<void> {
  if (guard === undefined || guard.suspending_since === null) return;
  if ((await store.findSuspended(tx, context)) !== undefined) return;
  await updateGuard(tx, context, { suspending_since: null, counted_from: instant(context.now) });
}
