// Resolves untrusted host names by querying the name servers directly. `dns.lookup` blocks threads that the whole
// process shares, so a few names with unresponsive servers would delay all other lookups, including the database's.
import { type LookupAddress, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isLoopback } from '../base/hosts.ts';
import { type AddressRange, mayReach } from './address-rules.ts';
import { EgressFailure } from './egress-failure.ts';

/** The second try waits twice as long. Together they are shorter than the connect timeout. */
const FIRST_TRY_MS = 1_500;
const TRIES = 2;

/** A lookup that returns only allowed addresses. Fails with `address` if there are none. */
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

/** Queries DNS. For unknown names, falls back to the hosts file and search domains if private addresses are allowed. */
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

/** Error codes for names that do not exist and for missing name servers, but not for timeouts. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/** Returns IPv4 first, because some machines lack an IPv6 route. Rejects if both queries fail. */
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
