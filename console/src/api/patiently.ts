// Loads parts of the console while the service may be unreachable. The page stays and continues once it is back.
import { inTime, READ_MS } from './bounded.ts';
import { CONSOLE_HEADERS } from './client.ts';

const PAUSE_MS = 2_000;
const MAX_MS = 60_000;
const LOOK_MS = 10_000;

/** True if the service responds at all, whatever its status. */
export function isReachable(): Promise<boolean> {
  const stop = new AbortController();
  const { signal } = stop;
  const look = fetch('/console/mark.svg', { method: 'HEAD', cache: 'no-store', headers: CONSOLE_HEADERS, signal });
  return inTime(look, LOOK_MS, () => stop.abort()).then(
    () => true,
    () => false,
  );
}

/**
 * Loads a file of the console, with a timeout. Without one, browsers would wait as long as the service does not
 * respond.
 */
export const loaded = <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> => inTime(load(), READ_MS);

/**
 * Waits up to a minute until the service is reachable, calling `onAway` before each wait, and then loads. It does not
 * load earlier, because browsers never request a module again after a failure. Throws if a file is missing although the
 * service responds, because it then belongs to an older release.
 */
export async function patiently<Loaded>(load: () => Promise<Loaded>, onAway: () => unknown): Promise<Loaded> {
  const end = Date.now() + MAX_MS;
  while (Date.now() < end && !(await isReachable())) {
    onAway();
    await pause(PAUSE_MS);
  }
  return loaded(load);
}

/** Up to 2 s are added at random, so that not all pages of a company return at once. */
const AWAY_MS = 4_000;
let waiting: Promise<void> | undefined;

/** Resolves once the service responds again. Sends one request every few seconds, however many callers wait. */
export function untilReachable(): Promise<void> {
  waiting ??= askUntilReachable().finally(() => {
    waiting = undefined;
  });
  return waiting;
}

async function askUntilReachable(): Promise<void> {
  do await pause(AWAY_MS + Math.random() * 2_000);
  while (!(await isReachable()));
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
