// The form of a blob's key: an HMAC of its bytes' SHA-256 and the ending of its kind. Nothing else ever reaches a file
// system or a bucket.
import { createHmac } from 'node:crypto';
import { IMAGE_KINDS, type ImageKind } from './image-kind.ts';

/**
 * The address of an image in one catalog, e.g. `9f86…08.png`. The catalog's secret keeps other workspaces from testing
 * whether the catalog has an image that they know (ASVS 8.4.1).
 */
export const blobKey = (secret: Buffer, sha256: string, kind: ImageKind): string =>
  `${createHmac('sha256', secret).update(sha256).digest('hex')}.${IMAGE_KINDS[kind].extension}`;

/** True for a key that `blobKey` could have made: no separator, no dot-dot, no capital. */
export const isBlobKey = (text: string): boolean => KEY_FORM.test(text);

/** The media type of the image that a key names. Throws for anything but a key. */
export function contentTypeOf(key: string): string {
  const named = Object.values(IMAGE_KINDS).find((kind) => key.endsWith(`.${kind.extension}`));
  if (named === undefined || !isBlobKey(key)) throw notAKey();
  return named.content_type;
}

/** Throws for anything but a key. The routes answer 404 long before; this stands against a mistake of ours. */
export function assertBlobKey(text: string): void {
  if (!isBlobKey(text)) throw notAKey();
}

const notAKey = () => new TypeError('Not the key of an image.');

const KEY_FORM = new RegExp(
  `^[0-9a-f]{64}\\.(?:${Object.values(IMAGE_KINDS)
    .map((kind) => kind.extension)
    .join('|')})$`,
);
