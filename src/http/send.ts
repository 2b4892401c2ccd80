// An answer onto the wire. The framework's own way is not taken: it adds a charset to JSON types that have none, which
// the types of problem details and SCIM must not bear.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Answer, headersOf, payloadOf } from './answer.ts';
import { drain } from './drain.ts';

/** Sends the answer with `always` among its headers, and lets go of what the caller still sends. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  always: Readonly<Record<string, string>>,
): void {
  if (isStillSending(request)) drain(request);
  if (response.destroyed) return;
  const payload = payloadOf(answer);
  const headers = headerLines(answer, always);
  if (payload instanceof Readable) {
    response.writeHead(answer.status, headers);
    // A caller who goes away in the middle ends the reading, and is nobody to tell of it.
    pipeline(payload, response).catch(() => undefined);
    return;
  }
  if (payload !== undefined) headers.push('Content-Length', String(Buffer.byteLength(payload)));
  response.writeHead(answer.status, headers).end(payload);
}

/** Names and values in turn, which is what Node writes without asking further. */
function headerLines(answer: Answer, always: Readonly<Record<string, string>>): string[] {
  const own = headersOf(answer);
  const lines: string[] = [];
  for (const [name, value] of Object.entries(always)) if (own[name] === undefined) lines.push(name, value);
  for (const [name, value] of Object.entries(own)) lines.push(name, value);
  if (own['Cache-Control'] === undefined)
    lines.push('Cache-Control', answer.status >= 400 ? 'no-store' : 'private, no-cache');
  return lines;
}

/** A body was announced and has not come to its end. */
const isStillSending = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
