// Serves a claimed endpoint: sends what is due, with subjects in parallel and each subject's events in order. Then
// stores the outcomes and ends the lease.
import { recordAuditEvents } from '../audit/audit-log.ts';
import { THE_SERVICE } from '../audit/outbox.ts';
import { type Clock, instant } from '../base/clock.ts';
import type { Egress } from '../egress/egress-request.ts';
import type { Sealer } from '../identity/sealed-secret.ts';
import type { Database, Tx } from '../storage/database.ts';
import * as store from './delivery-store.ts';
import { freshly } from './freshly.ts';
import { GIVE_UP_AFTER_MS, pauseAfterFailures, retryDelay } from './retry-schedule.ts';
import { type DeliveryOutcome, sendDelivery } from './send-delivery.ts';
import { findWebhook, switchOff } from './webhook-store.ts';
import { openSecrets, subjectOf } from './webhooks.ts';

export interface ServeDeps {
  readonly database: Database;
  readonly egress: Egress;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly onAttempt: (outcome: 'delivered' | 'failed') => void;
  /** True if the process is about to end, so nothing new should start. */
  readonly isStopping: () => boolean;
  /** True once deliveries in progress were aborted, so a failure says nothing about the receiver. */
  readonly isCut: () => boolean;
}

const MAX_BATCH = 100;
export const SIDE_BY_SIDE = 8;
/** Nothing starts later than this after the claim, so that the last response arrives before the lease ends. */
const BEGIN_WITHIN_MS = 20_000;
export const DELIVERY_LEASE_MS = 60_000;

interface Sent {
  readonly delivery: store.DueDelivery;
  /** The URL it was sent to. */
  readonly url: string;
  readonly outcome: DeliveryOutcome;
}

/** Sends a batch of the endpoint's due deliveries. */
export async function serveEndpoint(deps: ServeDeps, endpoint: store.ClaimedEndpoint, leaseId: string): Promise<void> {
  const { team_id, endpoint_id } = endpoint;
  const due = await store.dueDeliveries(deps.database, team_id, endpoint_id, instant(deps.clock()), MAX_BATCH);
  const sent = await sendAll(deps, endpoint, leaseId, due);
  const isFull = due.length === MAX_BATCH;
  await deps.database.inTransaction((tx) => settle(tx, deps, endpoint, leaseId, sent, isFull));
}

/**
 * Sends each subject's deliveries in order, until one fails. A changed endpoint takes effect within a second, even
 * during a batch.
 */
async function sendAll(
  deps: ServeDeps,
  endpoint: store.ClaimedEndpoint,
  leaseId: string,
  due: readonly store.DueDelivery[],
): Promise<Sent[]> {
  const until = performance.now() + BEGIN_WITHIN_MS;
  const chains = bySubject(due);
  const sent: Sent[] = [];
  const { team_id, endpoint_id } = endpoint;
  const current = freshly<store.EndpointTarget>(endpoint, () =>
    store.heldEndpoint(deps.database, team_id, endpoint_id, leaseId),
  );
  const isOver = (): boolean =>
    deps.isStopping() || performance.now() > until || sent.some(isGone) || sent.some(isLate);
  const work = async (): Promise<void> => {
    for (let chain = chains.shift(); chain !== undefined && !isOver(); chain = chains.shift()) {
      for (const delivery of chain) {
        const target = await current();
        if (target === undefined || isOver()) return;
        const secrets = openSecrets(target, team_id, endpoint_id, deps.sealer, deps.clock());
        const { url } = target;
        const outcome = await sendDelivery(deps.egress, { url, ...delivery, secrets }, deps.clock());
        if (!outcome.isTaken && deps.isCut()) return;
        deps.onAttempt(outcome.isTaken ? 'delivered' : 'failed');
        sent.push({ delivery, url, outcome });
        if (!outcome.isTaken) break;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, chains.length) }, work));
  return sent;
}

function bySubject(due: readonly store.DueDelivery[]): store.DueDelivery[][] {
  const chains = new Map<string, store.DueDelivery[]>();
  for (const delivery of due) {
    const chain = chains.get(delivery.subject_id);
    if (chain === undefined) chains.set(delivery.subject_id, [delivery]);
    else chain.push(delivery);
  }
  return [...chains.values()];
}

