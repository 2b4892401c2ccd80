// Close variants of words that somebody guesses: the case and the accents folded, the usual replacements of letters
// undone (`P@ssw0rd`), and what was added to satisfy rules taken off at both ends (`Summer2026!!`).

/** Seasons, months, days and greetings, which guessing programs put before a year; alone or in a row. */
const OF_THE_CALENDAR = `
  spring summer autumn fall winter january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday welcome hello password company login access
  fruhling sommer herbst januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag
  samstag sonntag willkommen hallo passwort firma printemps ete automne hiver janvier fevrier mars avril juin juillet
  aout septembre octobre novembre decembre bienvenue bonjour motdepasse primavera verano otono invierno enero febrero
  marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre bienvenido hola contrasena`
  .trim()
  .split(/\s+/);

/** Letters that Unicode does not take apart into one without an accent. */
const WHOLE: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', ı: 'i' };

/** The text without case and accents: `Pässword` is `password`. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøłđðæœı]/g, (letter) => WHOLE[letter] ?? letter);

/** What stands for a letter; `1`, `!` and `|` for two. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' },
  ...{ '@': 'a', $: 's', '€': 'e', '+': 't', '(': 'c' },
};
const spelledOut = (text: string, one: 'i' | 'l'): string =>
  text.replaceAll(/[^a-z]/g, (sign) => STANDS_FOR[sign] ?? ('1!|'.includes(sign) ? one : sign));

/** Characters beside the word, repeats counted once, as many as a date has: more are a password by themselves. */
const MOST_ADDED = '01.07.2026'.length;
/** Signs at an end of the word that can be letters of it: `$ummer`, `hell0`. */
const MOST_SIGNS = 3;

/**
 * True where the password is one word that `isCommon` knows, or words of the calendar and of `own` in a row, with at
 * most a date's worth of other characters at its ends.
 */
export function isVariant(password: string, isCommon: (word: string) => boolean, own: readonly string[]): boolean {
  const predictable = [...OF_THE_CALENDAR, ...own.map(withoutAccents)].map((word) => word.replaceAll(/[^a-z]/g, ''));
  const words = [...new Set(predictable)].filter((word) => word.length > 2);
  return coresOf(withoutAccents(password)).some((core) => isCommon(core) || isInARow(core, words));
}

/** Whether the text is nothing but those words. A regular expression would backtrack over names such as "aaa aaaa". */
function isInARow(text: string, words: readonly string[]): boolean {
  const ends = new Set([0]);
  // A set is walked in the order of insertion, with what is added on the way.
  for (const end of ends) for (const word of words) if (text.startsWith(word, end)) ends.add(end + word.length);
  return ends.has(text.length);
}

/** What can be the word in it, in letters. */
function coresOf(text: string): string[] {
  const [, before = '', word = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(text) ?? [];
  const cores = new Set<string>();
  for (let head = 0; head <= Math.min(before.length, MOST_SIGNS); head += 1) {
    for (let tail = 0; tail <= Math.min(after.length, MOST_SIGNS); tail += 1) {
      const added = before.slice(0, before.length - head) + after.slice(tail);
      if (added.replaceAll(/(.)\1+/gs, '$1').length > MOST_ADDED) continue;
      const signed = before.slice(before.length - head) + word + after.slice(0, tail);
      for (const one of ['i', 'l'] as const) cores.add(spelledOut(signed, one));
    }
  }
  return [...cores].filter((core) => /^[a-z]{3,}$/.test(core));
}
