// The addresses that requests to untrusted URLs may reach: public unicast addresses and ranges allowed by the operator.
// Pure functions. The special-use registries (RFC 6890, RFC 8190) come from ipaddr.js.
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressRange = readonly [Address, number];

/** The global unicast range of IPv6. Addresses outside it are either special-use or unassigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Parses ranges such as `10.0.0.0/8, fd00::/8`. On error, returns a sentence that quotes the invalid part. */
export function parseRanges(text: string): readonly AddressRange[] | { readonly fault: string } {
  const ranges: AddressRange[] = [];
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    if (!ipaddr.isValidCIDR(part))
      return { fault: `contains ${JSON.stringify(part)}, which is not a range such as 10.0.0.0/8.` };
    ranges.push(ipaddr.parseCIDR(part));
  }
  return ranges;
}

/**
 * True for public unicast addresses and addresses in an allowed range. An IPv4-mapped IPv6 address is checked as IPv4.
 */
export function mayReach(address: string, allowed: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (allowed.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))) return true;
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
