// Compresses data for clients that accept it, because people also read lists on slow connections.
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Answer, headersOf } from './answer.ts';
import { acceptedCoding } from './negotiate.ts';

export type Coding = 'br' | 'gzip';

const LEAST_BYTES = 1_024;
const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
/** Takes a tenth of the time that the highest quality takes, and the result is almost as small. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * True for JSON over 1 kB in responses to reads; a HEAD response has the length of the GET response (RFC 9110, section
 * 8.6). False with a strong ETag, which names the exact bytes: the compressed form would need another one, and
 * `If-Match` would no longer match (section 8.8.3). False for `no-store`, because such responses contain secrets.
 */
export function mayBeCompressed(request: IncomingMessage, answer: Answer, payload: string | Buffer): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || answer.status !== 200 || payload.length < LEAST_BYTES) return false;
  const headers = headersOf(answer);
  if (!/[/+]json\b/.test(headers['Content-Type'] ?? '') || headers['Content-Encoding'] !== undefined) return false;
  return (
    !headers.ETag?.startsWith('"') && !headers['Cache-Control']?.includes('no-store') && headers.Vary === undefined
  );
}

export const codingOf = ({ headers }: IncomingMessage): Coding | undefined =>
  acceptedCoding(headers['accept-encoding'], { br: true, gzip: true });

/** Runs in a zlib thread, so that other requests continue. */
export const compressed = (payload: string | Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'br' ? inBrotli(payload, QUALITY) : inGzip(payload);
