// What a browser sees where an authorization request cannot even be sent back: the client or its redirect URI is not
// right, so nobody is redirected anywhere.
import type { Context } from 'oidc-provider';
import { PAGE_HEAD } from '../../http/answers/page-head.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** `out` holds `error` and `error_description` (RFC 6749, section 4.1.2.1). JSON for programs, a page for people. */
export function errorPage(context: Context, out: Readonly<Record<string, unknown>>): void {
  if (!context.get('accept').includes('text/html')) {
    context.body = out;
    return;
  }
  context.type = 'html';
  context.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  const description = escaped(String(out.error_description ?? ''));
  context.body = `<!doctype html><html lang="en">${PAGE_HEAD}<title>The app could not be connected</title>
<style>body{font:16px/1.5 system-ui;max-width:34rem;margin:12vh auto;padding:0 1.5rem}
h1{font-size:1.6rem;line-height:1.25}</style>
<h1>The app could not be connected</h1><p>The app asked in a way that cannot be answered: ${description}.</p>
<p>Go back to the app and begin again. If that does not help, tell its maker this:
<code>${escaped(String(out.error))}</code></p></html>`;
}
