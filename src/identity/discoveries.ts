// Caches provider metadata. Anyone can start a sign-in, so not every sign-in should cause a request to the provider.
// Concurrent requests for the same provider share one response.
import type { ServerMetadata } from 'openid-client';
import { boundedCache } from '../base/bounded-cache.ts';
import type { Clock } from '../base/clock.ts';
import type { FairTurns } from '../base/fair-turns.ts';

export interface ProviderDiscoveries {
  /** Returns the metadata from the last ten minutes, or calls `discover`. Failures are cached for ten seconds. */
  find(issuer: string, discover: () => Promise<ServerMetadata>): Promise<ServerMetadata>;
  /** Always calls `discover` (for admins). Caches the result unless it fails. */
  renew(issuer: string, discover: () => Promise<ServerMetadata>): Promise<ServerMetadata>;
}

const KEPT_MS = 10 * 60_000;
const FAILURE_KEPT_MS = 10_000;
const MAX_PROVIDERS = 500;

/** A slow provider uses up only the `turns` of its own visitors. */
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
