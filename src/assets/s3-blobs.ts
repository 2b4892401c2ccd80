// Blobs in a bucket of Amazon S3 or of anything that speaks its protocol. Loaded only when CAIRN_ASSETS names a bucket.
// Region, credentials and endpoint come from the standard AWS environment (AWS_REGION, AWS_ENDPOINT_URL, …).
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
import type { Blob, BlobEntry, Blobs } from './blob.ts';
import { assertBlobKey, isBlobKey } from './blob-key.ts';

interface BucketLocation {
  readonly client: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly silenceMs: number;
}

/** For an answer of the bucket, repetitions included, and for each piece of an object. */
const SILENCE_MS = 60_000;

/**
 * Opens `s3://bucket/prefix` (the prefix may be missing). Throws for a malformed setting; asks nothing of the network.
 * A bucket that falls silent is given up after `silenceMs`, with `DeadlineExceeded`.
 */
export function openS3Blobs(setting: string, silenceMs = SILENCE_MS): Blobs {
  const place: BucketLocation = { client: openClient(), ...readSetting(setting), silenceMs };
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
    // A bucket holds no half of an object.
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

function openClient(): S3Client {
  const ownEndpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  return new S3Client({
    // Servers other than Amazon's seldom have a host name for every bucket, or a region, or the newer checksums.
    ...(ownEndpoint !== undefined && { forcePathStyle: true }),
    ...(ownEndpoint !== undefined && process.env.AWS_REGION === undefined && { region: 'us-east-1' }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Its `requestTimeout` writes a line to the console, and goes on waiting.
    requestHandler: { connectionTimeout: 5_000 },
  });
}

/** The result of `work`, which is aborted where the bucket is silent. */
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
  // On Node the body is a Readable; the client's type also covers browsers.
  const body = found.Body as Readable;
  const stream = Readable.from(piecesInTime(body, place.silenceMs), { objectMode: false });
  // Also where nobody read of it, so that its connection is free again.
  stream.once('close', () => body.destroy());
  return { stream, size: found.ContentLength ?? 0 };
}

/** The time in which nobody asks for the next piece does not count: a browser on a train is slow. */
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
