// From raw text to tokens: Unicode folding, contractions, runs of letters, numbers. No stems and no features here.

/** A token as written (folded) and whether its script is written without spaces between words. */
export interface Token {
  readonly text: string;
  readonly unspaced: boolean;
}

const MARKS = /\p{M}+/gu;
const TOKEN = /\p{L}+|\p{N}+/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ASCII_ONLY = /^[\x20-\x7e\s]*$/;

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

/** Folds compatibility forms, accents, case and quotes, so that two spellings of a word are one. */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[‘’ʼ′]/g, "'");
}

/** The tokens of a text in their order; every number is `0`, so that amounts and dates do not tell texts apart. */
export function tokens(text: string): Token[] {
  const spelled = expandContractions(fold(text));
  const found = spelled.match(TOKEN) ?? [];
  return found.map((run) => {
    if (/^\p{N}/u.test(run)) return { text: '0', unspaced: false };
    return { text: run, unspaced: run.charCodeAt(0) > 0x7f && UNSPACED.test(run) };
  });
}

/** The text as one comparable line: equal lines are the same prompt, whatever its case, accents and punctuation. */
export const tokenLine = (text: string): string =>
  tokens(text)
    .map((token) => token.text)
    .join(' ');

function expandContractions(text: string): string {
  if (!text.includes("'")) return text;
  let expanded = text;
  for (const [pattern, full] of CONTRACTIONS) expanded = expanded.replace(pattern, full);
  return expanded;
}
