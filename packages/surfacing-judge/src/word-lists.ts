// The word lists of this package (words/): plain text, one entry a line, `#` begins a comment. Read when first asked
// for.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tokens } from './text.ts';

/** One field of office work with its words and phrases, matched on stems. */
export interface Field {
  readonly name: string;
  readonly terms: readonly string[];
}

/** Groups of terms that stand for the same thing in office work; `_` joins the words of a phrase. */
export const conceptGroups = (): string[][] => linesOf('en/concepts.txt').map((line) => line.split(' '));

/** Where a concept group says that two words mean the same, a field only says that they are heard in the same work. */
export const fields = (): Field[] =>
  linesOf('en/fields.txt').map((line) => {
    const [name = '', terms = ''] = line.split(': ');
    return { name, terms: terms.split(' ') };
  });

/** Prompts that belong to no trail, evidence against every one. */
export const everydayPrompts = (): string[] => linesOf('en/everyday-prompts.txt');

/** More of them, in few words, that only the encoder compares. */
export const everydayPhrases = (): string[] => linesOf('en/everyday-phrases.txt');

/** English words that hold sentences together. */
export const functionWords = (): ReadonlySet<string> => wordsOf('en/function-words.txt');

/** English words that people greet, thank and answer with. */
export const greetings = (): ReadonlySet<string> => wordsOf('en/greetings.txt');

/** What people shorten in a hurry, and what it stands for. */
export const shorthand = (): ReadonlyMap<string, string> =>
  new Map(linesOf('en/shorthand.txt').map((line) => line.split(': ') as [string, string]));

/** The words of all English lists, as they are written there. */
export function listedWords(): ReadonlySet<string> {
  const terms = [...conceptGroups().flat(), ...fields().flatMap((field) => field.terms)];
  const texts = [...everydayPrompts(), ...everydayPhrases()].flatMap(tokens);
  const words = [...terms.flatMap((term) => term.split('_')), ...texts, ...functionWords(), ...greetings()];
  return new Set(words.filter((word) => LETTERS.test(word)));
}

const LETTERS = /^[a-z]+$/;

const wordsOf = (list: string): ReadonlySet<string> => new Set(linesOf(list).flatMap((line) => line.split(/\s+/)));

/** Found by the package's own name, so that a bundle elsewhere finds them too. */
const require = createRequire(import.meta.url);

/** The entries of a list, without blank lines and comments. */
export function linesOf(list: string): string[] {
  const text = readFileSync(require.resolve(`@cairn/surfacing-judge/words/${list}`), 'utf8');
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}
