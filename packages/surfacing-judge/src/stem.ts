// The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980) for lowercase English words.

type Rule = readonly [suffix: string, replacement: string];

const STEP_2: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const STEP_3: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const STEP_4: readonly string[] = [
  'al',
  'ance',
  'ence',
  'er',
  'ic',
  'able',
  'ible',
  'ant',
  'ement',
  'ment',
  'ent',
  'ion',
  'ou',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
];

/** The stem of a lowercase word. Words with letters other than a-z, and words of one or two letters, are unchanged. */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const plural = step1a(word);
  const tense = step1b(plural);
  const y = hasVowel(tense.slice(0, -1)) && tense.endsWith('y') ? `${tense.slice(0, -1)}i` : tense;
  return step5(step4(replaceLongest(replaceLongest(y, STEP_2), STEP_3)));
}

function step1a(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function step1b(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = word.endsWith('ed') ? 'ed' : word.endsWith('ing') ? 'ing' : '';
  const base = word.slice(0, word.length - suffix.length);
  if (suffix === '' || !hasVowel(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (endsDouble(base) && !/[lsz]$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

function replaceLongest(word: string, rules: readonly Rule[]): string {
  let best: Rule | undefined;
  for (const rule of rules) {
    if (word.endsWith(rule[0]) && (best === undefined || rule[0].length > best[0].length)) best = rule;
  }
  if (best === undefined) return word;
  const base = word.slice(0, word.length - best[0].length);
  return measure(base) > 0 ? base + best[1] : word;
}

function step4(word: string): string {
  let best = '';
  for (const suffix of STEP_4) if (word.endsWith(suffix) && suffix.length > best.length) best = suffix;
  const base = word.slice(0, word.length - best.length);
  if (best === '' || measure(base) <= 1) return word;
  return best === 'ion' && !/[st]$/.test(base) ? word : base;
}

function step5(word: string): string {
  const base = word.slice(0, -1);
  const size = measure(base);
  const shorter = word.endsWith('e') && (size > 1 || (size === 1 && !endsShort(base))) ? base : word;
  return shorter.endsWith('ll') && measure(shorter.slice(0, -1)) > 1 ? shorter.slice(0, -1) : shorter;
}

function isConsonant(word: string, at: number): boolean {
  const letter = word[at];
  if (letter === 'y') return at === 0 || !isConsonant(word, at - 1);
  return letter !== 'a' && letter !== 'e' && letter !== 'i' && letter !== 'o' && letter !== 'u';
}

/** The number of vowel-consonant sequences. */
function measure(word: string): number {
  let count = 0;
  let vowelBefore = false;
  for (let at = 0; at < word.length; at++) {
    const consonant = isConsonant(word, at);
    if (consonant && vowelBefore) count++;
    vowelBefore = !consonant;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (!isConsonant(word, at)) return true;
  return false;
}

const endsDouble = (word: string): boolean =>
  word.length > 1 && word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1);

/** Ends in consonant, vowel, consonant, of which the last is not w, x or y. */
const endsShort = (word: string): boolean =>
  word.length > 2 &&
  isConsonant(word, word.length - 3) &&
  !isConsonant(word, word.length - 2) &&
  isConsonant(word, word.length - 1) &&
  !/[wxy]$/.test(word);
