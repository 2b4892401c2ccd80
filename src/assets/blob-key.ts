// The keys of blobs: an HMAC of the content's SHA-256, with the extension of the image kind. No other text ever reaches
// a file system or a bucket.
import { createHmac } from 'node:crypto';
import { IMAGE_KINDS, type ImageKind } from './image-kind.ts';

/**
 * The address of an image in one catalog, e.g. `9f86…08.png`. The catalog's secret keeps other workspaces from testing
 * whether the catalog has an image that they know (ASVS 8.4.1).
 */
export const blobKey = (secret: Buffer, sha256: string, kind: ImageKind): string =>
  `${createHmac('sha256', secret).update(sha256).digest('hex')}.${IMAGE_KINDS[kind].extension}`;

/** True if `blobKey` could have made this key: no separators, dots or capitals. */
export const isBlobKey = (text: string): boolean => KEY_FORM.test(text);

/** Returns the media type of a key's image. Throws if it is not a key. */
export function contentTypeOf(key: string): string {
  const named = Object.values(IMAGE_KINDS).find((kind) => key.endsWith(`.${kind.extension}`));
  if (named === undefined || !isBlobKey(key)) throw notAKey();
  return named.content_type;
}

/** Throws if the text is not a key. Guards against bugs, since the routes return 404 before this can happen. */
export function assertBlobKey(text: string): void {
  if (!isBlobKey(text)) throw notAKey();
}

const notAKey = () => new TypeError('Not the key of an image.');

const KEY_FORM = new RegExp(
  `^[0-9a-f]{64}\\.(?:${Object.values(IMAGE_KINDS)
    .map((kind) => kind.extension)
    .join('|')})$`,
);
