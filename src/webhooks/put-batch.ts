// Stores a batch of audit entries as an S3 object through egress. The SDK only signs; it never connects.
import type { Egress } from '../egress/egress-request.ts';
import { bucketOf, type S3Keys } from './s3-keys.ts';
import { type DeliveryOutcome, post } from './send-delivery.ts';
import { type StreamedEntry, streamBody } from './stream-format.ts';

/** The parts of the SDK's request that are used. */
interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Stores the batch as `prefix/YYYY/MM/DD/…ndjson`. The name contains the first and last entry, so a retry writes the
 * same object. Server errors never throw.
 */
export async function putBatch(
  egress: Egress,
  url: string,
  keys: S3Keys,
  batch: readonly [StreamedEntry, ...StreamedEntry[]],
  now: number,
): Promise<DeliveryOutcome> {
  const { S3Client, PutObjectCommand } = await import('@aws-sdk/client-s3');
  const { endpoint, bucket, prefix, region } = bucketOf(url, keys.region);
  const { contentType, body } = streamBody('s3', batch);
  let outcome: DeliveryOutcome | undefined;
  const handle = async ({ method, path, query, headers }: SignedRequest) => {
    const address = new URL(path, endpoint);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    outcome = await post(egress, address.href, withoutHop(headers), body, now, method);
    const statusCode = outcome.status ?? 503;
    return { response: { statusCode, headers: {}, body: new Uint8Array() } };
  };
  const client = new S3Client({
    ...{ endpoint, region, forcePathStyle: true, maxAttempts: 1 },
    credentials: { accessKeyId: keys.access_key_id, secretAccessKey: keys.secret_access_key },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { handle },
  });
  const object = { Bucket: bucket, Key: prefix + objectName(batch), Body: body, ContentType: contentType };
  try {
    await client.send(new PutObjectCommand(object));
  } catch (thrown) {
    // If there is an outcome, the server refused. Otherwise, the error is the service's own.
    if (outcome === undefined) throw thrown;
  }
  if (outcome === undefined) throw new Error('the S3 client sent nothing');
  return outcome;
}

/** Sorted by time within a day. The ids keep processes from colliding. */
function objectName(batch: readonly [StreamedEntry, ...StreamedEntry[]]): string {
  const [first] = batch;
  const last = batch.at(-1) ?? first;
  const at = first.at.replace(/[^0-9TZ]/g, '');
  return `${first.at.slice(0, 10).replaceAll('-', '/')}/${at}-${first.id}-${last.id}.ndjson`;
}

/** undici sets these headers itself and does not support `expect`. */
function withoutHop(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.has(name.toLowerCase())));
}
const HOP = new Set(['expect', 'content-length', 'connection']);
