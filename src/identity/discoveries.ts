// What providers say about themselves, kept for a while: anyone may begin a sign-in, and a provider should not be asked
// each time. Requests that come while a provider is being asked share its answer.
import type { ServerMetadata } from 'openid-client';
import { boundedCache } from '../base/bounded-cache.ts';
import type { Clock } from '../base/clock.ts';
import type { FairTurns } from '../base/fair-turns.ts';

export interface ProviderDiscoveries {
  /** What the provider said in the last ten minutes; `discover` asks it. Failures count for ten seconds. */
  find(issuer: string, discover: () => Promise<ServerMetadata>): Promise<ServerMetadata>;
  /** Asks the provider in any case, for admins; keeps what it says unless that fails. */
  renew(issuer: string, discover: () => Promise<ServerMetadata>): Promise<ServerMetadata>;
}

const KEPT_MS = 10 * 60_000;
const FAILURE_KEPT_MS = 10_000;
const MAX_PROVIDERS = 500;

/** A slow provider takes `turns` from its own visitors only. */
export function openDiscoveries(clock: Clock, turns: FairTurns): ProviderDiscoveries {
  const kept = boundedCache<{ readonly answer: Promise<ServerMetadata>; until: number }>(MAX_PROVIDERS);
  return {
    find(issuer, discover) {
      const known = kept.get(issuer);
      if (known !== undefined && clock() < known.until) return known.answer;
      const answer = turns.run({ key: issuer, isKnown: false }, discover);
      const entry = { answer, until: Number.POSITIVE_INFINITY };
      kept.set(issuer, entry);
      answer.then(
        () => (entry.until = clock() + KEPT_MS),
        () => (entry.until = clock() + FAILURE_KEPT_MS),
      );
      return answer;
    },
    async renew(issuer, discover) {
      const metadata = await discover();
      kept.set(issuer, { answer: Promise.resolve(metadata), until: clock() + KEPT_MS });
      return metadata;
    },
  };
}
