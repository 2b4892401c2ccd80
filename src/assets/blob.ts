// The interface of a blob store.
import type { Readable } from 'node:stream';

/** A blob to send, with its `size` in bytes. The caller reads `stream` to its end or destroys it. */
export interface Blob {
  readonly stream: Readable;
  readonly size: number;
}

/** A blob in a listing. `modifiedAt` is in milliseconds since the epoch, and updated by every `put` of the key. */
export interface BlobEntry {
  readonly key: string;
  readonly modifiedAt: number;
}

/** Every method rejects if the key is invalid (`isBlobKey`), or if the folder or bucket fails. */
export interface Blobs {
  /** Stores the bytes durably before it resolves. Replaces an existing blob completely. */
  readonly put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  readonly find: (key: string) => Promise<Blob | undefined>;
  readonly has: (key: string) => Promise<boolean>;
  /** Also resolves if the blob does not exist. */
  readonly delete: (key: string) => Promise<void>;
  /** Lists all blobs in any order. Skips other files. */
  readonly list: () => AsyncIterable<BlobEntry>;
  /** Removes partial files left by writes that were interrupted before `before` (milliseconds since the epoch). */
  readonly removeUnfinished: (before: number) => Promise<void>;
  /** Rejects with a message for the operator if the folder or bucket cannot be used. */
  readonly check: () => Promise<void>;
}
