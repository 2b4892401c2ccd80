// English words: all of them by hash, and the most common ones. scripts/build-dictionary.mjs makes both from SCOWL.
import { builtFile } from './built-file.ts';
import { hashText } from './feature-numbers.ts';

export interface Dictionary {
  /** Whether English has the (lowercase) word, in British or American spelling. */
  has(word: string): boolean;
  /** The 10,000 most common words, in lowercase. */
  readonly common: readonly string[];
}

/** Used if the lists are missing. Every word counts as English and none as common, so nothing is corrected. */
const NO_DICTIONARY: Dictionary = { has: () => true, common: [] };

/** The dictionary in dist. */
export function builtDictionary(): Dictionary {
  const hashes = builtFile('english-words.bin');
  const common = builtFile('common-words.txt');
  if (hashes === undefined || common === undefined) return NO_DICTIONARY;
  return { has: dictionaryOf(hashes), common: common.toString('latin1').split('\n') };
}

/** The content of the built file: the sorted hashes of these words as 32-bit integers. */
export function dictionaryFile(words: Iterable<string>): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(new Set([...words].map(hashOf))).sort();
}

function dictionaryOf(file: Buffer): Dictionary['has'] {
  // Ignores a partial number at the end of a truncated file. Words that are missing because of this may be corrected by
  // mistake.
  const hashes = new Uint32Array(new Uint8Array(file.subarray(0, file.length - (file.length % 4))).buffer);
  return (word) => {
    const hash = hashOf(word);
    let from = 0;
    let to = hashes.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((hashes[middle] ?? 0) < hash) from = middle + 1;
      else to = middle;
    }
    return hashes[from] === hash;
  };
}

const hashOf = (word: string): number => hashText(word) >>> 0;
