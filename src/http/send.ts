// An answer onto the wire.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Answer, headersOf, payloadOf, type TakeOver, takeOverOf } from './answer.ts';
import { drain } from './drain.ts';

/**
 * Sends the answer with `always` among its headers, and lets go of what the caller still sends. `failed` is told of a
 * stream that broke on our side, and of what a take-over throws.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  always: Readonly<Record<string, string>>,
  failed: (thrown: unknown) => void,
): void {
  const takeOver = takeOverOf(answer);
  if (takeOver !== undefined) {
    giveOver(request, response, takeOver, { ...always, ...answer.headers }, failed);
    return;
  }
  if (isStillSending(request)) drain(request);
  if (response.destroyed) return;
  const payload = payloadOf(answer);
  const headers = headerLines(answer, always);
  if (payload instanceof Readable) {
    response.writeHead(answer.status, headers);
    pipeline(payload, response).catch((thrown: unknown) => {
      // A caller who goes away in the middle ends the reading, and is nobody to tell of it.
      if (!isDeparture(thrown)) failed(thrown);
    });
    return;
  }
  if (payload !== undefined) headers.push('Content-Length', String(Buffer.byteLength(payload)));
  response.writeHead(answer.status, headers).end(payload);
}

function giveOver(
  request: IncomingMessage,
  response: ServerResponse,
  takeOver: TakeOver,
  headers: Readonly<Record<string, string>>,
  failed: (thrown: unknown) => void,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  void (async () => takeOver(request, response))().catch((thrown: unknown) => {
    failed(thrown);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
}

const isDeparture = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && DEPARTED.has(String(thrown.code));

const DEPARTED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED']);

/** Names and values in turn, which is what Node writes without asking further. */
function headerLines(answer: Answer, always: Readonly<Record<string, string>>): string[] {
  const own = headersOf(answer);
  const lines: string[] = [];
  for (const [name, value] of Object.entries(always)) if (own[name] === undefined) lines.push(name, value);
  for (const [name, value] of Object.entries(own)) lines.push(name, value);
  for (const cookie of answer.cookies ?? []) lines.push('Set-Cookie', cookie);
  if (own['Cache-Control'] === undefined)
    lines.push('Cache-Control', answer.status >= 400 ? 'no-store' : 'private, no-cache');
  return lines;
}

/** A body was announced and has not come to its end. */
const isStillSending = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
