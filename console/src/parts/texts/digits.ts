// Formats numbers, dates and times in English, the language of the console. Otherwise "8.016 characters" would mean
// eight to its readers, and "last used vor 3 Stunden" would mix languages.

let known: string | undefined;

/** The locale of the browser if it is English, otherwise `en-GB` (day first, 24 hours). */
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
