// The console's one page, handed out under a policy that lets nothing in but the service's own files: scripts by their
// address, styles that components write themselves by a nonce that is new with every page.
import { randomBytes } from 'node:crypto';
import type { Answer } from '../../http/answer.ts';
import { type ConsoleFiles, NONCE_MARK } from './console-files.ts';

/** The page with a nonce of its own; `url` is where it is asked for. */
export function consolePage(console: ConsoleFiles, url: string): Answer {
  const nonce = randomBytes(18).toString('base64');
  const page = console.page.replace('</head>', `${firstFiles(console, url)}</head>`);
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
      Vary: 'Accept',
    },
    body: { bytes: Buffer.from(page.replaceAll(NONCE_MARK, nonce)) },
  };
}

function firstFiles({ firstFiles }: ConsoleFiles, url: string): string {
  const [path = ''] = url.split('?');
  return firstFiles.get(path) ?? firstFiles.get(path.replace(/[^/]+$/, '*')) ?? '';
}

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
