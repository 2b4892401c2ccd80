// Writes one sentence that authors can act on, from the evidence that decided. It quotes trails, and only those words
// of the prompt that a trail shares.

import type { FeatureReader } from './features.ts';
import type { CandidateRef } from './judge.ts';
import type { RankedTrail, Ranking } from './prompt-ranking.ts';
import type { Statistics } from './statistics.ts';
import type { Unit, UnitKind } from './trail-units.ts';

const REASON_CHARACTERS = 240;
const QUOTE_CHARACTERS = 60;
const SHARED_WORDS = 3;

const KIND_NAMES: Record<UnitKind, string> = {
  match: 'example',
  no_match: 'no-match example',
  title: 'title',
  when: 'moment',
  description: 'description',
  keyword: 'keyword',
  prompt: 'prompt',
  background: 'everyday prompt',
};

/** Writes reasons under one measure of words. */
export interface ReasonWriter {
  surfaces(ranking: Ranking, own: RankedTrail): string;
  weak(ranking: Ranking, own: RankedTrail): string;
  beaten(ranking: Ranking, own: RankedTrail, winner: RankedTrail): string;
  refused(ranking: Ranking, own: RankedTrail): string;
  /** For employees: quotes only parts of the trail that they see, so no examples. */
  offered(ranking: Ranking, own: RankedTrail): string;
}

export const NOTHING_RELATES = 'Nothing in the prompt relates to this trail.';
export const FITS = 'This trail is for tasks like yours.';
export const NO_WORDS = 'The prompt holds no words to compare.';

export function reasonWriter(measure: Statistics, read: FeatureReader): ReasonWriter {
  const evidence = (ranking: Ranking, own: RankedTrail, kinds: Kinds = speaksFor): Evidence | undefined =>
    nearestEvidence(ranking.text, own, kinds, measure, read);
  return {
    surfaces(ranking, own) {
      const found = evidence(ranking, own);
      if (found === undefined) return NOTHING_RELATES;
      if (own.listed === 'match') return sentence(`The prompt is ${named(found.unit)} of this trail.`);
      return sentence(closeTo(found));
    },
    weak(ranking, own) {
      const found = evidence(ranking, own);
      if (found === undefined) return NOTHING_RELATES;
      const little = `Closest to the ${named(found.unit)}, but too little in common${shared(found, ' (shared: ', ')')}`;
      return sentence(`${little}; add an example or keyword for this wording.`);
    },
    beaten(ranking, own, winner) {
      const found = evidence(ranking, winner);
      const title = quote(winner.indexed.trail.title);
      if (found === undefined) return sentence(`${title} is a closer match.`);
      const why = shared(found, ' shares ', '') || ' is closer to the prompt';
      const ours = winner.confidence - own.confidence < CLOSE_CALL ? ' The two are close: set them apart.' : '';
      return sentence(`${title} is a closer match (its ${named(found.unit)}${why}).${ours}`);
    },
    refused(ranking, own) {
      const found = evidence(ranking, own, speaksAgainst);
      return found === undefined ? NOTHING_RELATES : sentence(`Too close to the ${named(found.unit)}.`);
    },
    offered(ranking, own) {
      const found = evidence(ranking, own, isShown);
      return found === undefined ? FITS : sentence(FOR_EMPLOYEES[found.unit.kind](found));
    },
  };
}

const CLOSE_CALL = 0.15;

/** Which texts of a trail a reason may use. */
type Kinds = (kind: UnitKind) => boolean;
const speaksFor: Kinds = (kind) => kind !== 'no_match';
const speaksAgainst: Kinds = (kind) => kind === 'no_match';
const isShown: Kinds = (kind) => kind !== 'match' && kind !== 'no_match';

interface Evidence {
  readonly unit: Unit;
  readonly second: readonly Unit[];
  readonly words: readonly string[];
}

/**
 * The nearest text of those kinds in a trail, the next one of another kind, and the informative words that it shares
 * directly or through a concept.
 */
