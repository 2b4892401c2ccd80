// Keeps the best few of many scored trails.
import { keepBest } from './best-few.ts';

/** A trail's id with its rough score. */
export interface RetrievedTrail {
  readonly id: string;
  readonly score: number;
}

export interface BestRetrieved {
  /** Best first. Ties are ordered by id, so that the iteration order does not matter. */
  readonly kept: RetrievedTrail[];
  /** False if the score is too low for the best few. */
  mayEnter(score: number): boolean;
  add(one: RetrievedTrail): void;
}

/** Keeps the best `take`. Scores are at least 0. */
export function bestRetrieved(take: number): BestRetrieved {
  const kept: RetrievedTrail[] = [];
  let lowest = 0;
  return {
    kept,
    mayEnter: (score) => score >= lowest,
    add(one) {
      keepBest(kept, one, take, isBetter);
      if (kept.length === take) lowest = kept.at(-1)?.score ?? 0;
    },
  };
}

/** Best first. Ties are ordered by id, so that the insertion order does not matter. */
export const byScore = (one: RetrievedTrail, other: RetrievedTrail): number =>
  other.score - one.score || (one.id < other.id ? -1 : 1);

const isBetter = (one: RetrievedTrail, other: RetrievedTrail): boolean => byScore(one, other) < 0;
