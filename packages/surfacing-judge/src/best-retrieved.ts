// The few best of many scored trails.
import { keepBest } from './best-few.ts';

/** A trail by its id, with its rough closeness to a query. */
export interface RetrievedTrail {
  readonly id: string;
  readonly score: number;
}

export interface BestRetrieved {
  /** Best first, ties by id: the order of the walk decides nothing. */
  readonly kept: RetrievedTrail[];
  /** False where so low a score is not among the best. */
  mayEnter(score: number): boolean;
  add(one: RetrievedTrail): void;
}

/** Keeps the best `take`, of scores from 0. */
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

/** Best first; equal scores by id, so that the order of inserts decides nothing. */
export const byScore = (one: RetrievedTrail, other: RetrievedTrail): number =>
  other.score - one.score || (one.id < other.id ? -1 : 1);

const isBetter = (one: RetrievedTrail, other: RetrievedTrail): boolean => byScore(one, other) < 0;
