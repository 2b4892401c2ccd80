// Failures before routing: bytes that are not HTTP, headers that are too long or too slow, undecodable paths. Responses
// to these also have problem details and a Request-Id (Decision 7).
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '../../base/id.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { headersOf, payloadOf, type RenderRefusal } from '../answers/answer.ts';
import type { ParserFailure } from '../incoming/parser-failure.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** The path in the request line, if the parser still has it. It determines the format of the response. */
export const pathIn = ({ rawPacket }: ParserFailure): string =>
  (Buffer.isBuffer(rawPacket) ? /^[A-Z]+ (\/[^\s?]*)/.exec(rawPacket.toString('latin1', 0, 500))?.[1] : undefined) ??
  '/';

/** Responds on the raw socket, because there is no request yet, and closes the connection. */
export function parserAnswer(
  failure: ParserFailure,
  socket: Duplex,
  render: RenderRefusal,
  always: Readonly<Record<string, string>>,
  { metrics }: { readonly metrics: Metrics },
): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newId();
  const refusal = refusalOf(failure.code);
  const answer = render(refusal, { requestId, url: '' });
  const payload = String(payloadOf(answer) ?? '');
  const headers = {
    ...headersOf(answer),
    ...always,
    'Cache-Control': 'no-store',
    'Request-Id': requestId,
    'Content-Length': String(Buffer.byteLength(payload)),
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status } = answer;
  metrics.request({ route: 'unknown', method: 'unknown', status, slug: refusal.slug, seconds: 0 });
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${payload}`);
}

/** The refusal for an error code of Node's parser. */
function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('headers-too-large', 'The headers of the request are too long.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('request-timeout', 'The request took too long to arrive.');
  return refuse('bad-request', 'The bytes are not a valid HTTP request.');
}
