// A catalog's daily token budget for language models (UTC). All processes share the count. Requests in progress may
// exceed it.
import { type Clock, dayOf } from '../../base/clock.ts';

/** The tokens that a catalog spent on a day (`2026-03-31`). */
export interface ModelSpending {
  spent(catalogId: string, day: string): Promise<number>;
  add(catalogId: string, day: string, tokens: number): Promise<void>;
}

export interface TokenBudget {
  /** Whether the catalog has tokens left today. */
  allows(catalogId: string): Promise<boolean>;
  spend(catalogId: string, tokens: number): Promise<void>;
}

/** `tokens` per catalog and day. Undefined means unlimited, and nothing is counted. */
export function tokenBudget(tokens: number | undefined, spending: ModelSpending, clock: Clock): TokenBudget {
  if (tokens === undefined) return UNLIMITED;
  const today = (): string => dayOf(clock());
  return {
    allows: async (catalogId) => (await spending.spent(catalogId, today())) < tokens,
    spend: async (catalogId, more) => {
      if (more > 0) await spending.add(catalogId, today(), more);
    },
  };
}

/** An unlimited budget. */
export const UNLIMITED: TokenBudget = { allows: async () => true, spend: async () => undefined };
