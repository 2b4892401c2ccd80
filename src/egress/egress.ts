// Every request to an untrusted address (identity provider, client metadata document, key set) goes through here: It
// allows only HTTPS, follows no redirects, checks and pins the address, and stops after five seconds or one megabyte.

import { isLoopback } from '../base/hosts.ts';
import { openedOnce } from '../base/once.ts';
import type { Tracing } from '../base/tracing.ts';
import type { AddressRange } from './address-rules.ts';
import type { Egress, Outbound } from './egress-request.ts';
import { tracedEgress } from './traced-egress.ts';

export interface EgressOptions {
  /** Private ranges allowed by the operator (CAIRN_EGRESS_ALLOW). By default, not even this machine can be reached. */
  readonly allow: readonly AddressRange[];
  /** The operator's proxy and certificate authorities, if any. */
  readonly outbound?: Outbound | undefined;
  /** The service's own URL. If the service runs on this machine, allowed servers on this machine don't need TLS. */
  readonly publicUrl: string;
  /** The timeout of a request; 5 seconds by default. */
  readonly timeoutMs?: number;
  /** If true, responses have only a status and headers; the body is not read and may have any length. */
  readonly ignoresBodies?: boolean;
  /** Connections per server; 8 by default. Waiting for one counts toward the timeout. */
  readonly connections?: number;
  /** Undefined if tracing is off. `purpose` describes the requests in a word or two. */
  readonly traced?: { readonly tracing: Tracing; readonly purpose: string } | undefined;
}

/** Loads the HTTP client with the first request. */
export function openEgress({
  allow,
  outbound = {},
  publicUrl,
  timeoutMs = 5_000,
  ignoresBodies = false,
  connections = 8,
  traced,
}: EgressOptions): Egress {
  const isDevelopment = isLoopback(new URL(publicUrl).hostname);
  const client = openedOnce(async () => {
    const { pinnedEgress } = await import('./pinned-agent.ts');
    return pinnedEgress({ allow, outbound, isDevelopment, timeoutMs, ignoresBodies, connections });
  });
  const egress: Egress = {
    fetch: async (url, request) => (await client.open()).fetch(url, request),
    cut: () => void client.opened().then((opened) => opened?.cut()),
    close: async () => (await client.opened())?.close(),
  };
  return traced === undefined ? egress : tracedEgress(egress, traced.tracing, traced.purpose);
}
