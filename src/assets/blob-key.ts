// The form of a blob's key: the SHA-256 of its bytes and the ending of its kind. Nothing else ever reaches a file
// system or a bucket.
import { type ImageKind, imageKinds } from './image-kind.ts';

/** The content address of an image, e.g. `9f86…08.png`. */
export const blobKey = (sha256: string, kind: ImageKind): string => `${sha256}.${imageKinds[kind].extension}`;

/** True for a key that `blobKey` could have made: no separator, no dot-dot, no capital. */
export const isBlobKey = (text: string): boolean => keyForm.test(text);

/** The media type of the image that a key names. Throws for anything but a key. */
export function contentTypeOf(key: string): string {
  const named = Object.values(imageKinds).find((kind) => key.endsWith(`.${kind.extension}`));
  if (named === undefined || !isBlobKey(key)) throw notAKey();
  return named.content_type;
}

/** Throws for anything but a key. The routes answer 404 long before; this stands against a mistake of ours. */
export function assertBlobKey(text: string): void {
  if (!isBlobKey(text)) throw notAKey();
}

const notAKey = () => new TypeError('Not the key of an image.');

const keyForm = new RegExp(
  `^[0-9a-f]{64}\\.(?:${Object.values(imageKinds)
    .map((kind) => kind.extension)
    .join('|')})$`,
);
