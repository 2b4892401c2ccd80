// The language of the console. The service names it in the `lang` attribute of each page, whose files contain the texts
// in that language. Another language needs a fresh page.

/** Without a page, as in unit tests, English. */
export const language = (): string =>
  (globalThis as { document?: { documentElement: { lang: string } } }).document?.documentElement.lang || 'en';

let known: string | undefined;

/**
 * The locale for numbers, dates and plurals: the browser's if it speaks the language of the page. Otherwise "8.016
 * characters" would mean eight to readers of English, and "last used vor 3 Stunden" would mix languages. English is
 * then `en-GB` (day first, 24 hours).
 */
export function locale(): string {
  if (known !== undefined) return known;
  const spoken = language().split('-')[0] ?? 'en';
  const browsers = new Intl.DateTimeFormat().resolvedOptions().locale;
  known = browsers.split('-')[0] === spoken ? browsers : spoken === 'en' ? 'en-GB' : spoken;
  return known;
}
