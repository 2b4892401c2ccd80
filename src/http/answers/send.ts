// Sends a response.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drain } from '../bodies/drain.ts';
import { type Answer, headersOf, payloadOf } from './answer.ts';
import { codingOf, compressed, mayBeCompressed } from './compress.ts';
import { endTogether } from './end-together.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Sends the response, adds the `more` headers that it does not set, and discards the rest of the request. If a stream
 * fails in the service or a response cannot be compressed, calls `failed` and closes the connection.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  more: readonly Headers[],
  failed: (thrown: unknown) => void,
): void {
  if (isStillSending(request)) drain(request);
  if (response.destroyed) return;
  const payload = payloadOf(answer);
  const headers = headerLines(answer, more);
  if (payload instanceof Readable) {
    response.writeHead(answer.status, headers);
    if (request.method === 'HEAD') {
      // The stream is not sent, so stop it.
      payload.destroy();
      response.end();
      return;
    }
    pipeline(payload, response).catch((thrown: unknown) => {
      // A client that leaves midway ends the stream. That is not a failure.
      if (!isDeparture(thrown)) failed(thrown);
    });
    return;
  }
  const finish = (body: string | Buffer | undefined): void => {
    if (body !== undefined) headers.push('Content-Length', String(Buffer.byteLength(body)));
    endTogether(response.writeHead(answer.status, headers), body);
  };
  const isOffered = payload !== undefined && mayBeCompressed(request, answer, payload);
  if (isOffered) headers.push('Vary', 'Accept-Encoding');
  const coding = isOffered ? codingOf(request) : undefined;
  if (payload === undefined || coding === undefined) {
    finish(payload);
    return;
  }
  compressed(payload, coding)
    .then((bytes) => {
      if (response.destroyed) return;
      headers.push('Content-Encoding', coding);
      finish(bytes);
    })
    .catch((thrown: unknown) => {
      failed(thrown);
      response.destroy(); // Otherwise it would never end.
    });
}

const isDeparture = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && DEPARTED.has(String(thrown.code));

const DEPARTED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED']);

/** Alternating names and values, which Node writes without further checks. */
function headerLines(answer: Answer, more: readonly Headers[]): string[] {
  const own = headersOf(answer);
  const lines: string[] = [];
  for (const headers of more)
    for (const name of Object.keys(headers)) if (own[name] === undefined) lines.push(name, headers[name] ?? '');
  for (const name of Object.keys(own)) lines.push(name, own[name] ?? '');
  for (const cookie of answer.cookies ?? []) lines.push('Set-Cookie', cookie);
  if (own['Cache-Control'] === undefined)
    lines.push('Cache-Control', answer.status >= 400 ? 'no-store' : 'private, no-cache');
  return lines;
}

/** The request announced a body that has not ended yet. */
const isStillSending = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
