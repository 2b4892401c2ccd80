// The guard against mass deprovisioning. An identity provider that loses an assignment asks to deactivate everyone
// within minutes. Requests that exceed the workspace's hourly limits are held until an admin decides
// (held-deactivations.ts). A lock on the connection makes the count exact across processes.

import { recordChange } from '../../audit/audit-log.ts';
import { HOUR_MS, instant } from '../../base/clock.ts';
import { isRefusal, refuse } from '../../base/refusal.ts';
import type { Database, Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { deactivationLimits } from './chosen-limits.ts';
import * as store from './deactivation-guard-store.ts';
import { type DeactivationLimits, mostInAnHour, NEVER_TOO_LARGE } from './deactivation-limits.ts';

/** Seconds until the identity provider should retry. */
const ASK_AGAIN_SECONDS = 900;

interface Ending extends store.HeldRequest {
  /** False if the membership is already deactivated and the request only deletes data. It is then not counted. */
  readonly isActive: boolean;
}

/**
 * Call this before a connection deactivates or deletes a person. If that is allowed, counts it and returns. Fails with
 * `deactivation-held` if it exceeds the hourly limit or a decision is pending (`keepHeld` stores the request after the
 * rollback), and with `deactivation-kept` if an admin decided to keep the person.
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

/** True if one more than `done` exceeds the limit. Counts the active people only if necessary. */
async function isTooMuch(tx: Tx, context: ScimContext, limits: DeactivationLimits, done: number): Promise<boolean> {
  if (done < Math.min(NEVER_TOO_LARGE, limits.most_people)) return false;
  const people = (await store.countActive(tx, context)) + done;
  return done >= mostInAnHour(limits, people);
}

/** Lets the person go and deletes the held request. */
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

/** Deactivations count from this time (RFC 3339): an hour ago, or the last decision if that is later. */
const countingSince = (countedFrom: string | null, now: number): string =>
  instant(Math.max(now - HOUR_MS, countedFrom === null ? 0 : Date.parse(countedFrom)));

/**
 * Stores a request that `admitEnding` held, in a separate transaction because the request's own rolls back, and
 * rethrows the refusal. The connection's first one is audited as `team.connection.deactivations_held`.
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
  const done = (await store.selectCounted(tx, context, countingSince(guard.counted_from, now), MAX_NAMED)).length;
  await recordChange(tx, team_id, 'team.connection.deactivations_held', subject, by, { after: { done } });
}

const MAX_NAMED = 1_000;

/** Deletes the held request if the identity provider provisions the person after all. */
export async function withdrawHeld(tx: Tx, context: ScimContext, accountId: string): Promise<void> {
  const guard = await store.lockGuard(tx, context);
  await store.deleteHeld(tx, context, accountId);
  await settle(tx, context, guard);
}

/** If no decision is pending, opens the guard and restarts the count. The caller holds the guard's lock. */
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
    'Held: this connection asked to deactivate or delete more people within an hour than the workspace ' +
      'allows. Nothing was changed. Ask an admin of the workspace to decide on the connection page, then try again.',
    { retry_after: ASK_AGAIN_SECONDS, held: { account_id, record_id, operation } },
  );

/** Two processes may carry out the same decision. In that case, the second one has nothing left to do. */
const notAllowed = (): Error => refuse('conflict', 'This deactivation was not let through.');

const kept = (who: string, at: string): Error =>
  refuse(
    'deactivation-kept',
    `${who || 'An admin'} decided to keep this person on ${at.slice(0, 10)}. Nothing was changed. Assign the person ` +
      'again in the identity provider, or let the deactivation through on the connection page.',
  );
