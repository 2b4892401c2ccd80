// `cairn.assets`: uploads images for setup guides from a path, a Blob or a stream.
import { type Answer, answer } from './answer.ts';
import { isGiven } from './options.ts';
import { type CallOptions, send, type Transport } from './send.ts';
import type { UploadedImage } from './shapes.ts';

export type ImageSource = string | Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface UploadOptions extends CallOptions {
  /** The trail that shows the image. The image is deleted with the trail. */
  readonly trailId?: string | undefined;
  /** Alternative text. */
  readonly alt?: string | undefined;
}

export interface Assets {
  /** PNG, JPEG, WebP or GIF, at most 10 MB. */
  upload(source: ImageSource, options?: UploadOptions): Answer<UploadedImage>;
}

/** The service's limit (contract 8). Endless streams and files are not read to the end. */
const MAX_BYTES = 10 * 1_048_576;

/** Image operations that use `transport`. */
export const assets = (transport: Transport): Assets => ({
  upload: (source, { trailId, alt, ...options } = {}) =>
    answer(
      imageOf(source).then((image) => {
        const form = new FormData();
        if (isGiven(trailId)) form.set('trail_id', trailId);
        if (isGiven(alt)) form.set('alt', alt);
        form.set('file', image, 'image');
        return send<UploadedImage>(transport, { method: 'POST', path: '/content-assets', form }, options);
      }),
    ),
});

/** Kept in memory, so that it can be sent again. */
async function imageOf(source: ImageSource): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (source instanceof Uint8Array) return new Blob([new Uint8Array(source)]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of typeof source === 'string' ? await fileAt(source) : chunksOf(source)) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new RangeError('The image is larger than 10 MB. Send a smaller one.');
    parts.push(new Uint8Array(part));
  }
  return new Blob(parts);
}

async function* chunksOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Not every browser supports iterating over streams.
  if (!('getReader' in source)) return yield* source;
  const reader = source.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** This is a variable, so that bundlers for browsers do not resolve the module. */
const FILES = 'node:fs';

async function fileAt(path: string): Promise<AsyncIterable<Uint8Array>> {
  const { createReadStream } = (await import(/* @vite-ignore */ FILES)) as {
    createReadStream(path: string): AsyncIterable<Uint8Array>;
  };
  return createReadStream(path);
}
