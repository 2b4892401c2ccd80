// The few trails that a model compares, under aliases and in an order that reveals nothing.
import { createHash } from 'node:crypto';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { Ranking } from '@cairn/surfacing-judge/prompt-ranking';
import { tokenLine } from '@cairn/surfacing-judge/text';

/** Number of live trails in addition to the subject. */
const COMPARED = 8;

export interface ShortListed {
  /** T1 to T9. */
  readonly alias: string;
  readonly trail: JudgedTrail;
}

/** A choice for the model: the trail of the list that fits the prompt, or none. */
export interface Choice {
  readonly prompt: string;
  readonly list: readonly ShortListed[];
}

/**
 * The subject and the nearest live trails, ordered by a hash of prompt and trail so that the position is not a hint.
 */
export function shortList(ranking: Ranking, subject: JudgedTrail | null, prompt: string): ShortListed[] {
  const live = liveByRank(ranking, subject).slice(0, COMPARED);
  const compared = subject === null ? live : [...live, subject];
  return compared
    .map((trail) => ({ trail, place: digest(tokenLine(prompt), trail.id) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ trail }, at) => ({ alias: `T${at + 1}`, trail }));
}

/** The live trails of a ranking except the subject, best first. */
export function liveByRank(ranking: Ranking, subject: JudgedTrail | null): JudgedTrail[] {
  const ranked = [...ranking.scored.map((one) => one.indexed.trail), ...ranking.near];
  return [...new Map(ranked.filter((trail) => trail.id !== subject?.id).map((trail) => [trail.id, trail])).values()];
}

/** The same trails in reverse order under new aliases, for a second look that is not biased by the first order. */
export const reversed = ({ prompt, list }: Choice): Choice => ({
  prompt,
  list: [...list].reverse().map(({ trail }, at) => ({ alias: `T${at + 1}`, trail })),
});

/** A fingerprint of texts. Parts cannot be confused by concatenation. */
export const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
