// Decides whether callers who can choose get candidates. A verdict needs one likely trail. A list only needs a prompt
// that asks for work that some trail may describe.
import { ASKS_FOR_WORK, CHOICE } from './constants.ts';
import type { Ranking } from './prompt-ranking.ts';

/** Whether any trail may fit. */
export function mayFitAny({ scored, information }: Ranking): boolean {
  const [top] = scored;
  if (top === undefined) return false;
  if (top.signals.meaning === null) return top.confidence >= CHOICE.least;
  const any = scored.reduce((sum, { confidence }) => sum + confidence, 0);
  const odds =
    ASKS_FOR_WORK.intercept +
    ASKS_FOR_WORK.any * Math.log(withinOdds(any) / (1 - withinOdds(any))) +
    ASKS_FOR_WORK.information * Math.min(ASKS_FOR_WORK.most, Math.log1p(information)) +
    ASKS_FOR_WORK.everyday * top.signals.everyday;
  return odds >= 0;
}

/** Copies of a trail add up to more than 1. */
const withinOdds = (probability: number): number => Math.min(0.999, Math.max(0.0001, probability));
