// Uploads an image to a catalog: decodes it, stores the bytes, then adds the row. A crash in between leaves bytes
// without a row, which sweep-orphans.ts removes, but never a row without bytes.

import { errorAt } from '../base/field-finding.ts';
import { isUuid } from '../base/id.ts';
import type { ValidationIssue } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import type { Db, Tx } from '../storage/database.ts';
import { imageSecret } from '../trails/catalog/catalogs.ts';
import { holdTrail, trailExists } from '../trails/trails.ts';
import { insertUse, upsertAsset } from './asset-store.ts';
import type { Blobs } from './blob.ts';
import { blobKey } from './blob-key.ts';
import type { ContentAssetResource } from './content-asset.ts';
import type { DecodedImage, DecodeImage } from './decode-image.ts';
import { IMAGE_LIMITS } from './image-limits.ts';
import { markdownImage } from './markdown-image.ts';

/**
 * The dependencies of an upload. `commit` runs its work in one transaction (`database.inTransaction` or the gate's) and
 * receives the response, so that both are stored together.
 */
export interface UploadPlace {
  readonly db: Db;
  readonly commit: (work: (tx: Tx) => Promise<void>, answer: ContentAssetResource) => Promise<void>;
  readonly blobs: Blobs;
  readonly decode: DecodeImage;
  readonly base_url: string;
  /** The secret in the keys of the catalog's images. Created and stored if there is none. */
  readonly secretOf?: (catalogId: string) => Promise<Buffer>;
}

/**
 * An upload. With `trail_id`, the image is deleted together with the trail (Decision 25); otherwise it belongs to the
 * catalog.
 */
export interface ImageUpload {
  readonly catalog_id: string;
  readonly uploaded_by: string | null;
  readonly bytes: Uint8Array;
  readonly trail_id?: string | undefined;
  readonly alt?: string | undefined;
}

/**
 * Stores the image and returns its URL (contract 4.2). The same image has the same key. Fails, in the order of Decision
 * 5, with `not-found` if the trail is not in the catalog, `unsupported-media-type` and `payload-too-large` for the
 * file, `not-ready` if too many uploads are waiting, and `validation` for `alt` and `trail_id`.
 */
export async function uploadImage(place: UploadPlace, upload: ImageUpload): Promise<ContentAssetResource> {
  const { trail_id, alt = '' } = upload;
  if (trail_id !== undefined && isUuid(trail_id) && !(await trailExists(place.db, upload.catalog_id, trail_id))) {
    throw noSuchTrail();
  }
  const image = await place.decode(upload.bytes, upload.catalog_id);
  refuseFindings(findingsOf(alt, trail_id));

  const { secretOf = (catalogId) => imageSecret(place.db, catalogId) } = place;
  const key = await storeImage(place.blobs, await secretOf(upload.catalog_id), image);
  const url = `${place.base_url}/assets/${key}`;
  const markdown = markdownImage(alt, url);
  const answer = { url, markdown, key, content_type: image.content_type, size_bytes: image.size };
  await place.commit((tx) => ownImage(tx, upload, key, image), answer);
  await keepImage(place.blobs, key, image);
  return answer;
}

/** Stores the bytes without an owner and returns their key. */
export async function storeImage(blobs: Blobs, secret: Buffer, image: DecodedImage): Promise<string> {
  const key = blobKey(secret, image.sha256, image.kind);
  await blobs.put(key, image.bytes, image.content_type);
  return key;
}

/**
 * Stores the bytes again if they are missing: a sweep that checked before the row was committed may have removed them.
 * Call this after the commit, once a sweep can no longer remove them.
 */
export async function keepImage(blobs: Blobs, key: string, image: DecodedImage): Promise<void> {
  if (!(await blobs.has(key))) await blobs.put(key, image.bytes, image.content_type);
}

/** Adds the stored image to the database. Fails with `not-found` if the trail does not exist. */
export async function ownImage(
  tx: Tx,
  upload: Omit<ImageUpload, 'bytes' | 'alt'>,
  key: string,
  image: DecodedImage,
): Promise<void> {
  const { catalog_id, trail_id, uploaded_by } = upload;
  // Lock the trail first, as its deletion does, to avoid deadlocks.
  if (trail_id !== undefined && !(await holdTrail(tx, catalog_id, trail_id))) throw noSuchTrail();
  const { content_type, width, height } = image;
  const standalone = trail_id === undefined;
  await upsertAsset(tx, catalog_id, {
    key,
    content_type,
    size_bytes: image.size,
    width,
    height,
    standalone,
    uploaded_by,
  });
  if (trail_id !== undefined) await insertUse(tx, catalog_id, key, trail_id);
}

function findingsOf(alt: string, trail_id: string | undefined): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const length = [...alt].length;
  if (length > IMAGE_LIMITS.alt) {
    const limit = IMAGE_LIMITS.alt;
    issues.push(
      errorAt(
        'alt',
        t('The text has {length} characters; at most {limit} are allowed. Shorten it.', { length, limit }),
      ),
    );
  }
  if (trail_id !== undefined && !isUuid(trail_id))
    issues.push(errorAt('trail_id', 'The id of a trail is a UUID. Send the trail’s id, or leave the field out.'));
  return issues;
}

function refuseFindings(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0)
    throw refuse('validation', 'Some fields of the upload need fixing; `issues` lists them.', { issues });
}

const noSuchTrail = () =>
  refuse('not-found', 'There is no such trail in this catalog. Check trail_id, or leave it out.');
