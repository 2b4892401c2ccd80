// Limits the work that this process does for visitors before they are authenticated. Work that is expensive enough to
// attack is queued here. A rate limit is enough for the rest.

import { availableParallelism } from 'node:os';
import type { Clock } from '../base/clock.ts';
import { type FairTurns, fairTurns } from '../base/fair-turns.ts';
import { refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';

export interface VisitorBudget {
  /** Password derivations, each of which occupies a processor. */
  readonly hashes: FairTurns;
  /** Requests of apps and browsers that store something or ask another server. */
  readonly requests: FairTurns;
}

const MAX_HASHES = 2;
/** About four seconds of work. */
const MAX_WAITING_HASHES = 16;
/** Each request costs little, but may wait several seconds for another server. */
const REQUESTS = { places: 32, openPlaces: 32, placesPerKey: 8, maxWaiting: 64 };
const RETRY_AFTER_S = 5;

/** `processors` is the number available to this process. */
export function visitorBudget(clock: Clock, processors = availableParallelism()): VisitorBudget {
  const places = Math.min(MAX_HASHES, processors);
  const hashing = { places, openPlaces: Math.max(1, places - 1), placesPerKey: places, maxWaiting: MAX_WAITING_HASHES };
  return { hashes: fairTurns(hashing, clock, busy), requests: fairTurns(REQUESTS, clock, busy) };
}

const busy = (): Error =>
  refuse(
    'not-ready',
    t('Too many people are signing in or connecting apps right now. Try again in {retryAfterS} ' + 'seconds.', {
      retryAfterS: RETRY_AFTER_S,
    }),
    {
      retry_after: RETRY_AFTER_S,
    },
  );
