// Outgoing requests through the operator's proxy. The proxy resolves names, so an address cannot be pinned. A name that
// resolves here must resolve to an allowed address, and the proxy has to refuse internal addresses itself.
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { type buildConnector, EnvHttpProxyAgent } from 'undici';
import { type AddressRange, mayReach } from './address-rules.ts';
import { checkedLookup } from './checked-lookup.ts';
import { EgressFailure, egressFailureOf } from './egress-failure.ts';
import type { EgressProxy } from './egress-request.ts';

/** In a closed network, the name servers may be silent. Then the proxy decides. */
const LOOKUP_MS = 500;

/** `direct` connects to hosts that bypass the proxy. */
export const proxiedAgent = (
  { url, except }: EgressProxy,
  options: object,
  direct: buildConnector.connector,
): EnvHttpProxyAgent =>
  new EnvHttpProxyAgent({ ...options, connect: direct, httpProxy: '', httpsProxy: url, noProxy: except });

/** Throws the failure `address` if the host is or resolves to an address that is not allowed. */
export async function requireAllowedHost(hostname: string, ranges: readonly AddressRange[]): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) {
    if (!mayReach(host, ranges)) throw new EgressFailure('address');
    return;
  }
  await new Promise<void>((done, fail) => {
    const silent = setTimeout(done, LOOKUP_MS).unref();
    checkedLookup(ranges)(host, { all: true }, (failure: Error | null, _: string | LookupAddress[]) => {
      clearTimeout(silent);
      if (egressFailureOf(failure) === undefined) done();
      else fail(failure);
    });
  });
}
