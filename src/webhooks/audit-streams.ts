// Audit streams: made, changed, deleted. A workspace streams its own entries; the operators those of the whole service.
import { type By, recordChange } from '../audit/audit-log.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import type { Sealer } from '../identity/sealed-secret.ts';
import type { Db, Tx } from '../storage/database.ts';
import { type AuditStream, MOST_STREAMS, type StreamFormat } from './audit-stream.ts';
import * as store from './audit-stream-store.ts';
import { causeSentence } from './cause.ts';
import { checkedReceiverUrl } from './receiver-url.ts';
import { lockWebhooks } from './webhook-store.ts';
import { checkedName, followForWorkspace, type WebhookDeps } from './webhooks.ts';

export interface NewStream {
  readonly name: string;
  readonly url: string;
  readonly format: StreamFormat;
  /** The Authorization header, e.g. `Splunk …` or `Bearer …`; null: none is sent. */
  readonly authorization: string | null;
}

/** The workspace's streams, oldest first. */
export const listStreams = async (db: Db, teamId: string): Promise<AuditStream[]> =>
  (await store.selectStreams(db, teamId)).map(shownStream);

/** The stream. Refuses with `not-found`. */
export async function getStream(db: Db, teamId: string, id: string): Promise<AuditStream> {
  const found = await store.findStream(db, teamId, id);
  if (found === undefined) throw refuse('not-found', 'There is no such audit stream. It may have been deleted.');
  return shownStream(found);
}

/** Makes a stream of the entries from now on. Refuses with `validation`, and with `conflict` the sixth. */
export async function createStream(
  tx: Tx,
  teamId: string,
  wanted: NewStream,
  { sealer, publicUrl }: WebhookDeps,
  now: number,
  by: By,
): Promise<AuditStream> {
  const name = checkedName(wanted.name);
  const url = checkedReceiverUrl('url', wanted.url, publicUrl);
  const authorization = checkedAuthorization(wanted.authorization);
  await lockWebhooks(tx, teamId);
  if ((await store.selectStreams(tx, teamId)).length >= MOST_STREAMS)
    throw refuse('conflict', `There are ${MOST_STREAMS} audit streams already. Delete one first.`);
  const stream_id = newId();
  const sealed_authorization = authorization === null ? null : sealer.seal(authorization, placeOf(teamId, stream_id));
  const created_at = new Date(now).toISOString();
  const { format } = wanted;
  await store.insertStream(tx, teamId, { stream_id, name, url, format, sealed_authorization, created_at });
  await followForWorkspace(tx, teamId);
  const stream = await getStream(tx, teamId, stream_id);
  await recordChange(tx, teamId, 'audit.stream.created', subjectOf(stream), by, { after: factsOf(stream) });
  return stream;
}

/** Changes what is named; absent stays, and what waits is tried again now. Refuses with `not-found`, `validation`. */
export async function changeStream(
  tx: Tx,
  teamId: string,
  id: string,
  change: { readonly name?: string; readonly url?: string; readonly authorization?: string | null },
  { sealer, publicUrl }: WebhookDeps,
  now: number,
  by: By,
): Promise<AuditStream> {
  await lockWebhooks(tx, teamId);
  const before = await getStream(tx, teamId, id);
  const name = change.name === undefined ? before.name : checkedName(change.name);
  const url = change.url === undefined ? before.url : checkedReceiverUrl('url', change.url, publicUrl);
  // What authorizes at one receiver is never sent to another.
  if (new URL(url).host !== new URL(before.url).host && before.has_authorization && change.authorization === undefined)
    throw invalid('authorization', 'Send authorization with another host, or null for none.');
  const wanted = change.authorization === undefined ? undefined : checkedAuthorization(change.authorization);
  const sealedAuthorization = typeof wanted === 'string' ? sealer.seal(wanted, placeOf(teamId, id)) : wanted;
  await store.updateStream(tx, teamId, id, { name, url, sealedAuthorization }, new Date(now).toISOString());
  const stream = await getStream(tx, teamId, id);
  const difference = { before: factsOf(before), after: factsOf(stream) };
  await recordChange(tx, teamId, 'audit.stream.updated', subjectOf(stream), by, difference);
  return stream;
}

/** Deletes the stream, and forgets what it had not delivered. Refuses with `not-found`. */
export async function deleteStream(tx: Tx, teamId: string, id: string, by: By): Promise<void> {
  await lockWebhooks(tx, teamId);
  const stream = await getStream(tx, teamId, id);
  await store.deleteStream(tx, teamId, id);
  await followForWorkspace(tx, teamId);
  await recordChange(tx, teamId, 'audit.stream.deleted', subjectOf(stream), by, { before: factsOf(stream) });
}

/** The Authorization header of the stream; null: none is sent; undefined: it cannot be read. */
export function authorizationOf(
  { team_id, stream_id, sealed_authorization }: store.ClaimedStream,
  sealer: Sealer,
): string | null | undefined {
  return sealed_authorization === null ? null : sealer.open(sealed_authorization, placeOf(team_id, stream_id));
}

const placeOf = (teamId: string, id: string): string => `audit stream ${teamId} ${id}`;

const LONGEST_AUTHORIZATION = 4_000;

function checkedAuthorization(text: string | null): string | null {
  if (text === null) return null;
  const header = text.trim();
  if (!/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(header) || header.length > LONGEST_AUTHORIZATION)
    throw invalid('authorization', 'Send the whole Authorization header, such as "Splunk 0000…" or "Bearer …".');
  return header;
}

const shownStream = ({ last_cause, last_status, ...row }: store.StreamRow): AuditStream => ({
  ...row,
  cause: last_cause === null ? null : causeSentence(last_cause, last_status),
});
const factsOf = ({ name, url, format }: AuditStream) => ({ name, host: new URL(url).host, format });
const subjectOf = ({ id, name }: AuditStream) => ({ kind: 'audit_stream', id, name });
