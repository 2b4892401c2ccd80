// What texts mean, as far as the sentence encoder can tell: English ones, and prompts of other languages by the English
// words for theirs. Each is encoded once and remembered.
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
   * A prompt by its meaning; undefined for one that is not English enough, nor of a language whose lists know most of
   * its words.
   */
  query(text: string): PromptVector | undefined;
  /** One row a text of `trailUnits`; `known`, an indexed version of the trail, spares its texts. */
  trail(trail: JudgedTrail, known?: IndexedTrail): VectorRows;
  /** The same, a text at a time, so that other work gets its turn. Stops where `signal` aborts. */
  prepare(trail: JudgedTrail, known?: IndexedTrail, signal?: AbortSignal): Promise<VectorRows>;
  /** The rows of a trail whose texts are all remembered; undefined where any is not. */
  remembered(trail: JudgedTrail): VectorRows | undefined;
  /** Remembers what an indexed trail knows of its texts. */
  remember(indexed: IndexedTrail): void;
}

/**
 * Below this share of known English words a text is of another language, or no text: its vector would mislead. Typos
 * and abbreviations are unknown words too, and the encoder reads them by their pieces: half of the words may be such.
 */
const KNOWN_WORDS = 0.5;
/** So many must be known to the encoder: of an acronym that only the lists know it tells nothing. */
const ENCODER_WORDS = 0.25;
/**
 * Of a prompt in another language so many words must be known to the lists: the meaning of the others is lost, and what
 * is left of a prompt means something else. Chosen on FOREIGN_DEVELOPMENT.
 */
const TRANSLATED_WORDS = 0.7;
const REMEMBERED_TEXTS = 8192;
const NOTHING = new Int8Array(DIMENSIONS);

/** What tells English: a text of another language has no vector, and the lists know words that the encoder does not. */
type Languages = Pick<FeatureReader, 'isForeign' | 'isEnglishWord' | 'translated'>;

/** Without `languages` the encoder alone tells what is English. */
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
