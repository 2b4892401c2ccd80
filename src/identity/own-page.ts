// Checks that a page of the console sent the request. Browsers add cookies to requests that other sites cause, but
// those sites cannot add custom headers or hide their origin.

import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../base/refusal.ts';
import { type Text, t } from '../base/texts/t.ts';

/**
 * The console sends this header with every change. Another site would need a CORS preflight, which the service never
 * grants.
 */
const CONSOLE_HEADER = 'x-cairn-console';

/**
 * Fails with `forbidden` if the header `X-Cairn-Console: 1` is missing, or if `Sec-Fetch-Site` or `Origin` is present
 * and names another site. `publicUrl` is the console's address.
 */
export function requireOwnPage(headers: IncomingHttpHeaders, publicUrl: string): void {
  if (headers[CONSOLE_HEADER] !== '1') throw crossSite(t('Send the header X-Cairn-Console: 1'));
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw crossSite(t('Send it from a page in the console'));
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl))
    throw crossSite(t('Open the console at {address}', { address: publicUrl }));
}

/** Also accepts the host that the browser addressed: the browser would not have sent cookies of another host. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: sender, host: senderHost } = new URL(origin);
  return sender === new URL(publicUrl).origin || (host !== undefined && senderHost === host.toLowerCase());
}

const crossSite = (remedy: Text): Error =>
  refuse('forbidden', t('This change did not come from the console. {remedy}, and try again.', { remedy }));
