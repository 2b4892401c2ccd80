// Chooses the language of the page: the person's choice, then the browser's, then the workspace's. The service reads
// the choice from a cookie (src/doors/console/console-page.ts). Without the cookie, it follows the browser.
import type { Session } from '../../api/session.ts';
import { language } from './language.ts';
import { cookieFor } from './preferred-language.ts';

/** The languages of this build, English first. */
export const languages = (): readonly string[] =>
  (globalThis.document?.documentElement.dataset.languages ?? 'en').split(' ');

/** The language's own name for itself: "Deutsch". */
export function languageName(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Stores the choice for the next page. True if it differs from the one of this page. */
export function keepLanguage(preferred: Session['languages']): boolean {
  const chosen = cookieFor(preferred, languages(), navigator.languages);
  const before = /(?:^|; )cairn_language=([\w-]+)/.exec(document.cookie)?.[1];
  if (chosen === before) return false;
  const age = `Max-Age=${chosen === undefined ? 0 : 34_000_000}`;
  const security = window.location.protocol === 'https:' ? ['Secure'] : [];
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store API yet.
  document.cookie = [`cairn_language=${chosen ?? ''}; Path=/; SameSite=Lax`, age, ...security].join('; ');
  return chosen === undefined || chosen !== language();
}
