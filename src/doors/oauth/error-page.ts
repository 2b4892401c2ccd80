// What a browser sees if an authorization request cannot even be sent back: the client or its redirect URI is wrong, or
// the request is too long to keep.
import type { Context } from 'oidc-provider';
import type { Answer } from '../../http/answers/answer.ts';
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
  context.set('Content-Security-Policy', POLICY);
  context.body = textOf(String(out.error), String(out.error_description ?? ''));
}

/** The same page as an answer of the door. */
export const errorAnswer = (error: string, description: string): Answer => ({
  status: 400,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
  },
  body: { bytes: Buffer.from(textOf(error, description)) },
});

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const textOf = (error: string, description: string): string =>
  `<!doctype html><html lang="en">${PAGE_HEAD}<title>The app could not be connected</title>
<style>body{font:16px/1.5 system-ui;max-width:34rem;margin:12vh auto;padding:0 1.5rem}
h1{font-size:1.6rem;line-height:1.25}</style>
<h1>The app could not be connected</h1><p>The app asked in a way that cannot be answered: ${escaped(description)}.</p>
<p>Go back to the app and begin again. If that does not help, tell its maker this:
<code>${escaped(error)}</code></p></html>`;
