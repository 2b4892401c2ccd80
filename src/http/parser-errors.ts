// Failures before a route is reached: bytes that are no HTTP, headers that are too long or too slow, paths that cannot
// be decoded. They too are answered in problem details with a Request-Id (Decision 7).
import type { Socket } from 'node:net';
import { newId } from '../base/id.ts';
import { isRefusal, type Refusal, refuse } from '../base/refusal.ts';
import { headersOf, payloadOf } from './answer.ts';
import type { Door } from './endpoint.ts';
import type { Metrics } from './metrics.ts';

export interface ParserFailure extends Error {
  readonly code?: string | undefined;
  /** The bytes at which the parser gave up. */
  readonly rawPacket?: unknown;
}

/** The path in the request line, where the parser still had it: it tells whose words the answer is to be in. */
export const pathIn = ({ rawPacket }: ParserFailure): string =>
  (Buffer.isBuffer(rawPacket) ? /^[A-Z]+ (\/[^\s?]*)/.exec(rawPacket.toString('latin1', 0, 500))?.[1] : undefined) ??
  '/';

const STATUS_LINES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers on the bare socket, since there is no request yet, and ends the connection. */
export function parserAnswer(
  failure: ParserFailure,
  socket: Socket,
  render: Door<unknown>['render'],
  metrics: Metrics,
): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newId();
  const status = failure.code === 'HPE_HEADER_OVERFLOW' ? 431 : failure.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const answer = render(refuse('bad-request', sentences[status] ?? ''), { requestId, url: '' });
  const payload = String(payloadOf(answer) ?? '').replace(/"status":("?)400/, `"status":$1${status}`);
  const headers = {
    ...headersOf(answer),
    'Cache-Control': 'no-store',
    'Request-Id': requestId,
    'Content-Length': String(Buffer.byteLength(payload)),
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  metrics.request({ route: 'unknown', method: 'unknown', status, slug: 'bad-request', seconds: 0 });
  socket.end(`HTTP/1.1 ${status} ${STATUS_LINES[status]}\r\n${head.join('')}\r\n${payload}`);
}

const sentences: Readonly<Record<number, string>> = {
  400: 'The bytes are no valid HTTP request.',
  408: 'The request took too long to arrive.',
  431: 'The headers of the request are too long.',
};

/** What Fastify itself throws, as a refusal; `internal` for everything that is a bug of ours. */
export function frameworkRefusal(thrown: unknown): Refusal | 'internal' {
  if (isRefusal(thrown)) return thrown;
  if (!(thrown instanceof Error)) return 'internal';
  const code = 'code' in thrown ? thrown.code : undefined;
  if (code === 'FST_ERR_BAD_URL') return refuse('bad-request', 'The path is malformed: it cannot be decoded.');
  if (code === 'FST_ERR_ASYNC_CONSTRAINT' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return refuse('not-found', 'There is nothing at this address.');
  return 'internal';
}
