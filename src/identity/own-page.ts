// Whether a request was sent by a page of the console itself. A browser adds cookies to requests that other sites
// cause; it does not let those sites add a header of their own, nor hide where they come from.
import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../base/refusal.ts';

/**
 * The header that the console sends with every change. Another site would need a CORS preflight, which is never
 * granted.
 */
const CONSOLE_HEADER = 'x-cairn-console';

/**
 * Refuses with `forbidden` a request without the header `X-Cairn-Console: 1`, or one whose `Sec-Fetch-Site` or
 * `Origin`, where the browser sent them, name another site. `publicUrl` is the console's address.
 */
export function requireOwnPage(headers: IncomingHttpHeaders, publicUrl: string): void {
  if (headers[CONSOLE_HEADER] !== '1') throw crossSite('Send the header X-Cairn-Console: 1');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw crossSite('Send it from a page of the console');
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl))
    throw crossSite(`Open the console at ${publicUrl}`);
}

/** The host that the browser itself addressed counts too: cookies of another host would not have come along. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: sender, host: senderHost } = new URL(origin);
  return sender === new URL(publicUrl).origin || (host !== undefined && senderHost === host.toLowerCase());
}

const crossSite = (remedy: string): Error =>
  refuse('forbidden', `This change did not come from the console. ${remedy}, and try again.`);
