// Whether a password is one that somebody guesses: common ones, keyboard rows, repeats, and words of the person's own.
// Judged offline by zxcvbn and its lists of common passwords and words, read with the first password that is set.
import { openedOnce } from '../base/opened-once.ts';
import { isVariant, withoutAccents } from './password-variants.ts';

/** Tries that an attacker needs at most, as a power of ten, below which a password is refused: zxcvbn's score of 3. */
const LEAST_SCORE = 3;
/** Judging takes longer than linear time, and a password of this length needs no more. */
const JUDGED_CHARACTERS = 64;

/** True where the password is easily guessed; `own`: names and addresses of the person and their workspace. */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  const judged = [...password].slice(0, JUDGED_CHARACTERS).join('');
  const ownWords = wordsOf(['cairn', ...own]);
  if (withoutOwnWords(judged, ownWords).length < LEAST_BESIDE_OWN) return true;
  const { score, isCommon } = await judge.open();
  return score(judged) < LEAST_SCORE || isVariant(password, isCommon, ownWords);
}

/** Letters and digits that a password has beside the person's own names. */
const LEAST_BESIDE_OWN = 5;

const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => withoutAccents(text).split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2);

function withoutOwnWords(password: string, words: readonly string[]): string {
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), withoutAccents(password));
  return rest.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

interface Judge {
  /** 0 to 4. */
  readonly score: (password: string) => number;
  /** Whether the lists have that word. */
  readonly isCommon: (word: string) => boolean;
}

async function readJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
  const common = new Set(Object.values(dictionary).flat());
  return { score: (password) => zxcvbn.check(password).score, isCommon: (word) => common.has(word) };
}

const judge = openedOnce(readJudge);
