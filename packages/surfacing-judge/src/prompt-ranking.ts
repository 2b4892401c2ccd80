// Ranks candidates for a whole prompt, by the text itself or by the window with the request. If the prompt equals an
// example, that example decides.

import { askWindows, looksLikeRequest } from './ask-windows.ts';
import {
  byConfidence,
  byMeaning,
  type CandidateSet,
  type Reading,
  readText,
  type ScoredCandidate,
  scoreCandidates,
} from './assess.ts';
import { COMPARED, THRESHOLD } from './constants.ts';
import type { FeatureReader } from './features.ts';
import { type IndexedTrail, listingOf } from './indexed-trail.ts';
import type { JudgedTrail } from './judged-trail.ts';
import type { Steps } from './steps.ts';
import { type PromptLine, promptLine } from './text.ts';

/** The compared trails, best first, and the text that decided (the prompt or one of its windows). */
export interface Ranking {
  readonly text: string;
  readonly scored: readonly RankedTrail[];
  /** Live trails that were near, best first, whether they were compared or not. */
  readonly near: readonly JudgedTrail[];
  /** How much the words of the text say: the sum of their squared idf. */
  readonly information: number;
}

export interface RankedTrail extends ScoredCandidate {
  /** Set if the prompt equals one of the trail's examples. */
  readonly listed: 'match' | 'no_match' | undefined;
}

/** Whether a trail that may be offered reaches this probability. */
export const isOffered = (top: RankedTrail | undefined, threshold: number): top is RankedTrail =>
  top !== undefined && top.confidence >= threshold && top.listed !== 'no_match';

// An equal `match` example leaves no relevant doubt, and an equal `no_match` example rules the trail out.
const LISTED_CONFIDENCE = 0.9;
const REFUSED_SHARE = 0.1;

/** Ranks the trails of a candidate set for a prompt. */
export function* rankPrompt(
  prompt: string,
  candidates: Omit<CandidateSet, 'holders'>,
  read: FeatureReader,
): Steps<Ranking> {
  const asLine = promptLine(prompt);
  if (asLine.line === '') return unread(prompt);
  const full: CandidateSet = { ...candidates, holders: holdersOf(asLine, candidates) };
  const { whole, windows } = askWindows(read.spelled(prompt.normalize('NFC'), candidates.measure.isUsed));
  const first = whole === null ? undefined : yield* judged(yield* readText(whole, full, read), full, asLine, read);
  if (first !== undefined && (windows.length === 0 || confidenceOf(first) >= THRESHOLD)) return first;

  // The request is usually at one of the ends, and pasted text in the middle. Therefore, a window in the middle, or an
  // end that asks for nothing, needs a clearly higher confidence.
  const [ends, middles] = [windows.slice(0, 2), windows.slice(2)];
  const weight = (text: string): number => {
    if (text === whole) return WHOLE_WEIGHT;
    if (!ends.includes(text)) return MIDDLE_WEIGHT;
    return looksLikeRequest(text) ? 1 : PLAIN_END_WEIGHT;
  };
  const strength = (ranking: Ranking): number => confidenceOf(ranking) * weight(ranking.text);
  const rankings: Ranking[] = [];
  let most = first === undefined ? 0 : strength(first);
  for (const text of ends.toSorted((one, other) => weight(other) - weight(one))) {
    // Confidence is at most 1, so this window cannot win.
    if (weight(text) <= most) continue;
    const ranking = yield* judged(yield* readText(text, full, read), full, asLine, read);
    rankings.push(ranking);
    most = Math.max(most, strength(ranking));
  }
  if (first === undefined && MIDDLE_WEIGHT > most) {
    const nearest = yield* nearestReading(middles, full, read);
    if (nearest !== undefined) rankings.push(yield* judged(nearest, full, asLine, read));
  }
  const surest = (one: Ranking, other: Ranking): Ranking => (strength(other) > strength(one) ? other : one);
  return (first === undefined ? rankings : [...rankings, first]).reduce(surest, rankings[0] ?? unread(prompt));
}

/** The text that is nearest to any trail by words. */
function* nearestReading(
  texts: readonly string[],
  candidates: CandidateSet,
  read: FeatureReader,
): Steps<Reading | undefined> {
  let nearest: Reading | undefined;
  for (const text of texts) {
    const reading = yield* readText(text, candidates, read);
    if (nearest === undefined || reading.score > nearest.score) nearest = reading;
  }
  return nearest;
}

const WHOLE_WEIGHT = 0.45;
const PLAIN_END_WEIGHT = 0.3;
const MIDDLE_WEIGHT = 0.35;

const unread = (prompt: string): Ranking => ({
  text: prompt,
  scored: [],
  near: [],
  information: 0,
});

const confidenceOf = (ranking: Ranking): number => ranking.scored[0]?.confidence ?? 0;

function* judged(words: Reading, candidates: CandidateSet, prompt: PromptLine, read: FeatureReader): Steps<Ranking> {
  const reading = yield* byMeaning(words, candidates);
  const compared = yield* scoreCandidates(reading, candidates, read);
  const listings = compared.map(({ indexed }) => listingOf(indexed, prompt));
  // If a trail lists this exact prompt, a trail that lists it with other numbers means something else.
  const isSettled = listings.some((listing) => listing?.isExact === true && listing.as === 'match');
  const scored = compared.map((one, at): RankedTrail => {
    const listing = listings[at];
    const listed = isSettled && listing?.isExact === false ? undefined : listing?.as;
    return { ...one, listed, confidence: settled(one.confidence, listed) };
  });
  scored.sort((one, other) => rank(other) - rank(one) || byConfidence(one, other));
  const near = [
    ...new Set([...reading.nearest.map((one) => one.indexed.trail), ...reading.alike.map((one) => one.trail)]),
  ];
  return { text: reading.text, scored, near, information: reading.query.words };
}

function settled(confidence: number, listed: RankedTrail['listed']): number {
  if (listed === 'match') return LISTED_CONFIDENCE + (1 - LISTED_CONFIDENCE) * confidence;
  return listed === 'no_match' ? REFUSED_SHARE * confidence : confidence;
}

const rank = (one: RankedTrail): number => (one.listed === 'match' ? 1 : one.listed === 'no_match' ? -1 : 0);

function holdersOf(prompt: PromptLine, candidates: Omit<CandidateSet, 'holders'>): IndexedTrail[] {
  return candidates.catalogs
    .flatMap((catalog) => catalog.listing(prompt, COMPARED, candidates.admits))
    .slice(0, COMPARED);
}
