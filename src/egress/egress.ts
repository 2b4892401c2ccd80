// Every request to an address that somebody else chose (an identity provider, a client's metadata document, a key set)
// goes through here: https only, no redirect followed, an address checked and then pinned, five seconds, one megabyte.

import { isLoopback } from '../base/loopback.ts';
import { openedOnce } from '../base/opened-once.ts';
import type { Tracing } from '../base/tracing.ts';
import type { AddressRange } from './address-rules.ts';
import type { Egress } from './egress-request.ts';
import { tracedEgress } from './traced-egress.ts';

export interface EgressOptions {
  /** Private ranges that the operator allows (CAIRN_EGRESS_ALLOW). Without it even this machine is out of reach. */
  readonly allow: readonly AddressRange[];
  /** The service's own address. If that is this machine, an allowed server on it needs no TLS. */
  readonly publicUrl: string;
  /** Beyond this a request is given up; 5 seconds where absent. */
  readonly timeoutMs?: number;
  /** True: the answer's status and headers count; its body is not read, whatever its length. */
  readonly ignoresBodies?: boolean;
  /** To one server; 8 where absent. Requests beyond these wait, and their time runs. */
  readonly connections?: number;
  /** Undefined: no traces. `purpose` is what its requests are for, in a word or two. */
  readonly traced?: { readonly tracing: Tracing; readonly purpose: string } | undefined;
}

/** Opens nothing yet: the client is loaded with the first request. */
export function openEgress({
  allow,
  publicUrl,
  timeoutMs = 5_000,
  ignoresBodies = false,
  connections = 8,
  traced,
}: EgressOptions): Egress {
  const isDevelopment = isLoopback(new URL(publicUrl).hostname);
  const client = openedOnce(async () => {
    const { pinnedEgress } = await import('./pinned-agent.ts');
    return pinnedEgress({ allow, isDevelopment, timeoutMs, ignoresBodies, connections });
  });
  const egress: Egress = {
    fetch: async (url, request) => (await client.open()).fetch(url, request),
    cut: () => void client.opened().then((opened) => opened?.cut()),
    close: async () => (await client.opened())?.close(),
  };
  return traced === undefined ? egress : tracedEgress(egress, traced.tracing, traced.purpose);
}
