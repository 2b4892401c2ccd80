// Turns raw text into tokens: Unicode folding, contractions, runs of letters, numbers. No stems and no features.

/**
 * Marks that only vary the spelling of a letter: accents, and the points of Arabic and Hebrew. Other marks are like
 * letters: vowels of Hindi or Thai, or marks that change the sound of a kana (U+3099, U+309A).
 */
const ACCENT =
  /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/gu;
/** Soft hyphens, joiners, direction marks and other invisible characters. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = `(?=[\\p{L}\\p{M}])[${UNSPACED_SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');
const TOKEN = new RegExp(`(?:${UNSPACED})+|(?!${UNSPACED})\\p{L}(?:(?!${UNSPACED})[\\p{L}\\p{M}])*|\\p{N}+`, 'gu');
const ASCII_TOKEN = /[a-z]+|[0-9]+/g;
const NUMBER = /^\p{N}/u;
const LONGEST_TOKEN = 40;
const ASCII_ONLY = /^[\t-\r\x20-\x7e]*$/;

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b/g, 'can not'],
  [/\bshan't\b/g, 'shall not'],
  [/n't\b/g, ' not'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'m\b/g, ' am'],
  [/'d\b/g, ' would'],
  [/\blet's\b/g, 'let us'],
  [/\b(what|it|that|there|here|who|where|when|how|he|she)'s\b/g, '$1 is'],
  [/'s\b/g, ''],
];

/**
 * Folds compatibility forms, accents, ß, case and quotes, and drops invisible characters, so that all spellings of a
 * word are equal.
 */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .normalize('NFD')
    .replace(ACCENT, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[‘’ʼ′]/g, "'");
}

/**
 * The tokens of a text in order. Every number is `0`, so that amounts and dates do not distinguish texts. Scripts
 * without spaces yield pairs of characters. Endless words are truncated, because their tails mean nothing.
 */
export function tokens(text: string): string[] {
  const found: string[] = [];
  for (const run of runs(text)) {
    if (run.charCodeAt(0) > 0x7f && run.length > 2 && IS_UNSPACED.test(run)) found.push(...characterPairs(run));
    else found.push(beginningOf(run, LONGEST_TOKEN));
  }
  return found;
}

/**
 * The text as one comparable line: equal lines are the same prompt except for case, accents, punctuation and numbers.
 */
export const tokenLine = (text: string): string => runs(text).join(' ');

/** A prompt in the form that is compared with examples. */
export interface PromptLine {
  /** Its `tokenLine`. */
  readonly line: string;
  /** The same line including its numbers, because form 1040 is not form 1099. */
  readonly numbered: string;
}

export function promptLine(text: string): PromptLine {
  const spelled = spelledRuns(text);
  return { line: withoutNumbers(spelled).join(' '), numbered: spelled.join(' ') };
}

export const numberedLine = (text: string): string => spelledRuns(text).join(' ');

/** The first UTF-16 units of a text, up to this number, without splitting a character. */
export const beginningOf = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Runs of letters, each in a script with or without spaces, and `0` for a run of digits. */
const runs = (text: string): readonly string[] => withoutNumbers(spelledRuns(text));

/** The same pattern with the digits unchanged. */
function spelledRuns(text: string): readonly string[] {
  const spelled = expandContractions(fold(text));
  return spelled.match(ASCII_ONLY.test(spelled) ? ASCII_TOKEN : TOKEN) ?? [];
}

const withoutNumbers = (found: readonly string[]): readonly string[] =>
  found.map((run) => (NUMBER.test(run) ? '0' : run));

function characterPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

function expandContractions(text: string): string {
  if (!text.includes("'")) return text;
  let expanded = text;
  for (const [pattern, full] of CONTRACTIONS) expanded = expanded.replace(pattern, full);
  return expanded;
}
