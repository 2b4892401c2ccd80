// Records when a person's AI tool last called. The page for connecting tools shows it.
import { boundedCache } from '../base/bounded-cache.ts';
import { type Clock, havePassed } from '../base/clock.ts';
import type { Db } from '../storage/database.ts';
import { upsertToolCall } from './tool-call-store.ts';

export { lastToolCall } from './tool-call-store.ts';

export interface ToolCalls {
  /** Records a call in the background, at most once per person in five minutes. */
  noted(teamId: string, accountId: string): void;
}

const NOTE_EVERY_MS = 5 * 60_000;
const MAX_REMEMBERED = 20_000;

export function toolCalls(db: Db, clock: Clock): ToolCalls {
  const noted = boundedCache<number>(MAX_REMEMBERED);
  return {
    noted(teamId, accountId) {
      const key = `${teamId}/${accountId}`;
      const [now, last] = [clock(), noted.get(key)];
      if (last !== undefined && !havePassed(NOTE_EVERY_MS, last, now)) return;
      noted.set(key, now);
      void upsertToolCall(db, teamId, accountId).catch(() => noted.delete(key));
    },
  };
}
