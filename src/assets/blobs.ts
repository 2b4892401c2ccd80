// Where the bytes of images are kept: a folder or an S3 bucket behind one interface, chosen by CAIRN_ASSETS.
// Which catalog owns which image is the database's business (asset-store.ts).
import { DeadlineExceeded } from '../base/deadline.ts';
import { refuse } from '../base/refusal.ts';
import type { Blobs } from './blob.ts';
import { openDiskBlobs } from './disk-blobs.ts';

/**
 * Opens what CAIRN_ASSETS names: `s3://bucket/prefix`, else a folder, which is made when missing. Throws for a
 * malformed setting. The S3 client is loaded only when a bucket is named. What a full disk or a bucket that is away
 * does not take or give is `not-ready`.
 */
export async function openBlobs(setting: string): Promise<Blobs> {
  const blobs = await openPlace(setting);
  return {
    ...blobs,
    put: (key, bytes, type) => blobs.put(key, bytes, type).catch(orNotReady('stored')),
    find: (key) => blobs.find(key).catch(orNotReady('read')),
  };
}

async function openPlace(setting: string): Promise<Blobs> {
  if (!setting.startsWith('s3://')) return openDiskBlobs(setting);
  const { openS3Blobs } = await import('./s3-blobs.ts');
  return openS3Blobs(setting);
}

/** Of a disk, and of the network on the way to a bucket. */
const PASSING = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

/** It may be over when somebody has made room, or by itself. The S3 client names whose fault it was, and time-outs. */
const isPassing = (thrown: unknown): thrown is Error =>
  thrown instanceof Error &&
  (('code' in thrown && PASSING.has(String(thrown.code))) ||
    ('$fault' in thrown && thrown.$fault === 'server') ||
    thrown.name === 'TimeoutError' ||
    thrown instanceof DeadlineExceeded);

const orNotReady =
  (what: 'stored' | 'read') =>
  (thrown: unknown): never => {
    if (!isPassing(thrown)) throw thrown;
    const refusal = refuse('not-ready', `Images cannot be ${what} at the moment. Try again later.`, {
      retry_after: 10,
    });
    refusal.cause = thrown; // For the log; no door tells it.
    throw refusal;
  };
