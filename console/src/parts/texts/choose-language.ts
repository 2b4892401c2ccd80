// Chooses the language of the page: the person's choice, then the browser's, then the workspace's. The service reads
// the choice from a cookie (src/doors/console/console-page.ts). Without the cookie, it follows the browser.
import type { Session } from '../../api/session.ts';
import { language } from './language.ts';
import { cookieFor } from './preferred-language.ts';

/** Each language names itself. Literals, because they are the same in every language. */
const NAMES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };

/** The languages of this build, English first. */
export const languages = (): readonly string[] =>
  (globalThis.document?.documentElement.dataset.languages ?? 'en').split(' ');

export const languageName = (name: string): string => NAMES[name] ?? name;

/** Stores the choice for the next page. True if it differs from the one of this page. */
export function keepLanguage(preferred: Session['languages']): boolean {
  const chosen = cookieFor(preferred, languages(), navigator.languages);
  const before = /(?:^|; )cairn_language=([\w-]+)/.exec(document.cookie)?.[1];
  if (chosen === before) return false;
  const security = window.location.protocol === 'https:' ? '; Secure' : '';
  const age = chosen === undefined ? 0 : 34_000_000;
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store API yet.
  document.cookie = `cairn_language=${chosen ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax${security}`;
  return chosen === undefined || chosen !== language();
}
