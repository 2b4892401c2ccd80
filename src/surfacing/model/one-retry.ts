// One more try where a model endpoint is busy or a connection broke: a pause as long as it asked for, if that is short.
import { setTimeout as pause } from 'node:timers/promises';
import { retryAfterOf } from '../../base/retry-after.ts';
import { isMalformed, thrownDetails } from './model-failure.ts';

const USUAL_PAUSE = 150;
const LONGEST_PAUSE = 1000;

/** Tries again once after 429, 5xx or a broken connection; a malformed answer would only come again. */
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

/** Milliseconds to wait before a second attempt; undefined where there should be none. */
function pauseBefore(thrown: unknown): number | undefined {
  if (isMalformed(thrown)) return undefined;
  const { statusCode, responseHeaders } = thrownDetails(thrown);
  if (statusCode === undefined) return USUAL_PAUSE;
  if (statusCode !== 429 && statusCode < 500) return undefined;
  const wanted = askedToWait(responseHeaders?.['retry-after'] ?? '0');
  return wanted <= LONGEST_PAUSE ? Math.max(USUAL_PAUSE, wanted) : undefined;
}

/** What is neither seconds nor a date is no wish to be asked again soon. */
const askedToWait = (retryAfter: string): number => retryAfterOf(retryAfter, Date.now()) ?? Number.POSITIVE_INFINITY;
