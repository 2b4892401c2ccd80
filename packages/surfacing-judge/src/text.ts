// From raw text to tokens: Unicode folding, contractions, runs of letters, numbers. No stems and no features here.

const MARKS = /\p{M}+/gu;
const TOKEN = /\p{L}+|\p{N}+/gu;
const ASCII_TOKEN = /[a-z]+|[0-9]+/g;
const NUMBER = /^\p{N}/u;
const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');
const LONGEST_TOKEN = 40;
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

/** Folds compatibility forms, accents, ß, case and quotes, so that two spellings of a word are one. */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[‘’ʼ′]/g, "'");
}

/**
 * The tokens of a text in their order; every number is `0`, so that amounts and dates do not tell texts apart. A script
 * without spaces gives its character pairs; an endless word is cut, since its tail tells nothing.
 */
export function tokens(text: string): string[] {
  const found: string[] = [];
  for (const run of runs(text)) {
    if (run.charCodeAt(0) > 0x7f && run.length > 2 && UNSPACED.test(run)) found.push(...characterPairs(run));
    else found.push(run.length > LONGEST_TOKEN ? run.slice(0, LONGEST_TOKEN) : run);
  }
  return found;
}

/** The text as one comparable line: equal lines are the same prompt, whatever its case, accents and punctuation. */
export const tokenLine = (text: string): string => runs(text).join(' ');

/** Runs of letters, and `0` for a run of digits. */
function runs(text: string): string[] {
  const spelled = expandContractions(fold(text));
  const found = spelled.match(ASCII_ONLY.test(spelled) ? ASCII_TOKEN : TOKEN) ?? [];
  for (const [at, run] of found.entries()) if (NUMBER.test(run)) found[at] = '0';
  return found;
}

const characterPairs = (run: string): string[] =>
  Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));

function expandContractions(text: string): string {
  if (!text.includes("'")) return text;
  let expanded = text;
  for (const [pattern, full] of CONTRACTIONS) expanded = expanded.replace(pattern, full);
  return expanded;
}
