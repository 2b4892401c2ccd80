// Answers of data are compressed for clients that take that: lists are read by people on trains.
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Answer, headersOf } from './answer.ts';
import { acceptedCoding } from './negotiate.ts';

export type Coding = 'br' | 'gzip';

const LEAST_BYTES = 1_024;
const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
/** A tenth of the time of the highest quality, and nearly as small. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * True for JSON that is read, of more than 1 kB; a HEAD has the length that its GET has (RFC 9110, section 8.6). Never
 * where a strong ETag names these very bytes (section 8.8.3: a compressed form would need another one, and `If-Match`
 * would no longer know it), and never what must not be stored: secrets stand there.
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

/** Beside the requests of others, in a thread of zlib's. */
export const compressed = (payload: string | Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'br' ? inBrotli(payload, QUALITY) : inGzip(payload);
