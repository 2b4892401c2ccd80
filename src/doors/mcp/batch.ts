// JSON-RPC batches, which MCP supported until 2025-03-26. A batch costs as much as its calls would individually. Calls
// beyond the caller's rate limit are rejected one by one, and the rest are served.
import type { Caller } from '../../admission/caller.ts';
import type { RateLimiter } from '../../http/rate-limits/rate-limit.ts';
import { errorCodeOf } from './error-code.ts';

export interface ChargedMessage {
  readonly served: unknown;
  /** Error responses for calls over the limit. */
  readonly refused: readonly object[];
}

/** A single message, or a batch whose first call was charged with the request. */
export async function charged(limiter: RateLimiter, caller: Caller, message: unknown): Promise<ChargedMessage> {
  if (!Array.isArray(message)) return { served: message, refused: [] };
  const served: unknown[] = [];
  const refused: object[] = [];
  let isPaid = true;
  const asks = message.some((one) => callIdOf(one) !== undefined);
  for (const one of message) {
    // Drops cancellations of other calls in the batch, because the library would wait for those responses forever.
    if (asks && isCancellation(one)) continue;
    const id = callIdOf(one);
    const verdict = id === undefined || isPaid ? undefined : await limiter.take('default', caller.counted_as);
    if (id !== undefined) isPaid = false;
    if (verdict === undefined || verdict.allowed) served.push(one);
    else refused.push(tooMany(id, verdict.retryAfterS));
  }
  return { served, refused };
}

/** Appends errors for the rejected calls to the response of the batch. */
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

/** Undefined for notifications and responses, which expect no reply. */
const callIdOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message && 'id' in message ? message.id : undefined;

const tooMany = (id: unknown, retryAfterS: number): object => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: errorCodeOf('rate-limited'),
    message: `Too many calls at once. Wait ${retryAfterS} s, then try again.`,
    data: { slug: 'rate-limited', retry_after: retryAfterS },
  },
});
