// Blobs in a bucket of Amazon S3 or of anything that speaks its protocol. Loaded only when CAIRN_ASSETS names a bucket.
// Region, credentials and endpoint come from the standard AWS environment (AWS_REGION, AWS_ENDPOINT_URL, …).
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Blob, BlobEntry, Blobs } from './blob.ts';
import { assertBlobKey, isBlobKey } from './blob-key.ts';

type BucketLocation = { readonly client: S3Client; readonly bucket: string; readonly prefix: string };

/**
 * Opens `s3://bucket/prefix` (the prefix may be missing). Throws for a malformed setting; asks nothing of the network.
 */
export function openS3Blobs(setting: string): Blobs {
  const place: BucketLocation = { client: openClient(), ...readSetting(setting) };
  const at = (key: string) => {
    assertBlobKey(key);
    return { Bucket: place.bucket, Key: place.prefix + key };
  };
  return {
    put: async (key, bytes, contentType) => {
      await place.client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType }));
    },
    find: async (key) => findObject(place.client, at(key)),
    has: async (key) => {
      const head = await place.client.send(new HeadObjectCommand(at(key))).catch(undefinedWhenMissing);
      return head !== undefined;
    },
    delete: async (key) => {
      await place.client.send(new DeleteObjectCommand(at(key)));
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
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });
}

async function findObject(client: S3Client, at: { Bucket: string; Key: string }): Promise<Blob | undefined> {
  const found = await client.send(new GetObjectCommand(at)).catch(undefinedWhenMissing);
  if (found?.Body === undefined) return undefined;
  // On Node the body is a Readable; the client's type also covers browsers.
  return { stream: found.Body as Readable, size: found.ContentLength ?? 0 };
}

async function* listBucket({ client, bucket, prefix }: BucketLocation): AsyncGenerator<BlobEntry> {
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(token !== undefined && { ContinuationToken: token }),
      }),
    );
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      const key = Key.slice(prefix.length);
      if (isBlobKey(key) && LastModified !== undefined) yield { key, modifiedAt: LastModified.getTime() };
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

async function checkBucket({ client, bucket, prefix }: BucketLocation): Promise<void> {
  await client
    .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'it does not answer';
      throw new Error(`CAIRN_ASSETS: the bucket ${bucket} cannot be listed: ${reason}`, { cause: error });
    });
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return undefined;
  throw error;
}
