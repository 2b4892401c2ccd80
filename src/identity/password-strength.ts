// Whether a password is one that somebody guesses: common ones, keyboard rows, repeats, and words of the person's own.
// Judged offline by zxcvbn and its list of common passwords, both read with the first password that is set.

/** Tries that an attacker needs at most, as a power of ten, below which a password is refused: zxcvbn's score of 3. */
const LEAST_SCORE = 3;
/** Judging takes longer than linear time, and who has this much behind them has nothing to add. */
const JUDGED_CHARACTERS = 64;

/** True where the password is easily guessed; `own`: names and addresses of the person and their workspace. */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  const judged = [...password].slice(0, JUDGED_CHARACTERS).join('');
  if (withoutOwnWords(judged, ['cairn', ...own]).length < LEAST_BESIDE_OWN) return true;
  const judge = await loadJudge();
  return judge(judged) < LEAST_SCORE;
}

/** Letters and digits that a password has beside the person's own names. */
const LEAST_BESIDE_OWN = 5;

function withoutOwnWords(password: string, own: readonly string[]): string {
  const words = own.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2);
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), password.toLowerCase());
  return rest.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

type Judge = (password: string) => number;
let loaded: Promise<Judge> | undefined;

const loadJudge = (): Promise<Judge> => {
  loaded ??= readJudge().catch((thrown: unknown) => {
    loaded = undefined;
    throw thrown;
  });
  return loaded;
};

async function readJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
  return (password) => zxcvbn.check(password).score;
}
