// A batch of JSON-RPC, which MCP had until 2025-03-26: what it asks costs as much as asked one by one. Calls that the
// caller's bucket has no room for are refused, each in its own answer, and the others are served.
import type { Caller } from '../../admission/caller.ts';
import type { RateLimiter } from '../../http/rate-limits/rate-limit.ts';
import { errorCodeOf } from './error-code.ts';

export interface ChargedMessage {
  readonly served: unknown;
  /** The answers of those that are not. */
  readonly refused: readonly object[];
}

/** One message, or a batch whose first call the request itself has paid for. */
export async function charged(limiter: RateLimiter, caller: Caller, message: unknown): Promise<ChargedMessage> {
  if (!Array.isArray(message)) return { served: message, refused: [] };
  const served: unknown[] = [];
  const refused: object[] = [];
  let isPaid = true;
  const asks = message.some((one) => callIdOf(one) !== undefined);
  for (const one of message) {
    // Of calls beside it: the library would wait for their answers without end.
    if (asks && isCancellation(one)) continue;
    const id = callIdOf(one);
    const verdict = id === undefined || isPaid ? undefined : await limiter.take('default', caller.counted_as);
    if (id !== undefined) isPaid = false;
    if (verdict === undefined || verdict.allowed) served.push(one);
    else refused.push(tooMany(id, verdict.retryAfterS));
  }
  return { served, refused };
}

/** The answer of the batch with those that were refused behind the others. */
export function withRefused(answer: Buffer, refused: readonly object[]): Buffer {
  if (refused.length === 0) return answer;
  const answers = [answer.length === 0 ? [] : JSON.parse(answer.toString())].flat();
  return Buffer.from(JSON.stringify([...answers, ...refused]));
}

const isCancellation = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'method' in message &&
  message.method === 'notifications/cancelled';

/** Undefined for what asks nothing: a notification, or an answer. */
const callIdOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message && 'id' in message ? message.id : undefined;

const tooMany = (id: unknown, retryAfterS: number): object => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: errorCodeOf('rate-limited'),
    message: `Too many calls at once. Wait ${retryAfterS} s, then send it again.`,
    data: { slug: 'rate-limited', retry_after: retryAfterS },
  },
});
