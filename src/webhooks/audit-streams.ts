// Creates, changes and deletes audit streams. A workspace streams its own entries, operators those of the whole
// service.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import type { Sealer } from '../identity/sealed-secret.ts';
import type { Db, Tx } from '../storage/database.ts';
import { type AuditStream, MAX_AUDIT_STREAMS, type StreamFormat } from './audit-stream.ts';
import * as store from './audit-stream-store.ts';
import { streamCauseSentence } from './cause.ts';
import { checkedReceiverUrl } from './receiver-url.ts';
import { bucketOf, type S3Keys } from './s3-keys.ts';
import { streamPlace } from './sealed-places.ts';
import { lockWebhooks } from './webhook-store.ts';
import { checkedName, followForStreams, type WebhookDeps } from './webhooks.ts';

export interface NewStream {
  readonly name: string;
  readonly url: string;
  readonly format: StreamFormat;
  /** The Authorization header, e.g. `Splunk …` or `Bearer …`; null to send none. */
  readonly authorization: string | null;
  /** Keys for a bucket (format `s3`), instead of the header. */
  readonly s3?: S3Keys | undefined;
}

/** The workspace's streams, oldest first. */
export const listStreams = async (db: Db, teamId: string): Promise<AuditStream[]> =>
  (await store.selectStreams(db, teamId)).map(shownStream);

/** The stream. Fails with `not-found`. */
async function getStream(db: Db, teamId: string, id: string): Promise<AuditStream> {
  const found = await store.findStream(db, teamId, id);
  if (found === undefined) throw refuse('not-found', 'There is no such audit stream. It may have been deleted.');
  return shownStream(found);
}

/** Creates a stream of entries from now on. Fails with `validation`, and with `conflict` if there are five. */
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
  const credential = checkedCredential(wanted.format, url, wanted.authorization ?? undefined, wanted.s3) ?? null;
  if (wanted.format === 's3' && credential === null) throw invalid('s3', 'Send the keys of the bucket.');
  await lockWebhooks(tx, teamId);
  if ((await store.selectStreams(tx, teamId)).length >= MAX_AUDIT_STREAMS)
    throw refuse(
      'conflict',
      t('There are {limit} audit streams already. Delete one first.', { limit: MAX_AUDIT_STREAMS }),
    );
  const stream_id = newId();
  const sealed_authorization = credential === null ? null : sealer.seal(credential, streamPlace(teamId, stream_id));
  const created_at = instant(now);
  const { format } = wanted;
  await store.insertStream(tx, teamId, { stream_id, name, url, format, sealed_authorization, created_at });
  await followForStreams(tx, teamId);
  const stream = await getStream(tx, teamId, stream_id);
  await recordChange(tx, teamId, 'audit.stream.created', subjectOf(stream), by, { after: factsOf(stream) });
  return stream;
}

/** Applies the given members and retries pending entries now. Fails with `not-found` and `validation`. */
export async function changeStream(
  tx: Tx,
  teamId: string,
  id: string,
  change: Partial<Omit<NewStream, 'format'>>,
  { sealer, publicUrl }: WebhookDeps,
  now: number,
  by: By,
): Promise<AuditStream> {
  await lockWebhooks(tx, teamId);
  const before = await getStream(tx, teamId, id);
  const name = change.name === undefined ? before.name : checkedName(change.name);
  const url = change.url === undefined ? before.url : checkedReceiverUrl('url', change.url, publicUrl);
  // Never send one receiver's credentials to another.
  const credential = checkedCredential(before.format, url, change.authorization, change.s3);
  if (new URL(url).host !== new URL(before.url).host && before.has_authorization && credential === undefined)
    throw before.format === 's3'
      ? invalid('s3', 'Send the keys again if the host changes.')
      : invalid('authorization', 'Send authorization again if the host changes, or null for none.');
  const sealedAuthorization =
    typeof credential === 'string' ? sealer.seal(credential, streamPlace(teamId, id)) : credential;
  await store.updateStream(tx, teamId, id, { name, url, sealedAuthorization }, instant(now));
  const stream = await getStream(tx, teamId, id);
  const difference = { before: factsOf(before), after: factsOf(stream) };
  await recordChange(tx, teamId, 'audit.stream.updated', subjectOf(stream), by, difference);
  return stream;
}

/** Deletes the stream with its pending entries. Fails with `not-found`. */
export async function deleteStream(tx: Tx, teamId: string, id: string, by: By): Promise<void> {
  await lockWebhooks(tx, teamId);
  const stream = await getStream(tx, teamId, id);
  await store.deleteStream(tx, teamId, id);
  await followForStreams(tx, teamId);
  await recordChange(tx, teamId, 'audit.stream.deleted', subjectOf(stream), by, { before: factsOf(stream) });
}

/** The stream's Authorization header. Null: send none. Undefined: it cannot be decrypted. */
export function authorizationOf(
  { team_id, stream_id, sealed_authorization }: store.ClaimedStream,
  sealer: Sealer,
): string | null | undefined {
  return sealed_authorization === null ? null : sealer.open(sealed_authorization, streamPlace(team_id, stream_id));
}

/** The keys of the stream's bucket; undefined if they cannot be decrypted. */
export function s3KeysOf(stream: store.ClaimedStream, sealer: Sealer): S3Keys | undefined {
  const sealed = authorizationOf(stream, sealer);
  return typeof sealed === 'string' ? (JSON.parse(sealed) as S3Keys) : undefined;
}

const MAX_AUTHORIZATION_LENGTH = 4_000;

/** The credential to seal: the header, or a bucket's keys. Null: none. Undefined: unchanged. */
function checkedCredential(
  format: StreamFormat,
  url: string,
  authorization: string | null | undefined,
  s3: S3Keys | undefined,
): string | null | undefined {
  if (format !== 's3') {
    if (s3 !== undefined) throw invalid('s3', 'Only streams with the format s3 use keys. Leave s3 out.');
    return typeof authorization === 'string' ? checkedAuthorization(authorization) : authorization;
  }
  if (authorization !== undefined) throw invalid('authorization', 'A bucket requires keys. Send them as s3.');
  bucketOf(url, s3?.region);
  return s3 === undefined ? undefined : JSON.stringify(s3);
}

function checkedAuthorization(text: string): string {
  const header = text.trim();
  if (!/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(header) || header.length > MAX_AUTHORIZATION_LENGTH)
    throw invalid('authorization', 'Send the whole Authorization header, such as "Splunk 0000…" or "Bearer …".');
  return header;
}

const shownStream = ({ last_cause, last_status, ...row }: store.StreamRow): AuditStream => ({
  ...row,
  cause: last_cause === null ? null : streamCauseSentence(last_cause, last_status),
});
const factsOf = ({ name, url, format }: AuditStream) => ({ name, host: new URL(url).host, format });
const subjectOf = ({ id, name }: AuditStream) => ({ kind: 'audit_stream', id, name });
