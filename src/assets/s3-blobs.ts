// Blobs in a bucket of Amazon S3 or a compatible service. Loaded only if CAIRN_ASSETS names a bucket. Region,
// credentials and endpoint come from the standard AWS variables (AWS_REGION, AWS_ENDPOINT_URL, …).
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { within } from '../base/deadline.ts';
import type { Outbound } from '../egress/egress-request.ts';
import { outboundAgent } from '../egress/outbound.ts';
import type { Blob, BlobEntry, Blobs } from './blob.ts';
import { assertBlobKey, isBlobKey } from './blob-key.ts';

interface BucketLocation {
  readonly client: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly silenceMs: number;
}

export interface S3Options {
  readonly silenceMs?: number | undefined;
  readonly outbound?: Outbound;
}

/** Timeout for a response (including retries), and for each chunk of an object. */
const SILENCE_MS = 60_000;

/**
 * Opens `s3://bucket/prefix` (the prefix is optional) without network access. Throws if the setting is malformed. Calls
 * reject with `DeadlineExceeded` if the bucket does not respond within `silenceMs`.
 */
export function openS3Blobs(setting: string, { silenceMs = SILENCE_MS, outbound = {} }: S3Options = {}): Blobs {
  const place: BucketLocation = { client: openClient(outbound), ...readSetting(setting), silenceMs };
  const { client } = place;
  const at = (key: string) => {
    assertBlobKey(key);
    return { Bucket: place.bucket, Key: place.prefix + key };
  };
  return {
    put: async (key, bytes, contentType) => {
      const object = { ...at(key), Body: bytes, ContentType: contentType };
      await inTime(place, (options) => client.send(new PutObjectCommand(object), options));
    },
    find: async (key) => findObject(place, at(key)),
    has: async (key) => {
      const head = await inTime(place, (options) => client.send(new HeadObjectCommand(at(key)), options)).catch(
        undefinedWhenMissing,
      );
      return head !== undefined;
    },
    delete: async (key) => {
      await inTime(place, (options) => client.send(new DeleteObjectCommand(at(key)), options));
    },
    list: () => listBucket(place),
    // Buckets have no partial objects.
    removeUnfinished: async () => undefined,
    check: () => checkBucket(place),
  };
}

function readSetting(setting: string): { bucket: string; prefix: string } {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/.exec(setting) ?? [];
  if (bucket === undefined) {
    throw new Error('CAIRN_ASSETS: write a bucket as s3://bucket or s3://bucket/prefix, in plain letters and digits.');
  }
  const prefix = path.split('/').filter(Boolean).join('/');
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

function openClient(outbound: Outbound): S3Client {
  const httpsAgent = outboundAgent(outbound);
  const ownEndpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  return new S3Client({
    // Other services often don't support a host name per bucket, regions, or the newer checksums.
    ...(ownEndpoint !== undefined && { forcePathStyle: true }),
    ...(ownEndpoint !== undefined && process.env.AWS_REGION === undefined && { region: 'us-east-1' }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // The client's own `requestTimeout` only logs a warning to the console and keeps waiting.
    requestHandler: { connectionTimeout: 5_000, ...(httpsAgent && { httpsAgent }) },
  });
}

/** Runs `work`, and aborts it if the bucket does not respond. */
function inTime<Result>(
  { silenceMs }: Pick<BucketLocation, 'silenceMs'>,
  work: (options: { readonly abortSignal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const given = new AbortController();
  return within(
    silenceMs,
    THE_BUCKET,
    () => given.abort(),
    () => work({ abortSignal: given.signal }),
  );
}

const THE_BUCKET = 'the bucket of CAIRN_ASSETS';

async function findObject(place: BucketLocation, at: { Bucket: string; Key: string }): Promise<Blob | undefined> {
  const found = await inTime(place, (options) => place.client.send(new GetObjectCommand(at), options)).catch(
    undefinedWhenMissing,
  );
  if (found?.Body === undefined) return undefined;
  // On Node, the body is a Readable, but the client's type also covers browsers.
  const body = found.Body as Readable;
  const stream = Readable.from(piecesInTime(body, place.silenceMs), { objectMode: false });
  // Destroy the body even if nothing was read, to free its connection.
  stream.once('close', () => body.destroy());
  return { stream, size: found.ContentLength ?? 0 };
}

/** The timeout applies only while a chunk is being requested, so that slow browsers do not cause it. */
async function* piecesInTime(body: Readable, silenceMs: number): AsyncGenerator<Buffer> {
  const pieces: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  for (;;) {
    const piece = await within(
      silenceMs,
      THE_BUCKET,
      () => body.destroy(),
      () => pieces.next(),
    );
    if (piece.done === true) return;
    yield piece.value;
  }
}

async function* listBucket(place: BucketLocation): AsyncGenerator<BlobEntry> {
  const { client, bucket, prefix } = place;
  let token: string | undefined;
  do {
    const continued = token !== undefined && { ContinuationToken: token };
    const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...continued });
    const page = await inTime(place, (options) => client.send(command, options));
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      const key = Key.slice(prefix.length);
      if (isBlobKey(key) && LastModified !== undefined) yield { key, modifiedAt: LastModified.getTime() };
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

async function checkBucket(place: BucketLocation): Promise<void> {
  const { client, bucket, prefix } = place;
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 });
  await inTime(place, (options) => client.send(command, options)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'it does not answer';
    throw new Error(`CAIRN_ASSETS: the bucket ${bucket} cannot be listed: ${reason}`, { cause: error });
  });
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return undefined;
  throw error;
}