async function settle(
  tx: Tx,
  deps: ServeDeps,
  endpoint: store.ClaimedEndpoint,
  leaseId: string,
  sent: readonly Sent[],
  isFull: boolean,
): Promise<void> {
  const { team_id, endpoint_id } = endpoint;
  const now = deps.clock();
  const held = await store.holdLease(tx, team_id, endpoint_id, leaseId);
  if (held === undefined) return;
  // A failure at the previous URL says nothing about this one, so it does not count as an attempt.
  const counted = sent.filter(({ url, outcome }) => outcome.isTaken || url === held.url);
  const failingSince = failingAfter(counted, held.failing_since, now);
  const results = counted.map((one) => resultOf(one, now));
  if (results.length > 0) await store.storeResults(tx, team_id, endpoint_id, results);
  const reason = whyToGiveUp(counted, failingSince, now);
  if (reason !== undefined) await giveUp(tx, endpoint, reason, now);
  const result = {
    failing_since: failingSince,
    paused_until: pauseOf(counted, failingSince, now),
    last_delivered_at: counted.some(isTaken) ? instant(now) : null,
    has_more: isFull,
  };
  await store.releaseEndpoint(tx, team_id, endpoint_id, result, instant(now));
}

/** Since when nothing has succeeded, after these attempts; null if something succeeded or nothing was tried. */
function failingAfter(sent: readonly Sent[], before: string | null, now: number): string | null {
  if (sent.some(isTaken)) return null;
  return before ?? (sent.length > 0 ? instant(now) : null);
}

function whyToGiveUp(sent: readonly Sent[], failingSince: string | null, now: number): 'gone' | 'failing' | undefined {
  if (sent.some(isGone)) return 'gone';
  const isOver = failingSince !== null && now - Date.parse(failingSince) > GIVE_UP_AFTER_MS;
  return isOver && sent.length > 0 ? 'failing' : undefined;
}

function resultOf({ delivery, outcome }: Sent, now: number): store.DeliveryResult {
  const { seq } = delivery;
  const attempts = delivery.attempts + 1;
  const result = { seq, attempts, last_at: instant(now), next_at: instant(now), last_status: outcome.status };
  if (outcome.isTaken) return { ...result, state: 'delivered', last_cause: null };
  const delay = outcome.cause === 'gone' ? undefined : retryDelay(attempts, Math.random());
  const wait = Math.max(delay ?? 0, outcome.retryAfterMs ?? 0);
  const state = delay === undefined ? 'failed' : 'pending';
  return { ...result, state, next_at: instant(now + wait), last_cause: outcome.cause };
}

/** Until when to pause the endpoint, because nothing succeeded or it asked for a pause. */
function pauseOf(sent: readonly Sent[], failingSince: string | null, now: number): string | null {
  // Without attempts, nothing new is known. The last pause has ended, so the next process may try immediately.
  if (sent.length === 0) return null;
  const asked = Math.max(0, ...sent.map(({ outcome }) => (outcome.isTaken ? 0 : (outcome.retryAfterMs ?? 0))));
  const own = failingSince === null ? 0 : pauseAfterFailures(now - Date.parse(failingSince));
  const wait = Math.max(asked, own);
  return wait === 0 ? null : instant(now + wait);
}

/** Turns the endpoint off, with an audit entry that notifies its admins. */
async function giveUp(
  tx: Tx,
  { team_id, endpoint_id }: store.ClaimedEndpoint,
  reason: 'gone' | 'failing',
  now: number,
) {
  const webhook = await findWebhook(tx, team_id, endpoint_id);
  if (webhook === undefined || !(await switchOff(tx, team_id, endpoint_id, reason, instant(now)))) return;
  const event = { team_id, kind: 'webhook.switched_off', actor: THE_SERVICE, subject: subjectOf(webhook) };
  await recordAuditEvents(tx, [{ ...event, after: { reason } }]);
}

/** The attempt timed out. Gives up the slot; the remaining deliveries wait for the next turn. */
const isLate = ({ outcome }: Sent): boolean => !outcome.isTaken && outcome.cause === 'time';
const isTaken = ({ outcome }: Sent): boolean => outcome.isTaken;
const isGone = ({ outcome }: Sent): boolean => !outcome.isTaken && outcome.cause === 'gone';
