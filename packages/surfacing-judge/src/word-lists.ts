// The word lists of @cairn/judge-data: plain text, one entry per line, `#` begins a comment. Each call reads its file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tokens } from './text.ts';

/** One field of office work with its words and phrases, matched on stems. */
export interface Field {
  readonly name: string;
  readonly terms: readonly string[];
}

/** Groups of terms with the same meaning in office work; `_` joins the words of a phrase. */
export const conceptGroups = (): string[][] => linesOf('en/concepts.txt').map((line) => line.split(' '));

/** Words of a concept group have the same meaning. Words of a field merely occur in the same kind of work. */
export const fields = (): Field[] =>
  linesOf('en/fields.txt').map((line) => {
    const [name = '', terms = ''] = line.split(': ');
    return { name, terms: terms.split(' ') };
  });

/** Prompts that count as evidence against every trail. */
export const everydayPrompts = (): string[] => linesOf('en/everyday-prompts.txt');

/** Short everyday prompts, compared by the encoder only. */
export const everydayPhrases = (): string[] => linesOf('en/everyday-phrases.txt');

/** English function words. */
export const functionWords = (): ReadonlySet<string> => wordsOf('en/function-words.txt');

/** English words of greetings, thanks and short replies. */
export const greetings = (): ReadonlySet<string> => wordsOf('en/greetings.txt');

/** Abbreviations and their long forms. */
export const shorthand = (): ReadonlyMap<string, string> =>
  new Map(linesOf('en/shorthand.txt').map((line) => line.split(': ') as [string, string]));

/** The words of all English lists, unstemmed. */
export function listedWords(): ReadonlySet<string> {
  const terms = [...conceptGroups().flat(), ...fields().flatMap((field) => field.terms)];
  const texts = [...everydayPrompts(), ...everydayPhrases()].flatMap(tokens);
  const words = [...terms.flatMap((term) => term.split('_')), ...texts, ...functionWords(), ...greetings()];
  return new Set(words.filter((word) => LETTERS.test(word)));
}

const LETTERS = /^[a-z]+$/;

const wordsOf = (list: string): ReadonlySet<string> => new Set(linesOf(list).flatMap((line) => line.split(/\s+/)));

/** Resolves the lists by package name, so that bundled code finds them too. */
const require = createRequire(import.meta.url);

/** The entries of a list without blank lines and comments. */
export function linesOf(list: string): string[] {
  const text = readFileSync(require.resolve(`@cairn/judge-data/words/${list}`), 'utf8');
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}
