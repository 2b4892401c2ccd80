// Two simple baselines on the same trails: the nearest example by TF-IDF cosine, and BM25 over one document per trail.
import { stem } from '@cairn/surfacing-judge/stem';
import { tokens } from '@cairn/surfacing-judge/text';
import type { Contender } from './contender.ts';

export interface BaselineTrail {
  readonly id: string;
  readonly texts: readonly string[];
}

/** Chooses the trail of the most similar single text. Confidence is the cosine. */
export function nearestNeighbour(trails: readonly BaselineTrail[]): Contender {
  const documents = trails.flatMap((trail) => trail.texts.map((text) => ({ id: trail.id, words: counted(text) })));
  const idf = inverseFrequencies(documents.map((one) => one.words));
  const postings = new Map<string, { at: number; weight: number }[]>();
  for (const [at, { words }] of documents.entries()) {
    const length = Math.hypot(...[...words].map(([word, times]) => times * idf(word)));
    for (const [word, times] of words) push(postings, word, { at, weight: (times * idf(word)) / length });
  }
  return {
    async answer(prompt) {
      const words = counted(prompt);
      const length = Math.hypot(...[...words].map(([word, times]) => times * idf(word)));
      const scores = scoreAll(words, postings, (word, times) => (times * idf(word)) / length);
      const best = highest(scores);
      return best === null ? null : { id: documents[best.at]?.id ?? '', confidence: Math.min(1, best.score) };
    },
  };
}

const K1 = 1.2;
const B = 0.75;

/** BM25 (k1 1.2, b 0.75). Confidence is the score divided by the highest possible score for the prompt's words. */
export function bm25(trails: readonly BaselineTrail[]): Contender {
  const documents = trails.map((trail) => ({ id: trail.id, words: counted(trail.texts.join(' ')) }));
  const sizes = documents.map((one) => sum([...one.words.values()]));
  const mean = sum(sizes) / Math.max(1, sizes.length);
  const holding = frequencies(documents.map((one) => one.words));
  const idf = (word: string): number =>
    Math.log(1 + (documents.length - (holding.get(word) ?? 0) + 0.5) / ((holding.get(word) ?? 0) + 0.5));
  const postings = new Map<string, { at: number; weight: number }[]>();
  for (const [at, { words }] of documents.entries()) {
    const norm = K1 * (1 - B + (B * (sizes[at] ?? 0)) / mean);
    for (const [word, times] of words) push(postings, word, { at, weight: (times * (K1 + 1)) / (times + norm) });
  }
  return {
    async answer(prompt) {
      const words = counted(prompt);
      const best = highest(scoreAll(words, postings, idf));
      const most = sum([...words.keys()].map((word) => idf(word) * (K1 + 1)));
      return best === null ? null : { id: documents[best.at]?.id ?? '', confidence: best.score / most };
    },
  };
}

function counted(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const token of tokens(text)) {
    const word = stem(token);
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}

function frequencies(documents: readonly Map<string, number>[]): Map<string, number> {
  const holding = new Map<string, number>();
  for (const words of documents) for (const word of words.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  return holding;
}

function inverseFrequencies(documents: readonly Map<string, number>[]): (word: string) => number {
  const holding = frequencies(documents);
  return (word) => Math.log((documents.length + 1) / ((holding.get(word) ?? 0) + 1)) + 1;
}

function scoreAll(
  words: ReadonlyMap<string, number>,
  postings: ReadonlyMap<string, readonly { at: number; weight: number }[]>,
  strength: (word: string, times: number) => number,
): Map<number, number> {
  const scores = new Map<number, number>();
  for (const [word, times] of words) {
    const factor = strength(word, times);
    for (const { at, weight } of postings.get(word) ?? []) scores.set(at, (scores.get(at) ?? 0) + factor * weight);
  }
  return scores;
}

function highest(scores: ReadonlyMap<number, number>): { at: number; score: number } | null {
  let best: { at: number; score: number } | null = null;
  for (const [at, score] of scores) {
    if (best === null || score > best.score || (score === best.score && at < best.at)) best = { at, score };
  }
  return best;
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
