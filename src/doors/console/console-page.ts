// The console's one page, handed out under a policy that lets nothing in but the service's own files: scripts by their
// address, styles that components write themselves by a nonce that is new with every page.
import { randomBytes } from 'node:crypto';
import type { Answer } from '../../http/answers/answer.ts';
import { SESSION_COOKIE } from '../../identity/cookie-names.ts';
import { type ConsoleFiles, NONCE_MARK } from './console-files.ts';

/** The page with a nonce of its own; `url` is where it is asked for, `cookies` what the browser sends along. */
export function consolePage(console: ConsoleFiles, url: string, cookies: string | undefined): Answer {
  const nonce = randomBytes(18).toString('base64');
  const { head, body } = firstOf(console, url, cookies?.includes(`${SESSION_COOKIE}=`) === true);
  const page = console.page.replace('</head>', () => `${head}</head>`).replace('</body>', () => `${body}</body>`);
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
      Vary: 'Accept, Cookie',
    },
    body: { bytes: Buffer.from(page.replaceAll(NONCE_MARK, nonce)) },
  };
}

/** What comes with the page at this address; who has no session is on the way to the sign-in page. */
function firstOf(
  { head, firstPages }: ConsoleFiles,
  url: string,
  hasSession: boolean,
): { readonly head: string; readonly body: string } {
  const [path = '', query] = url.split('?');
  const last = LAST_PART.exec(path)?.[0] ?? '';
  const own = firstPages.get(path) ?? (last === '' ? undefined : firstPages.get(path.replace(LAST_PART, '*')));
  const first = own === undefined || hasSession ? own : firstPages.get('/sign-in');
  if (first === undefined) return { head, body: '' };
  // With a query the page asks for something else.
  const reads = first.reads.filter((read) => query === undefined || !read.includes('?'));
  const meta = `<meta name="first-reads" content="${reads.join(' ').replaceAll('*', last).replaceAll('&', '&amp;')}">`;
  return {
    head: `${reads.length === 0 ? '' : meta}${head}${first.links}`,
    body: `<div id="first-paint" aria-hidden="true">${first.html}</div>`,
  };
}

/** The id at the end of an address: nothing in it has a meaning in HTML. Of what is no id the page asks for nothing. */
const LAST_PART = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Sizes and places are set on elements by the components; they can neither load nor send anything.
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    // Images of setup guides come from the service's own store: one from elsewhere would tell its host who reads the
    // guide.
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
