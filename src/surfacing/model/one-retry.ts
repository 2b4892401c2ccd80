// One retry if a model endpoint is busy or the connection broke, after the pause it asks for, if that is short.
import { setTimeout as pause } from 'node:timers/promises';
import { retryAfterOf } from '../../base/http-date.ts';
import { isMalformed, thrownDetails } from './model-failure.ts';

const USUAL_PAUSE = 150;
const MAX_PAUSE = 1000;

/** Retries once after 429, 5xx or a broken connection. Malformed answers are not retried because they would recur. */
export async function withOneRetry<Result>(attempt: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await attempt();
  } catch (thrown) {
    const milliseconds = pauseBefore(thrown);
    if (signal.aborted || milliseconds === undefined) throw thrown;
    await pause(milliseconds, undefined, { signal });
    return attempt();
  }
}

/** Milliseconds to wait before the retry; undefined for no retry. */
function pauseBefore(thrown: unknown): number | undefined {
  if (isMalformed(thrown)) return undefined;
  const { statusCode, responseHeaders } = thrownDetails(thrown);
  if (statusCode === undefined) return USUAL_PAUSE;
  if (statusCode !== 429 && statusCode < 500) return undefined;
  const wanted = askedToWait(responseHeaders?.['retry-after'] ?? '0');
  return wanted <= MAX_PAUSE ? Math.max(USUAL_PAUSE, wanted) : undefined;
}

/** Any other Retry-After value means no retry. */
const askedToWait = (retryAfter: string): number => retryAfterOf(retryAfter, Date.now()) ?? Number.POSITIVE_INFINITY;
