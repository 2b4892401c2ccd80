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
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
}
