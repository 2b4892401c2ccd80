// The look-up of a name that somebody else chose. The name servers are asked directly: `dns.lookup` waits in threads
// that the whole process shares, two at a time, so that a few names whose servers are silent would keep every other
// name waiting, the database's too.
import { type LookupAddress, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isLoopback } from '../base/loopback.ts';
import { type AddressRange, mayReach } from './address-rules.ts';
import { EgressFailure } from './egress-failure.ts';

/** With the second try, which waits twice as long, less than a connection may take. */
const FIRST_TRY_MS = 1_500;
const TRIES = 2;

/** A look-up that answers only addresses that may be reached, and fails with `address` where there is none. */
export const checkedLookup =
  (ranges: readonly AddressRange[]): LookupFunction =>
  (hostname, options, callback) => {
    addressesOf(hostname, ranges.length > 0).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => mayReach(address, ranges));
        const [first] = allowed;
        if (first === undefined) return callback(new EgressFailure('address'), []);
        if (options.all === true) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (failure: NodeJS.ErrnoException) => callback(failure, []),
    );
  };

/**
 * As DNS knows the name. What it does not know may stand in the hosts file or below a search domain, which are of use
 * where private addresses may be reached.
 */
async function addressesOf(hostname: string, mayBePrivate: boolean): Promise<readonly LookupAddress[]> {
  if (mayBePrivate && isLoopback(hostname)) return ofThisMachine(hostname);
  try {
    return await ofNameServers(hostname);
  } catch (thrown) {
    if (mayBePrivate && thrown instanceof Error && 'code' in thrown && UNKNOWN.has(thrown.code))
      return ofThisMachine(hostname);
    throw thrown;
  }
}

/** There is no such name, or no name server; a silent one is none of these. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/** IPv4 first: there are machines without a way to any other. Rejects where neither kind is answered. */
async function ofNameServers(hostname: string): Promise<readonly LookupAddress[]> {
  const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
  ];
}

const ofThisMachine = (hostname: string): Promise<readonly LookupAddress[]> =>
  new Promise((done, fail) => {
    lookup(hostname, { all: true }, (failure, addresses) => (failure === null ? done(addresses) : fail(failure)));
  });
