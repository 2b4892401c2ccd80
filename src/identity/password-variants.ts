// Close variants of common words. Folds case and accents, undoes the usual letter replacements (`P@ssw0rd`), and strips
// characters that were added at either end to satisfy rules (`Summer2026!!`).

/** Seasons, months, days and greetings. Password crackers try them before a year, alone or combined. */
const CALENDAR_WORDS = `
  spring summer autumn fall winter january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday welcome hello password company login access
  fruhling sommer herbst januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag
  samstag sonntag willkommen hallo passwort firma printemps ete automne hiver janvier fevrier mars avril juin juillet
  aout septembre octobre novembre decembre bienvenue bonjour motdepasse primavera verano otono invierno enero febrero
  marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre bienvenido hola contrasena`
  .trim()
  .split(/\s+/);

/** Letters that Unicode does not decompose into a base letter and an accent. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Lowercases the text and removes accents: `Pässword` becomes `password`. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøłđðæœı]/g, (letter) => UNDECOMPOSED[letter] ?? letter);

/** Common replacements of letters. `1`, `!` and `|` can each mean two letters (see `spelledOut`). */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' },
  ...{ '@': 'a', $: 's', '€': 'e', '+': 't', '(': 'c' },
};
const spelledOut = (text: string, one: 'i' | 'l'): string =>
  text.replaceAll(/[^a-z]/g, (sign) => REPLACEMENTS[sign] ?? ('1!|'.includes(sign) ? one : sign));

/**
 * Maximum characters added to the word, counting repeats once: the length of a date. A longer addition is strong enough
 * alone.
 */
const MAX_ADDED = '01.07.2026'.length;
/** Maximum characters at each end that may replace letters of the word: `$ummer`, `hell0`. */
const MAX_REPLACED = 3;

/**
 * True if the password is one word that `isCommon` knows, or a sequence of calendar words and `own` words, with at most
 * a date's length of other characters at its ends.
 */
export function isVariant(password: string, isCommon: (word: string) => boolean, own: readonly string[]): boolean {
  const predictable = [...CALENDAR_WORDS, ...own.map(withoutAccents)].map((word) => word.replaceAll(/[^a-z]/g, ''));
  const words = [...new Set(predictable)].filter((word) => word.length > 2);
  return coresOf(withoutAccents(password)).some((core) => isCommon(core) || isSequenceOf(core, words));
}

/** True if the text consists only of those words. A regular expression would backtrack on names like "aaa aaaa". */
function isSequenceOf(text: string, words: readonly string[]): boolean {
  const ends = new Set([0]);
  // A Set iterates in insertion order, including elements added during the loop.
  for (const end of ends) for (const word of words) if (text.startsWith(word, end)) ends.add(end + word.length);
  return ends.has(text.length);
}

/** Returns the possible words inside the text, as letters. */
function coresOf(text: string): string[] {
  const [, before = '', word = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(text) ?? [];
  const cores = new Set<string>();
  for (let head = 0; head <= Math.min(before.length, MAX_REPLACED); head += 1) {
    for (let tail = 0; tail <= Math.min(after.length, MAX_REPLACED); tail += 1) {
      const added = before.slice(0, before.length - head) + after.slice(tail);
      if (added.replaceAll(/(.)\1+/gs, '$1').length > MAX_ADDED) continue;
      const signed = before.slice(before.length - head) + word + after.slice(0, tail);
      for (const one of ['i', 'l'] as const) cores.add(spelledOut(signed, one));
    }
  }
  return [...cores].filter((core) => /^[a-z]{3,}$/.test(core));
}
