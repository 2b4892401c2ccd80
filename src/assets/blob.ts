// Bytes in a store, and what a store can do.
import type { Readable } from 'node:stream';

/** A blob to send: `size` in bytes. The caller reads `stream` to its end or destroys it. */
export interface Blob {
  readonly stream: Readable;
  readonly size: number;
}

/** A blob in a listing; `modifiedAt` in milliseconds since the epoch, moved by every `put` of the same key. */
export interface BlobEntry {
  readonly key: string;
  readonly modifiedAt: number;
}

/** Every method rejects for a key that `isBlobKey` does not allow, and when the folder or the bucket fails. */
export interface Blobs {
  /** Stores the bytes so that they survive a crash once this resolves. The same key again replaces them whole. */
  readonly put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  readonly find: (key: string) => Promise<Blob | undefined>;
  readonly has: (key: string) => Promise<boolean>;
  /** Resolves too when there is no such blob. */
  readonly delete: (key: string) => Promise<void>;
  /** Every blob, in no order. Files that are no blobs of ours are passed over. */
  readonly list: () => AsyncIterable<BlobEntry>;
  /** Removes what writes that a crash cut short left before `before` (milliseconds since the epoch). */
  readonly removeUnfinished: (before: number) => Promise<void>;
  /** Rejects with a sentence for the operator when the folder or the bucket cannot be used. */
  readonly check: () => Promise<void>;
}
