// Numbers, dates and times are written in the language of the console, so that a sentence is in one: "8.016 characters"
// are eight to who reads English, and "last used vor 3 Stunden" is in none.

let known: string | undefined;

/**
 * The reader's own English, which has the day or the month first; for who reads another language that with the day
 * first and 24 hours.
 */
export function english(): string {
  if (known !== undefined) return known;
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  known = /^en\b/.test(locale) ? locale : 'en-GB';
  return known;
}

let digits: Intl.NumberFormat | undefined;

/** "1,200". */
export function inDigits(value: number): string {
  digits ??= new Intl.NumberFormat(english());
  return digits.format(value);
}
