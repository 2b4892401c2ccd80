// Polls for the token of the device flow until the person has decided in a browser (RFC 8628, section 3.5).
import { isRefusal, refuse } from '../base/refusal.ts';
import type { RemoteAnswer } from './remote.ts';

/** The device authorization response (RFC 8628, section 3.2). Times are in seconds and have not been validated. */
export interface DeviceFlow {
  readonly interval?: unknown;
  readonly expires_in?: unknown;
}

export interface DeviceTokenDeps {
  /** Requests the token a single time. Fails with `not-ready` if the service is unavailable. */
  readonly ask: () => Promise<RemoteAnswer>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Milliseconds on any clock. */
  readonly now: () => number;
}

const DEFAULT_INTERVAL_S = 5;
const DEFAULT_EXPIRES_S = 600;
const SLOWER_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Polls at the server's interval while the code is valid, with exponential backoff while the service is unavailable.
 * Fails with `unauthorized` if the person declined or the code expired, and with the last error if the service stayed
 * unavailable.
 */
export async function awaitDeviceToken({ interval, expires_in }: DeviceFlow, deps: DeviceTokenDeps): Promise<string> {
  const end = deps.now() + secondsOf(expires_in, DEFAULT_EXPIRES_S) * 1_000;
  let every = secondsOf(interval, DEFAULT_INTERVAL_S) * 1_000;
  let failures = 0;
  for (;;) {
    await deps.pause(Math.min(every * 2 ** failures, Math.max(every, MAX_PAUSE_MS)));
    const answer = await deps.ask().catch((thrown: unknown) => {
      if (!isRefusal(thrown, 'not-ready') || deps.now() >= end) throw thrown;
      return undefined;
    });
    failures = answer === undefined ? failures + 1 : 0;
    if (answer === undefined) continue;
    const { status, body } = answer;
    if (status === 200 && typeof body.access_token === 'string') return body.access_token;
    if (body.error === 'slow_down' || status === 429) every += SLOWER_MS;
    else if (body.error !== 'authorization_pending') throw refuse('unauthorized', sentenceOf(String(body.error)));
    if (deps.now() >= end) throw refuse('unauthorized', sentenceOf('expired_token'));
  }
}

/** Returns seconds up to one day, or the default: `setTimeout` treats values out of range as 0. */
const secondsOf = (value: unknown, usual: number): number =>
  typeof value === 'number' && value >= 1 && value <= 86_400 ? value : usual;

const sentenceOf = (error: string): string =>
  error === 'access_denied'
    ? 'The sign-in was denied in the browser.'
    : error === 'expired_token'
      ? 'The code has expired. Run the command again.'
      : `The sign-in failed (${error}). Run the command again.`;
