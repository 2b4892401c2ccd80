// Loading a part of the console while the service may be away: the window stays, and goes on by itself once it is back.
import { CONSOLE_HEADERS } from './client.ts';

const PAUSE_MS = 2_000;
const MOST_TRIES = 30;

/** True where the service answers anything at all. */
export const isReachable = (): Promise<boolean> =>
  fetch('/console/mark.svg', { method: 'HEAD', cache: 'no-store', headers: CONSOLE_HEADERS }).then(
    () => true,
    () => false,
  );

/**
 * What `load` brings. While the service cannot be reached it is tried again, for a minute; a file that is missing
 * although the service answers belongs to an older release, and is thrown.
 */
export async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (thrown) {
      if (tries >= MOST_TRIES || (await isReachable())) throw thrown;
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
