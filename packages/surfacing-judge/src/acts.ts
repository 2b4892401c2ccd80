// The acts that a text asks for: the verbs (acts.txt) at the start of its clauses. Nouns say what a request is about,
// but different requests can be about the same thing: recording a call is not the same as summarizing it.
import { fold } from './text.ts';
import { linesOf } from './word-lists.ts';

/** The numbers of a text's acts, without duplicates. Empty if the text uses only nouns. */
export interface ActReader {
  (text: string): readonly number[];
  /** Whether a trail must name the act in order to be offered for it. */
  isDeed(act: number): boolean;
}

/** Punctuation and line breaks end a clause. */
const CLAUSE_END = /[.,;:!?\n\r()]+/;

const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words before the request: "could you please …", "we need to …". */
const ASKING = wordSet(
  'allowed can could do does did got have help let like may must need please pls plz shall should',
);
const OTHER_OPENERS = wordSet(`
  a also am and are best going hello hey hi how i if is it just kindly me now ok she he so someone then they to try us
  want way we what will would you`);
/** If a clause contains one of these and no request, it describes someone's work: "we ship it tomorrow". */
const TELLING = wordSet('i we they she he someone it');
/** A word before one of these is probably a noun: "order for paper", "call with the client". */
const NOUN_FOLLOWERS = wordSet('about at by for from in is of on with');

/** `words` returns the tokens of a text, translated into English if it is in another language. */
export function actReader(words: (text: string) => readonly string[]): ActReader {
  const acts = new Map<string, number>();
  const deeds = new Set<number>();
  for (const [number, line] of linesOf('en/acts.txt').entries()) {
    const [kind, terms = ''] = line.split(': ');
    if (kind === 'deed') deeds.add(number);
    for (const term of terms.split(' ')) acts.set(term.replaceAll('_', ' '), number);
  }
  const read = (text: string): number[] => {
    const clauses = fold(text).split(CLAUSE_END);
    return [...new Set(clauses.flatMap((clause) => actOf(words(clause), acts) ?? []))];
  };
  return Object.assign(read, { isDeed: (act: number) => deeds.has(act) });
}

function actOf(words: readonly string[], acts: ReadonlyMap<string, number>): number | undefined {
  const from = words.findIndex((word) => !ASKING.has(word) && !OTHER_OPENERS.has(word));
  if (from < 0) return undefined;
  const openers = words.slice(0, from);
  const asks = openers.some((word) => ASKING.has(word) || word === 'want' || word === 'to');
  if (!asks && openers.some((word) => TELLING.has(word))) return undefined;
  const phrase = acts.get(words.slice(from, from + 2).join(' '));
  if (phrase !== undefined) return phrase;
  const isNoun = from === 0 && NOUN_FOLLOWERS.has(words[1] ?? '');
  return isNoun ? undefined : acts.get(words[from] ?? '');
}
