// Serves a claimed stream: sends its oldest entries in one batch, and removes them only after they were accepted.
import { readEntries } from '../audit/read-audit.ts';
import { instant } from '../base/clock.ts';
import {
  type ClaimedStream,
  leaveStream,
  queuedEntries,
  type StreamResult,
  settleStream,
} from './audit-stream-store.ts';
import { authorizationOf, s3KeysOf } from './audit-streams.ts';
import { pauseAfterFailures } from './retry-schedule.ts';
import { type DeliveryOutcome, post } from './send-delivery.ts';
import type { ServeDeps } from './serve-endpoint.ts';
import { type StreamedEntry, streamBody } from './stream-format.ts';

const MAX_BATCH = 500;
const MAX_BYTES = 1_000_000;

type Batch = readonly [StreamedEntry, ...StreamedEntry[]];

/**
 * Sends the next batch. Streams are never turned off: failed entries stay queued and are retried within 10 minutes, or
 * when the collector asks for it.
 */
export async function serveStream(deps: ServeDeps, stream: ClaimedStream, leaseId: string): Promise<void> {
  const { team_id, stream_id } = stream;
  const queued = await queuedEntries(deps.database, team_id, stream_id, MAX_BATCH);
  const entries = await readEntries(
    deps.database,
    queued.map((entry) => ({ team_id: entry.entry_team_id, id: entry.entry_id })),
  );
  const batch = withinBytes(entries);
  const [first, ...others] = batch;
  const outcome = first === undefined ? undefined : await send(deps, stream, [first, ...others]);
  if (outcome?.isTaken === false && deps.isCut()) return void (await leaveStream(deps.database, stream, leaseId));
  const now = deps.clock();
  // Skip entries that are no longer in the log (because their month was detached).
  const waiting = new Set((outcome?.isTaken === true ? entries.slice(batch.length) : entries).map(({ id }) => id));
  const done = queued.filter(({ entry_id }) => !waiting.has(entry_id)).map(({ seq }) => seq);
  const result = { done, ...resultOf(stream, outcome, now) };
  await deps.database.inTransaction((tx) => settleStream(tx, stream, leaseId, result, instant(now)));
}

async function send(deps: ServeDeps, stream: ClaimedStream, batch: Batch): Promise<DeliveryOutcome> {
  const outcome = await (stream.format === 's3' ? sendToBucket : sendToCollector)(deps, stream, batch);
  const isTried = outcome.isTaken || (outcome.cause !== 'secret' && !deps.isCut());
  if (isTried) deps.onAttempt(outcome.isTaken ? 'delivered' : 'failed');
  return outcome;
}

const UNREADABLE = { isTaken: false, status: null, cause: 'secret' } as const;

async function sendToBucket(deps: ServeDeps, stream: ClaimedStream, batch: Batch): Promise<DeliveryOutcome> {
  const keys = s3KeysOf(stream, deps.sealer);
  if (keys === undefined) return UNREADABLE;
  const { putBatch } = await import('./put-batch.ts');
  return putBatch(deps.egress, stream.url, keys, batch, deps.clock());
}

async function sendToCollector(deps: ServeDeps, stream: ClaimedStream, batch: Batch): Promise<DeliveryOutcome> {
  const authorization = authorizationOf(stream, deps.sealer);
  if (authorization === undefined) return UNREADABLE;
  const { contentType, body } = streamBody(stream.format, batch);
  const headers = {
    'content-type': contentType,
    'user-agent': 'Cairn-Audit/1.0',
    ...(authorization === null ? {} : { authorization }),
  };
  return post(deps.egress, stream.url, headers, body, deps.clock());
}

function resultOf(
  { failing_since }: ClaimedStream,
  outcome: DeliveryOutcome | undefined,
  now: number,
): Omit<StreamResult, 'done'> {
  if (outcome === undefined || outcome.isTaken) {
    const last_sent_at = outcome === undefined ? null : instant(now);
    return { failing_since: null, last_cause: null, last_status: null, last_sent_at, next_at: null };
  }
  const since = failing_since ?? instant(now);
  const wait = Math.max(pauseAfterFailures(now - Date.parse(since)), outcome.retryAfterMs ?? 0);
  const { cause, status } = outcome;
  const tried = { failing_since: since, last_cause: cause, last_status: status, last_sent_at: null };
  return { ...tried, next_at: instant(now + wait) };
}

/** The first entries that fit into a megabyte, at least one. */
function withinBytes(entries: readonly StreamedEntry[]): readonly StreamedEntry[] {
  let bytes = 0;
  const end = entries.findIndex((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) * 2;
    return index > 0 && bytes > MAX_BYTES;
  });
  return end < 0 ? entries : entries.slice(0, end);
}
