// Cached words with everything that their texts need, computed once. The number is limited. The cache starts over when
// it is full, because a catalog's words soon fill it again.
import { featureOf, hashSpan, hashText, KINDS } from './feature-numbers.ts';
import type { LexiconNode } from './lexicon-tree.ts';
import { ownCopy } from './own-copy.ts';
import { stem } from './stem.ts';
import { functionWords } from './word-lists.ts';

/** A word with the data that texts need. `lexicon` is the tree node of the terms that begin with it. */
export interface KnownWord {
  readonly surface: string;
  readonly stem: string;
  readonly hash: number;
  /** The feature of the stem. */
  readonly feature: number;
  /** The feature of its first letters; undefined for a function word. */
  readonly head: number | undefined;
  /** The features of its other n-grams; empty for a function word. */
  readonly grams: () => readonly number[];
  readonly lexicon: LexiconNode | undefined;
}

const REMEMBERED_WORDS = 50_000;
const HEAD_LETTERS = 3;

/** Looks words up and reads each new one once. */
export function vocabulary(lexicon: LexiconNode): (word: string) => KnownWord {
  const known = new Map<string, KnownWord>();
  const hollow = functionWords();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED_WORDS) known.clear();
    const fresh = readWord(ownCopy(word), lexicon, !hollow.has(word));
    known.set(fresh.surface, fresh);
    return fresh;
  };
}

function readWord(surface: string, tree: LexiconNode, telling: boolean): KnownWord {
  const own = stem(surface);
  const hash = hashText(own);
  const lexicon = tree.next.get(own);
  const kind = lexicon !== undefined && lexicon.concepts.length > 0 ? KINDS.conceptWord : KINDS.word;
  const padded = ` ${surface} `;
  let grams: readonly number[] | undefined;
  return {
    surface,
    stem: own,
    hash,
    feature: featureOf(kind, hash),
    head: telling ? featureOf(KINDS.head, hashSpan(padded, 0, Math.min(padded.length, 1 + HEAD_LETTERS))) : undefined,
    // Most words of a large catalog are never compared closely.
    grams: () => {
      grams ??= telling ? [...gramsOf(padded, 3, 0), ...gramsOf(padded, 4, 1)] : [];
      return grams;
    },
    lexicon,
  };
}

/** The n-grams of `size` letters that begin at `first` or later. */
const gramsOf = (padded: string, size: number, first: number): number[] =>
  Array.from({ length: Math.max(0, padded.length - size + 1 - first) }, (_, at) =>
    featureOf(KINDS.gram, hashSpan(padded, first + at, first + at + size)),
  );
