// The guard against mass deprovisioning: an identity provider that loses an assignment asks, within minutes, for
// everybody to be deactivated. More than the workspace's limits in an hour is held until an admin decides
// (held-deactivations.ts). Counted under a lock of the connection, so that it is exact across processes.

import { recordChange } from '../../audit/audit-log.ts';
import { HOUR_MS, instant } from '../../base/clock.ts';
import { isRefusal, refuse } from '../../base/refusal.ts';
import type { Database, Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { deactivationLimits } from './chosen-limits.ts';
import * as store from './deactivation-guard-store.ts';
import { type DeactivationLimits, mostInAnHour, NEVER_TOO_LARGE } from './deactivation-limits.ts';

/** Seconds after which the identity provider may ask again. */
const ASK_AGAIN_SECONDS = 900;

interface Ending extends store.HeldRequest {
  /** False: the membership is deactivated already, and only its rest goes. It is not counted. */
  readonly isActive: boolean;
}

/**
 * Asked before a connection deactivates or deletes somebody: returns where it may, and has counted it. Refuses with
 * `deactivation-held` what is too much for an hour or comes while a decision is waited for (`keepHeld` notes it once
 * the transaction is undone), and with `deactivation-kept` a person whom an admin decided to keep.
 */
export async function admitEnding(tx: Tx, context: ScimContext, ending: Ending): Promise<void> {
  const guard = await store.lockGuard(tx, context);
  const since = countingSince(guard?.counted_from ?? null, context.now);
  const limits = await deactivationLimits(tx, context.team_id);
  const { decision, done, ...decided } = await store.findDecision(tx, context, ending.account_id, since);
  if (context.onlyAllowed === true && decision !== 'allowed') throw notAllowed();
  if (decision === 'allowed' || !limits.enabled) return release(tx, context, ending, guard, decision);
  if (decision === 'kept') throw kept(decided.decided_by?.name ?? '', decided.decided_at ?? '');
  if (guard !== undefined && guard.held_since !== null) throw held(ending);
  if (!ending.isActive) return;
  if (await isTooMuch(tx, context, limits, done)) throw held(ending);
  await store.insertCounted(tx, context, ending.account_id, instant(context.now));
}

/** One more than `done` would be too much. Counting everybody is left to the requests that may be one too many. */
async function isTooMuch(tx: Tx, context: ScimContext, limits: DeactivationLimits, done: number): Promise<boolean> {
  if (done < Math.min(NEVER_TOO_LARGE, limits.most_people)) return false;
  const people = (await store.countActive(tx, context)) + done;
  return done >= mostInAnHour(limits, people);
}

/** The person may go: nothing of them is held any more. */
async function release(
  tx: Tx,
  context: ScimContext,
  { account_id }: Ending,
  guard: store.GuardRow | undefined,
  decision: store.HeldState | null,
): Promise<void> {
  if (decision === null) return;
  await store.deleteHeld(tx, context, account_id);
  await settle(tx, context, guard);
}

/** The moment after which deactivations count: an hour ago, or the last decision. RFC 3339. */
const countingSince = (countedFrom: string | null, now: number): string =>
  instant(Math.max(now - HOUR_MS, countedFrom === null ? 0 : Date.parse(countedFrom)));

/**
 * Notes what `admitEnding` held, in a transaction of its own, since the request's is undone; the refusal goes on as it
 * is. The first one of a connection is audited as `team.connection.deactivations_held`.
 */
export async function keepHeld(database: Database, context: ScimContext, thrown: unknown): Promise<never> {
  if (isRefusal(thrown, 'deactivation-held')) {
    const request = thrown.extras.held as store.HeldRequest;
    await database.inTransaction((tx) => noteHeld(tx, context, request));
  }
  throw thrown;
}

async function noteHeld(tx: Tx, context: ScimContext, request: store.HeldRequest): Promise<void> {
  const { team_id, connection_id, by, now } = context;
  const guard = await store.lockGuard(tx, context);
  const at = instant(now);
  await store.upsertHeld(tx, context, request, at);
  if (guard === undefined || guard.held_since !== null) return;
  await store.updateGuard(tx, context, { ...guard, held_since: at });
  const subject = { kind: 'connection', id: connection_id, name: by.actor.name };
  const done = (await store.selectCounted(tx, context, countingSince(guard.counted_from, now), MOST_NAMED)).length;
  await recordChange(tx, team_id, 'team.connection.deactivations_held', subject, by, { after: { done } });
}

const MOST_NAMED = 1_000;

/** The identity provider wants the person after all: nothing is held any more. */
export async function withdrawHeld(tx: Tx, context: ScimContext, accountId: string): Promise<void> {
  const guard = await store.lockGuard(tx, context);
  await store.deleteHeld(tx, context, accountId);
  await settle(tx, context, guard);
}

/** Where nobody waits any more, the guard lets through again and counts from now on. The caller holds the guard. */
export async function settle(
  tx: Tx,
  context: Pick<ScimContext, 'team_id' | 'connection_id' | 'now'>,
  guard: store.GuardRow | undefined,
): Promise<void> {
  if (guard === undefined || guard.held_since === null) return;
  if ((await store.findWaiting(tx, context)) !== undefined) return;
  await store.updateGuard(tx, context, { held_since: null, counted_from: instant(context.now) });
}

const held = ({ account_id, record_id, operation }: Ending): Error =>
  refuse(
    'deactivation-held',
    'Held: this connection asks for more people to be deactivated or deleted within an hour than the workspace ' +
      'allows. Nothing was changed. An admin of the workspace decides on the page of the connection; ask again later.',
    { retry_after: ASK_AGAIN_SECONDS, held: { account_id, record_id, operation } },
  );

/** Two processes carry out one decision: the second has nothing left to do. */
const notAllowed = (): Error => refuse('conflict', 'Nobody let this deactivation through.');

const kept = (who: string, at: string): Error =>
  refuse(
    'deactivation-kept',
    `${who || 'An admin'} decided on ${at.slice(0, 10)} to keep this person. Nothing was changed. Assign the person ` +
      'again in the identity provider, or let the deactivation through on the page of the connection.',
  );
