// The body of a request as bytes, read when a route asks for it and never beyond the route's limit.
import type { IncomingMessage } from 'node:http';
import { refuse } from '../base/refusal.ts';

/** A JSON body, unless a route says otherwise. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

/** All bytes. Refuses with `payload-too-large` as soon as more than `limit` were announced or have come. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.reject(tooLarge(limit));
  if (request.destroyed) return Promise.reject(cutOff());
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (failure: Error): void => {
      request.off('data', take);
      request.pause();
      fail(failure);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) stop(tooLarge(limit));
      else chunks.push(chunk);
    };
    request.on('data', take);
    request.once('end', () => done(Buffer.concat(chunks, size)));
    request.once('error', () => fail(cutOff()));
    request.once('close', () => fail(cutOff()));
  });
}

export const tooLarge = (limit: number): Error =>
  refuse('payload-too-large', `The body is larger than the ${sizeOf(limit)} that this route takes.`);

/** For a caller who has gone away; after him nobody reads it, but whoever waits for the body must be told. */
export const cutOff = (): Error => refuse('bad-request', 'The connection ended before the whole body had come.');

const sizeOf = (bytes: number): string =>
  bytes >= 1_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${Math.floor(bytes / 1_000)} kB`;

/** `application/json; charset=utf-8` -> `application/json`; empty where none was sent. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Refuses with `unsupported-media-type` what is none of `accepted`. */
export function requireMediaType(contentType: string | undefined, accepted: readonly string[]): void {
  if (accepted.includes(mediaTypeOf(contentType))) return;
  const sent =
    contentType === undefined
      ? 'No Content-Type was sent'
      : `The Content-Type ${JSON.stringify(contentType.slice(0, 80))} is not taken here`;
  throw refuse('unsupported-media-type', `${sent}. Send ${accepted.join(' or ')}.`);
}
