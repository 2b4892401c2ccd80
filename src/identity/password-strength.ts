// Rejects passwords that are easy to guess: common ones, keyboard rows, repeats, and the person's own names. Works
// offline with zxcvbn and its word lists, which are loaded when the first password is set.
import { openedOnce } from '../base/once.ts';
import { isVariant, withoutAccents } from './password-variants.ts';

/** Lowest zxcvbn score accepted. A score of 3 means at least 10^8 guesses. */
const MIN_SCORE = 3;
/** Scoring takes more than linear time, and longer passwords don't need more of it. */
const MAX_SCORED_CHARACTERS = 64;

/** Why a password is easy to guess. */
export type Weakness = 'names' | 'common' | 'repeats' | 'sequence' | 'keyboard';

/** Undefined for a good password. `own`: names and addresses of the person and the workspace. */
export async function weaknessOf(password: string, own: readonly string[]): Promise<Weakness | undefined> {
  const scored = [...password].slice(0, MAX_SCORED_CHARACTERS).join('');
  const ownWords = wordsOf(['cairn', ...own]);
  const { score, longestPattern, isCommon } = await scorer.open();
  const isWeak = score(scored) < MIN_SCORE;
  const pattern = isWeak ? PATTERNS[longestPattern(scored)] : undefined;
  if (pattern !== undefined) return pattern;
  if (withoutOwnWords(scored, ownWords).length < MIN_OTHER_CHARACTERS) return 'names';
  return isWeak || isVariant(password, isCommon, ownWords) ? 'common' : undefined;
}

/** By zxcvbn's pattern. */
const PATTERNS: Readonly<Partial<Record<string, Weakness>>> = {
  repeat: 'repeats',
  sequence: 'sequence',
  spatial: 'keyboard',
};

/** Letters and digits required in addition to the person's own names. */
const MIN_OTHER_CHARACTERS = 5;

const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => withoutAccents(text).split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2);

function withoutOwnWords(password: string, words: readonly string[]): string {
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), withoutAccents(password));
  return rest.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

interface Scorer {
  /** A zxcvbn score, from 0 to 4. */
  readonly score: (password: string) => number;
  /** The zxcvbn pattern that covers most characters. */
  readonly longestPattern: (password: string) => string;
  readonly isCommon: (word: string) => boolean;
}

async function loadScorer(): Promise<Scorer> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
  const common = new Set(Object.values(dictionary).flat());
  const longestPattern = (password: string): string =>
    [...zxcvbn.check(password).sequence].sort((one, other) => other.token.length - one.token.length)[0]?.pattern ?? '';
  return { score: (password) => zxcvbn.check(password).score, longestPattern, isCommon: (word) => common.has(word) };
}

const scorer = openedOnce(loadScorer);
