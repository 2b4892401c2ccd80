// Signals of a compared trail that do not depend on the others.
import type { Signals } from './calibration.ts';
import { VETO } from './constants.ts';
import type { FeatureReader } from './features.ts';
import type { IndexedTrail } from './indexed-trail.ts';
import type { Closeness } from './similarity.ts';
import type { Statistics } from './statistics.ts';

type OwnSignals = Pick<Signals, 'centroid' | 'units' | 'coverage' | 'nearest' | 'veto' | 'meaning' | 'described'>;

/**
 * Of the trail's keywords that appear in full in the prompt, how rare the rarest one is: from 0 (there is none, or it
 * is common) to 1.
 */
export function keywordRarity(words: readonly number[], { keywords }: IndexedTrail, measure: Statistics): number {
  const whole = keywords.filter((keyword) => keyword.length > 0 && holdsRow(words, keyword));
  const rarest = Math.max(0, ...whole.flat().map((word) => measure.rarity(word)));
  return Math.max(0, 2 * rarest - 1);
}

const holdsRow = (words: readonly number[], row: readonly number[]): boolean =>
  words.some((_, from) => row.every((word, at) => words[from + at] === word));

/** True if a text of the trail itself asks for nothing, such as "hi". */
export function hasHollowText({ trail }: IndexedTrail, read: FeatureReader): boolean {
  const examples = trail.examples.filter(({ expect }) => expect === 'match').map(({ text }) => text);
  return [trail.title, trail.when, ...trail.keywords, ...examples].some((text) => text !== '' && read.isHollow(text));
}

/** Whether the prompt asks for an act of the trail, another act, or no known act. */
export function actSignal(asked: readonly number[], { acts }: IndexedTrail, read: FeatureReader): Signals['act'] {
  if (asked.some((act) => acts.has(act))) return 'same';
  return acts.size > 0 && asked.some(read.acts.isDeed) ? 'other' : 'untold';
}

export function ownSignals(indexed: IndexedTrail, close: Closeness): OwnSignals {
  let units = 0;
  let nearest = 0;
  let against = 0;
  for (let number = 0; number < indexed.units.length; number++) {
    const similarity = close.units[number] ?? 0;
    if (indexed.units[number]?.kind === 'no_match') {
      against = Math.max(against, similarity);
      continue;
    }
    nearest = Math.max(nearest, similarity);
    units++;
  }
  const veto = Math.max(0, against - VETO.share * nearest);
  const described = indexed.trail.when.trim() !== '';
  return {
    centroid: close.centroid,
    units,
    coverage: close.coverage,
    nearest,
    veto,
    meaning: close.meaning,
    described,
  };
}
