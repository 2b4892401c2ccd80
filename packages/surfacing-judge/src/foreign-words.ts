// Maps office words of other languages to the English terms of the word lists (de.txt and others), so that a prompt in
// one language finds a trail in another. To add a language, add its file, and its endings to LANGUAGES.
import { ownCopy } from './own-copy.ts';
import type { Steps } from './steps.ts';
import { fold } from './text.ts';
import { linesOf } from './word-lists.ts';

/** Replaces known foreign tokens with English words: one list per token. */
export type WordTranslator = (tokens: readonly string[]) => readonly (readonly string[])[];

interface Language {
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly phrases: Phrases;
  readonly stem: (word: string) => string;
  /** German compounds, whose parts are looked up. */
  readonly isCompounding: boolean;
}

/** Phrases that mean something other than their words, with that meaning: by first word, longest first. */
type Phrases = ReadonlyMap<string, readonly { readonly rest: readonly string[]; readonly terms: readonly string[] }[]>;

/** The English terms of a token, one list per language; empty if no language has it. */
interface KnownToken {
  readonly isEnglish: boolean;
  readonly terms: readonly (readonly string[] | undefined)[];
}

/** Cached, because most words of a catalog occur again and again. */
const REMEMBERED_TOKENS = 50_000;

/** Endings, longest first. An ending is removed only if at least four letters remain. */
const LANGUAGES: Readonly<Record<string, { readonly endings: readonly string[]; readonly isCompounding?: true }>> = {
  de: {
    endings: ['innen', 'ungen', 'ern', 'est', 'en', 'em', 'er', 'es', 'st', 'e', 'n', 's', 't'],
    isCompounding: true,
  },
  fr: {
    endings: [
      'issons',
      'ements',
      'ement',
      'erons',
      'aient',
      'ions',
      'ees',
      'ent',
      'ant',
      'ons',
      'ait',
      'ez',
      'er',
      'ee',
      'es',
      'e',
      's',
      'x',
    ],
  },
  es: {
    endings: [
      'iendo',
      'ando',
      'aron',
      'amos',
      'emos',
      'melo',
      'ados',
      'adas',
      'ado',
      'ada',
      'me',
      'nos',
      'ar',
      'er',
      'ir',
      'os',
      'as',
      'es',
      'an',
      'en',
      'o',
      'a',
      'e',
      's',
    ],
  },
};
const LEAST_LETTERS = 4;
/** The maximum number of English terms per foreign word. */
const MAX_TERMS = 2;
const SHORTEST_PART = 4;
const LINKS = ['', 's', 'n', 'en', 'es', 'er', 'e'];

/**
 * Translates texts in another language. A word that exists in both English and the other language counts for neither. A
 * text with at least as many English words as foreign ones stays unchanged.
 */
export function* wordTranslator(isEnglish: (word: string) => boolean): Steps<WordTranslator> {
  const languages: Language[] = [];
  for (const code of Object.keys(LANGUAGES)) {
    languages.push(languageOf(code));
    yield;
  }
  const known = new Map<string, KnownToken>();
  const lookUpToken = (token: string): KnownToken => {
    const before = known.get(token);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED_TOKENS) known.clear();
    const terms = languages.map((language) => termsFor(token, language));
    const fresh = { isEnglish: isEnglish(token), terms: terms.some((one) => one !== undefined) ? terms : [] };
    known.set(ownCopy(token), fresh);
    return fresh;
  };
  return (tokens) => {
    const read = tokens.map(lookUpToken);
    let best: number | undefined;
    let most = 0;
    for (let language = 0; language < languages.length; language++) {
      let lead = 0;
      for (const one of read) lead += Number(one.terms[language] !== undefined) - Number(one.isEnglish);
      if (lead <= most) continue;
      best = language;
      most = lead;
    }
    const known = best;
    const language = languages[known ?? -1];
    if (known === undefined || language === undefined) return tokens.map((token) => [token]);
    const found = tokens.map((token, at) => read[at]?.terms[known] ?? [token]);
    return language.phrases.size === 0 ? found : withPhrases(found, tokens, language.phrases);
  };
}

/** Replaces the first word of a phrase by the phrase's meaning, and the other words by nothing. */
function withPhrases(
  found: readonly (readonly string[])[],
  tokens: readonly string[],
  phrases: Phrases,
): readonly (readonly string[])[] {
  let told: (readonly string[])[] | undefined;
  for (let at = 0; at < tokens.length; at++) {
    const phrase = phrases
      .get(tokens[at] ?? '')
      ?.find(({ rest }) => rest.every((word, n) => word === tokens[at + 1 + n]));
    if (phrase === undefined) continue;
    told ??= [...found];
    told.splice(at, 1 + phrase.rest.length, phrase.terms, ...phrase.rest.map(() => []));
    at += phrase.rest.length;
  }
  return told ?? found;
}

function languageOf(code: string): Language {
  const { endings = [], isCompounding = false } = LANGUAGES[code] ?? {};
  const stem = (word: string): string => {
    const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= LEAST_LETTERS);
    return ending === undefined ? word : word.slice(0, -ending.length);
  };
  const words = new Map<string, string[]>();
  const note = (word: string, term: string): void => {
    const known = words.get(word) ?? [];
    if (known.length < MAX_TERMS && !known.includes(term)) words.set(word, [...known, term]);
  };
  const phrases = new Map<string, { readonly rest: readonly string[]; readonly terms: readonly string[] }[]>();
  for (const line of linesOf(`${code}.txt`)) {
    const [term = '', foreign = ''] = line.split(': ');
    for (const word of foreign.split(' ').map(fold)) {
      const [begin = '', ...rest] = word.split('_');
      if (rest.length === 0) note(word, term);
      else phrases.set(begin, [...(phrases.get(begin) ?? []), { rest, terms: term.split('_') }]);
    }
  }
  for (const known of phrases.values()) known.sort((a, b) => b.rest.length - a.rest.length);
  // A match of whole words is more reliable than a match of stems.
  for (const [word, terms] of [...words]) {
    if (words.has(stem(word))) continue;
    for (const term of terms) note(stem(word), term);
  }
  return { words, phrases, stem, isCompounding };
}

function termsFor(token: string, language: Language): readonly string[] | undefined {
  const whole = lookUp(token, language);
  if (whole !== undefined || !language.isCompounding) return whole;
  for (let at = token.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
    const last = lookUp(token.slice(at), language);
    if (last === undefined) continue;
    const head = token.slice(0, at);
    const link = LINKS.find((one) => head.endsWith(one) && lookUp(head.slice(0, head.length - one.length), language));
    if (link === undefined) continue;
    return [...(lookUp(head.slice(0, head.length - link.length), language) ?? []), ...last];
  }
  return undefined;
}

const lookUp = (word: string, { words, stem }: Language): string[] | undefined =>
  (words.get(word) ?? words.get(stem(word)))?.flatMap((term) => term.split('_'));
