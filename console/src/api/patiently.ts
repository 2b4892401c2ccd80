// Loading a part of the console while the service may be away: the window stays, and goes on by itself once it is back.
import { inTime, READ_MS } from './bounded.ts';
import { CONSOLE_HEADERS } from './client.ts';

const PAUSE_MS = 2_000;
const MOST_MS = 60_000;
const LOOK_MS = 10_000;

/** True where the service answers anything at all. */
export function isReachable(): Promise<boolean> {
  const stop = new AbortController();
  const { signal } = stop;
  const look = fetch('/console/mark.svg', { method: 'HEAD', cache: 'no-store', headers: CONSOLE_HEADERS, signal });
  return inTime(look, LOOK_MS, () => stop.abort()).then(
    () => true,
    () => false,
  );
}

/** A file of the console. Browsers wait for one as long as the service is silent. */
export const loaded = <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> => inTime(load(), READ_MS);

/**
 * What `load` brings. While the service cannot be reached it is tried again, for a minute; a file that is missing
 * although the service answers belongs to an older release, and is thrown. `onAway`: called before each wait.
 */
export async function patiently<Loaded>(load: () => Promise<Loaded>, onAway: () => unknown): Promise<Loaded> {
  const end = Date.now() + MOST_MS;
  while (true) {
    try {
      return await loaded(load);
    } catch (thrown) {
      if (Date.now() > end || (await isReachable())) throw thrown;
      onAway();
      await pause(PAUSE_MS);
    }
  }
}

/** With up to two more, so that not all pages of a company come back at once. */
const AWAY_MS = 4_000;
let waiting: Promise<void> | undefined;

/** Resolves once the service answers again: one request every few seconds, however much of the page waits. */
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
