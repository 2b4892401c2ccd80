// The request body as bytes. Read only when a route asks for it, up to the route's limit.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { excerpt } from '../../base/excerpt.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';

/** For bodies without a document, unless a route sets another limit. */
export const DEFAULT_BODY_LIMIT = 65_536;

/** Resolves when there is room to read the body. */
export type Enter = () => Promise<void>;

/** Returns all bytes. Fails with `payload-too-large` as soon as more than `limit` bytes are announced or received. */
export function readBytes(request: IncomingMessage, limit: number, enter?: Enter): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.reject(tooLarge(limit));
  return enter === undefined ? readAll(request, limit) : enter().then(() => readAll(request, limit));
}

function readAll(request: IncomingMessage, limit: number): Promise<Buffer> {
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
    const end = (): void => {
      request.off('error', cut).off('close', cut);
      done(Buffer.concat(chunks, size));
    };
    const cut = (): void => fail(cutOff());
    request.on('data', take).once('end', end).on('error', cut).on('close', cut);
  });
}

export const tooLarge = (limit: number): Error =>
  refuse('payload-too-large', t('The body is larger than {size}, the maximum here.', { size: sizeOf(limit) }));

/** Thrown if the client has left. No one reads the response, but the handler must stop waiting for the body. */
export const cutOff = (): Error => refuse('bad-request', 'The connection ended before the complete body arrived.');

const sizeOf = (bytes: number): string =>
  bytes >= 1_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${Math.floor(bytes / 1_000)} kB`;

/** `application/json; charset=utf-8` -> `application/json`; empty if missing. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Fails with `unsupported-media-type` if the body's type is not in `accepted`, its charset is not UTF-8, or it is
 * encoded, e.g. compressed (Decision 73).
 */
export function requireMediaType(headers: IncomingHttpHeaders, accepted: readonly string[]): void {
  const contentType = headers['content-type'];
  if (!accepted.includes(mediaTypeOf(contentType))) {
    const sent =
      contentType === undefined
        ? t('No Content-Type was sent')
        : t('The Content-Type {type} is not accepted here', { type: shown(contentType) });
    throw refuse('unsupported-media-type', t('{sent}. Send {accepted}.', { sent, accepted: accepted.join(' or ') }), {
      accept: accepted.join(', '),
    });
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw refuse(
      'unsupported-media-type',
      t('The charset {charset} is not accepted here. Send the body in UTF-8.', { charset: shown(charset) }),
    );
  requireIdentity(headers);
}

/** Fails with `unsupported-media-type` if the body has a Content-Encoding or a transfer coding other than `chunked`. */
function requireIdentity(headers: IncomingHttpHeaders): void {
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined && !/^\s*chunked\s*$/i.test(transfer))
    throw refuse(
      'unsupported-media-type',
      t('The Transfer-Encoding {coding} is not accepted here. Send the body unencoded or chunked.', {
        coding: shown(transfer),
      }),
    );
  const encoding = headers['content-encoding'];
  if (encoding === undefined || ['', 'identity'].includes(encoding.trim().toLowerCase())) return;
  throw refuse(
    'unsupported-media-type',
    t('The Content-Encoding {coding} is not accepted here. Send the body unencoded.', { coding: shown(encoding) }),
    { accept_encoding: 'identity' },
  );
}

const shown = (text: string): string => JSON.stringify(excerpt(text));
