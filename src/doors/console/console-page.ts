// The console's single HTML page. Its policy admits only the service's own files: scripts by URL, and styles that
// components inject by a fresh nonce for each response.
import { randomBytes } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Answer } from '../../http/answers/answer.ts';
import { acceptedLanguage } from '../../http/answers/negotiate.ts';
import { SESSION_COOKIE } from '../../identity/cookie-names.ts';
import { type ConsoleFiles, type ConsolePage, NONCE_MARK } from './console-files.ts';

/** A page request: its URL and the two headers on which the page depends. */
interface PageRequest {
  readonly url: string;
  readonly cookies: string | undefined;
  readonly languages: string | undefined;
}

/** The page with a fresh nonce, in the language of the person or the browser. */
export function consolePage(console: ConsoleFiles, { url, cookies, languages }: PageRequest): Answer {
  const nonce = randomBytes(18).toString('base64');
  const found = pageFor(console, cookies, languages);
  const { head, body } = firstOf(found, url, cookies?.includes(`${SESSION_COOKIE}=`) === true);
  const page = found.page.replace('</head>', () => `${head}</head>`).replace('</body>', () => `${body}</body>`);
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy(nonce),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      Vary: PAGE_VARIES,
    },
    body: { bytes: Buffer.from(page.replaceAll(NONCE_MARK, nonce)) },
  };
}

/** The headers on which a page or the metadata at the same URL depends. */
export const PAGE_VARIES = 'Accept, Accept-Language, Cookie';

/** The console sets this cookie when the session's person or workspace prefers another language than the browser. */
const LANGUAGE_COOKIE = 'cairn_language';

function pageFor({ pages }: ConsoleFiles, cookies: string | undefined, languages: string | undefined): ConsolePage {
  const chosen = pages.get(parseCookie(cookies ?? '')[LANGUAGE_COOKIE] ?? '');
  const page = chosen ?? pages.get(acceptedLanguage(languages, [...pages.keys()]) ?? 'en') ?? pages.get('en');
  if (page === undefined) throw new Error('The console was built without English.');
  return page;
}

/**
 * What the response adds for this URL. Without a session, it adds nothing, because the browser will show the sign-in
 * page.
 */
function firstOf(
  { head, firstPages }: ConsolePage,
  url: string,
  hasSession: boolean,
): { readonly head: string; readonly body: string } {
  const [path = '', query] = url.split('?');
  const last = LAST_PART.exec(path)?.[0] ?? '';
  const own = firstPages.get(path) ?? (last === '' ? undefined : firstPages.get(path.replace(LAST_PART, '*')));
  const first = own === undefined || hasSession ? own : firstPages.get('/sign-in');
  if (first === undefined) return { head, body: '' };
  // If the URL has a query string, the page sends different requests.
  const reads = first.reads.filter((read) => query === undefined || !read.includes('?'));
  const meta = `<meta name="first-reads" content="${reads.join(' ').replaceAll('*', last).replaceAll('&', '&amp;')}">`;
  return {
    head: `${reads.length === 0 ? '' : meta}${head}${first.links}`,
    body: `<div id="first-paint" aria-hidden="true">${first.html}</div>`,
  };
}

/** The id at the end of a path, which is safe in HTML. Paths that end in anything else preload nothing. */
const LAST_PART = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Components set sizes and positions on elements. Such styles can neither load nor send anything.
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    // Images in setup guides come from the service's own store. An external image would reveal the reader's address to
    // its host.
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
