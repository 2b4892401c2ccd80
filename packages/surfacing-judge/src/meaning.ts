// Encodes English texts. Prompts in other languages are encoded by their translated words. Caches the result of each
// text.
import { LRUCache } from 'lru-cache';
import type { SentenceEncoder } from './encoder/sentence-encoder.ts';
import { DIMENSIONS } from './encoder/transformer.ts';
import type { FeatureReader } from './features.ts';
import type { IndexedTrail } from './indexed-trail.ts';
import type { JudgedTrail } from './judged-trail.ts';
import { ownCopy } from './own-copy.ts';
import { tokens } from './text.ts';
import { trailUnits } from './trail-units.ts';
import { directionOf, lengthOf, type PromptVector, type VectorRows } from './vectors.ts';

export interface Meaning {
  /**
   * The vector of a prompt, or undefined if the prompt is not English enough and no language's lists contain most of
   * its words.
   */
  query(text: string): PromptVector | undefined;
  /** One row per text of `trailUnits`. Reuses the texts of `known`, an indexed version of the trail. */
  trail(trail: JudgedTrail, known?: IndexedTrail): VectorRows;
  /** The same, one text per step, yielding to other work. Stops if `signal` aborts. */
  prepare(trail: JudgedTrail, known?: IndexedTrail, signal?: AbortSignal): Promise<VectorRows>;
  /** The rows of a trail if all its texts are cached, otherwise undefined. */
  remembered(trail: JudgedTrail): VectorRows | undefined;
  /** Caches the vectors of an indexed trail. */
  remember(indexed: IndexedTrail): void;
}

/**
 * The minimum share of known English words. A text below it is in another language or is not text, and its vector would
 * be misleading. Typos and abbreviations are unknown words too, but the encoder can read their pieces, so half is
 * enough.
 */
const KNOWN_WORDS = 0.5;
/** The minimum share of words that the encoder knows. An acronym that only the lists have means nothing to it. */
const ENCODER_WORDS = 0.25;
/**
 * The minimum share of listed words in a prompt in another language. The meaning of other words is lost, and what
 * remains would mean something else. Chosen on FOREIGN_DEVELOPMENT.
 */
const TRANSLATED_WORDS = 0.7;
/** Enough for a plan of 1,000 trails, which is reported, applied and then live. About 30 MB. */
const REMEMBERED_TEXTS = 32_768;
const NOTHING = new Int8Array(DIMENSIONS);

/** Detects English: texts in other languages have no vector, and the lists contain words that the encoder lacks. */
type Languages = Pick<FeatureReader, 'isForeign' | 'isEnglishWord' | 'translated'>;

/** Without `languages`, only the encoder determines whether a text is English. */
export function meaning(encoder: SentenceEncoder, languages?: Languages): Meaning {
  const directions = new LRUCache<string, Int8Array>({ max: REMEMBERED_TEXTS });
  const direction = (text: string): Int8Array => {
    const known = directions.get(text);
    if (known !== undefined) return known;
    const vector = isEnglish(text, encoder, languages) ? encoder.encode(text) : undefined;
    const fresh = vector === undefined ? NOTHING : directionOf(vector);
    directions.set(ownCopy(text), fresh);
    return fresh;
  };
  const remember = (indexed: IndexedTrail): void => {
    const { vectors, units } = indexed;
    if (vectors === null) return;
    for (const [row, unit] of units.entries()) {
      directions.set(unit.text, vectors.rows.slice(row * DIMENSIONS, (row + 1) * DIMENSIONS));
    }
  };
  const rowsOf = (trail: JudgedTrail): VectorRows => {
    const units = trailUnits(trail);
    const rows = new Int8Array(units.length * DIMENSIONS);
    for (const [row, unit] of units.entries()) rows.set(direction(unit.text), row * DIMENSIONS);
    return rows;
  };
  return {
    remember,
    query(text) {
      const translation = languages?.isForeign(text) ? languages.translated(text) : undefined;
      if (translation !== undefined && translation.known < TRANSLATED_WORDS) return undefined;
      const row = direction(translation?.text ?? text);
      const length = lengthOf(row, 0);
      return length === 0 ? undefined : { row, length, isTranslated: translation !== undefined };
    },
    trail(trail, known) {
      if (known !== undefined) remember(known);
      return rowsOf(trail);
    },
    async prepare(trail, known, signal) {
      if (known !== undefined) remember(known);
      for (const { text } of trailUnits(trail)) {
        if (directions.has(text)) continue;
        direction(text);
        await new Promise(setImmediate);
        signal?.throwIfAborted();
      }
      return rowsOf(trail);
    },
    remembered(trail) {
      return trailUnits(trail).every((unit) => directions.has(unit.text)) ? rowsOf(trail) : undefined;
    },
  };
}

function isEnglish(text: string, encoder: SentenceEncoder, languages: Languages | undefined): boolean {
  if (languages?.isForeign(text)) return false;
  const words = tokens(text).filter((word) => word !== '0');
  const own = words.filter((word) => encoder.isWord(word)).length;
  const known = words.filter((word) => encoder.isWord(word) || languages?.isEnglishWord(word)).length;
  return words.length > 0 && own >= ENCODER_WORDS * words.length && known >= KNOWN_WORDS * words.length;
}
