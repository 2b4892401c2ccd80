// Where the bytes of images are kept: a folder or an S3 bucket behind one interface, chosen by CAIRN_ASSETS.
// Which catalog owns which image is the database's business (asset-store.ts).
import type { Blobs } from './blob.ts';
import { openDiskBlobs } from './disk-blobs.ts';

/**
 * Opens what CAIRN_ASSETS names: `s3://bucket/prefix`, else a folder, which is made when missing. Throws for a
 * malformed setting. The S3 client is loaded only when a bucket is named.
 */
export async function openBlobs(setting: string): Promise<Blobs> {
  if (!setting.startsWith('s3://')) return openDiskBlobs(setting);
  const { openS3Blobs } = await import('./s3-blobs.ts');
  return openS3Blobs(setting);
}
