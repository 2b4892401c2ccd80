// The page that a browser shows if an authorization request cannot be sent back to the client: the client or its
// redirect URI is wrong, the request is too long to store, or no one here has approved the client's host.
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

/** The client's error (RFC 6749, section 4.1.2.1). */
type Out = Readonly<Record<string, unknown>>;

/** `out` contains `error` and `error_description`. Returns JSON to programs and a page to people. */
export const errorPage = (context: Context, out: Out): void =>
  show(context, out, textOf(String(out.error_description ?? ''), whatToDo(String(out.error))));

/** The same page as a response of this API. */
export const errorAnswer = (error: string, description: string): Answer => ({
  status: 400,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
  },
  body: { bytes: Buffer.from(textOf(description, whatToDo(error))) },
});

/** The redirect target of a client error. */
interface Onward extends Out {
  readonly error_description: string;
  readonly host: string;
  readonly onward: string;
}

/** A client error, shown before the browser goes to a host that no one here has approved. */
export function onwardPage(context: Context, { host, onward, ...out }: Onward): void {
  context.response.remove('Location');
  context.status = 400;
  const more = `<p>The app sent you here from <b>${escaped(host)}</b>. No one here has approved it. Close this page
if you do not know it.</p><p><a rel="noreferrer" href="${escaped(onward)}">Continue to ${escaped(host)}</a></p>`;
  show(context, out, textOf(out.error_description, more));
}

function show(context: Context, out: Out, text: string): void {
  if (!context.get('accept').includes('text/html')) {
    context.body = out;
    return;
  }
  context.type = 'html';
  context.set('Content-Security-Policy', POLICY);
  context.body = text;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const whatToDo = (error: string): string =>
  `<p>Go back to the app and begin again. If that does not help, tell its maker this:
<code>${escaped(error)}</code></p>`;

const textOf = (description: string, more: string): string =>
  `<!doctype html><html lang="en">${PAGE_HEAD}<title>The app could not be connected</title>
<style>body{font:16px/1.5 system-ui;max-width:34rem;margin:12vh auto;padding:0 1.5rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25}</style>
<h1>The app could not be connected</h1><p>The app asked in a way that cannot be answered: ${escaped(description)}.</p>
${more}</html>`;