function nearestEvidence(
  text: string,
  own: RankedTrail,
  kinds: Kinds,
  measure: Statistics,
  read: FeatureReader,
): Evidence | undefined {
  const { units } = own.indexed;
  const similarity = (number: number): number => own.close.units[number] ?? 0;
  const order = [...units.keys()]
    .filter((number) => similarity(number) > 0 && kinds(units[number]?.kind ?? 'background'))
    .sort((one, other) => similarity(other) - similarity(one) || one - other);
  const unit = units[order[0] ?? -1];
  if (unit === undefined) return undefined;
  const next = order.slice(1).find((number) => units[number]?.kind !== unit.kind);
  const worthNaming = next !== undefined && similarity(next) > 0.6 * similarity(order[0] ?? -1);
  const second = worthNaming ? [units[next]].filter((one) => one !== undefined) : [];
  return { unit, second, words: sharedWords(text, unit.text, measure, read) };
}

function sharedWords(text: string, other: string, measure: Statistics, read: FeatureReader): string[] {
  const theirs = new Set(read.words(other).flatMap((word) => [word.feature, ...word.concepts]));
  const ours = new Map(read.words(text).map((word) => [word.feature, word]));
  return [...ours.values()]
    .filter((word) => word.surface.length > 1)
    .map(({ surface, feature, concepts }) => {
      const shared = [feature, ...concepts].filter((one) => theirs.has(one));
      return { surface, telling: Math.max(0, ...shared.map((one) => measure.idf2(one))) };
    })
    .filter((word) => word.telling > 0)
    .sort((one, next) => next.telling - one.telling || (one.surface < next.surface ? -1 : 1))
    .slice(0, SHARED_WORDS)
    .map((word) => word.surface);
}

const shared = (found: Evidence, before: string, after: string): string =>
  found.words.length === 0 ? '' : `${before}${found.words.map((word) => `"${word}"`).join(', ')}${after}`;

const closeTo = (found: Evidence): string => {
  const texts = [found.unit, ...found.second].map((unit) => `the ${named(unit)}`).join(' and ');
  return `Close to ${texts}${shared(found, ' (shared: ', ')')}.`;
};

const named = (unit: Unit): string => `${KIND_NAMES[unit.kind]} ${quote(unit.text)}`;

/** The reason for employees, without the project's terms for the parts of a trail. */
const FOR_EMPLOYEES: Record<UnitKind, (found: Evidence) => string> = {
  when: ({ unit }) => `Made for this moment: ${quote(unit.text)}.`,
  description: ({ unit }) => `It helps with this: ${quote(unit.text)}.`,
  keyword: ({ unit }) => `It is for tasks like ${quote(unit.text)}.`,
  prompt: ({ unit }) => `One of its prompts says: ${quote(unit.text)}.`,
  title: (found) => saidToo(found),
  background: (found) => saidToo(found),
  match: () => FITS,
  no_match: () => FITS,
};

/** "You write of "late" and "order", and so does this trail." */
function saidToo({ words }: Evidence): string {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.pop();
  if (last === undefined) return FITS;
  const list = quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
  return `You write of ${list}, and so does this trail.`;
}

/** Quotes a trail's text in one line of at most sixty characters. */
export function quote(text: string): string {
  const points = [...plain(text)];
  const cut = points.length > QUOTE_CHARACTERS ? `${points.slice(0, QUOTE_CHARACTERS - 1).join('')}…` : points.join('');
  return `"${cut}"`;
}

const sentence = (text: string): string => {
  const points = [...text];
  return points.length > REASON_CHARACTERS ? `${points.slice(0, REASON_CHARACTERS - 1).join('')}…` : text;
};

/** Control, format and bidirectional characters would let a quoted text change how the sentence reads. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('"', "'")
    .trim();

/** The reference to the trail in a verdict. */
export const referTo = (own: RankedTrail): CandidateRef => ({
  id: own.indexed.trail.id,
  title: own.indexed.trail.title,
});
