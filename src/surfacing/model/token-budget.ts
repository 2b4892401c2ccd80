// What a catalog may spend on a language model in a day (UTC). The count is kept where every process of the service
// sees it; it may be overdrawn by the requests that are under way when it runs out.
import { type Clock, dayOf } from '../../base/clock.ts';

/** Tokens spent by a catalog on a day (`2026-03-31`). */
export interface ModelSpending {
  spent(catalogId: string, day: string): Promise<number>;
  add(catalogId: string, day: string, tokens: number): Promise<void>;
}

export interface TokenBudget {
  /** Whether the catalog has tokens left today. */
  allows(catalogId: string): Promise<boolean>;
  spend(catalogId: string, tokens: number): Promise<void>;
}

/** `tokens` for each catalog and day; undefined: as many as it likes, and nothing is counted. */
export function tokenBudget(tokens: number | undefined, spending: ModelSpending, clock: Clock): TokenBudget {
  if (tokens === undefined) return BOUNDLESS;
  const today = (): string => dayOf(clock());
  return {
    allows: async (catalogId) => (await spending.spent(catalogId, today())) < tokens,
    spend: async (catalogId, more) => {
      if (more > 0) await spending.add(catalogId, today(), more);
    },
  };
}

/** The budget of a judge that nobody bounds. */
export const BOUNDLESS: TokenBudget = { allows: async () => true, spend: async () => undefined };
