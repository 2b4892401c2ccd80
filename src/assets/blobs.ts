// Opens the store of image bytes that CAIRN_ASSETS names: a folder or an S3 bucket. The database records which catalog
// owns which image (asset-store.ts).
import { DeadlineExceeded } from '../base/deadline.ts';
import { refuse } from '../base/refusal.ts';
import type { Outbound } from '../egress/egress-request.ts';
import type { Blobs } from './blob.ts';
import { openDiskBlobs } from './disk-blobs.ts';

/**
 * Opens `s3://bucket/prefix`, or a folder, which is created if missing. Throws if the setting is malformed. Loads the
 * S3 client only for a bucket. Fails with `not-ready` while the disk is full or the bucket is unavailable.
 */
export async function openBlobs(setting: string, outbound: Outbound = {}): Promise<Blobs> {
  const blobs = await openPlace(setting, outbound);
  return {
    ...blobs,
    put: (key, bytes, type) => blobs.put(key, bytes, type).catch(orNotReady('stored')),
    find: (key) => blobs.find(key).catch(orNotReady('read')),
  };
}

async function openPlace(setting: string, outbound: Outbound): Promise<Blobs> {
  if (!setting.startsWith('s3://')) return openDiskBlobs(setting);
  const { openS3Blobs } = await import('./s3-blobs.ts');
  return openS3Blobs(setting, { outbound });
}

/** Error codes of disks and of the network. */
const PASSING = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

/** True for temporary failures. The S3 client marks timeouts, and whether the client or the server caused an error. */
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
    const refusal = refuse(
      'not-ready',
      what === 'read'
        ? 'Images cannot be read at the moment. Try again later.'
        : 'Images cannot be stored at the moment. Try again later.',
      {
        retry_after: 10,
      },
    );
    refusal.cause = thrown; // For the log only. Responses never contain it.
    throw refusal;
  };
