// The words of English: which there are, by their hashes, and which are written most. scripts/build-dictionary.mjs
// makes both out of the lists of SCOWL.
import { builtFile } from './built-file.ts';
import { hashText } from './feature-numbers.ts';

export interface Dictionary {
  /** Whether English has the word (lower case), in British or American spelling. */
  has(word: string): boolean;
  /** The ten thousand words that are written most, in lower case. */
  readonly common: readonly string[];
}

/** Where the lists were not installed, nothing is common and every word is one: none is taken for a slip. */
const NO_DICTIONARY: Dictionary = { has: () => true, common: [] };

/** The dictionary that was built beside this package. */
export function builtDictionary(): Dictionary {
  const hashes = builtFile('english-words.bin');
  const common = builtFile('common-words.txt');
  if (hashes === undefined || common === undefined) return NO_DICTIONARY;
  return { has: dictionaryOf(hashes), common: common.toString('latin1').split('\n') };
}

/** What the build writes down: the hashes of these words in ascending order, 32-bit whole numbers. */
export function dictionaryFile(words: Iterable<string>): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(new Set([...words].map(hashOf))).sort();
}

function dictionaryOf(file: Buffer): Dictionary['has'] {
  // Whole numbers only, should the file be cut short: words that it lost are put right where they need not be.
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
