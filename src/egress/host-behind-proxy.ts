// Hosts that the operator's proxy is asked for. The proxy resolves names, so an address cannot be pinned. A name that
// resolves here must resolve to an allowed address, and the proxy has to refuse internal addresses itself.
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { type AddressRange, mayReach } from './address-rules.ts';
import { checkedLookup } from './checked-lookup.ts';
import { EgressFailure, egressFailureOf } from './egress-failure.ts';

/** In a closed network, the name servers may be silent. Then the proxy decides. */
const LOOKUP_MS = 500;

/** Throws the failure `address` if the host is or resolves to an address that is not allowed. */
export async function requireAllowedHost(host: string, ranges: readonly AddressRange[]): Promise<void> {
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
