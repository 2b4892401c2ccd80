// The form of a blob's key: the SHA-256 of its bytes and the ending of its kind. Nothing else ever reaches a file system or a bucket.
import { type ImageKind, imageKinds } from './image-kind.ts';

/** The content address of an image, e.g. `9f86…08.png`. */
export const blobKey = (sha256: string, kind: ImageKind): string => `${sha256}.${imageKinds[kind].extension}`;

/** True for a key that `blobKey` could have made: no separator, no dot-dot, no capital. */
export const isBlobKey = (text: string): boolean => keyForm.test(text);

/** Throws for anything but a key. The routes answer 404 long before; this stands against a mistake of ours. */
export function assertBlobKey(text: string): void {
  if (!isBlobKey(text)) throw new TypeError('Not the key of an image.');
}

const keyForm = new RegExp(
  `^[0-9a-f]{64}\\.(?:${Object.values(imageKinds)
    .map((kind) => kind.extension)
    .join('|')})$`,
);
