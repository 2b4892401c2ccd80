// Which addresses a request that somebody else chose may reach: public unicast ones, and ranges that the operator
// allows. Pure; ipaddr.js knows the special-use registries (RFC 6890, RFC 8190).
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressRange = readonly [Address, number];

/** Everything that is global unicast in IPv6; what stands outside and is no special use is not assigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** `10.0.0.0/8, fd00::/8` as ranges, or a sentence that names the part that is none. */
export function parseRanges(text: string): readonly AddressRange[] | { readonly fault: string } {
  const ranges: AddressRange[] = [];
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    if (!ipaddr.isValidCIDR(part))
      return { fault: `holds ${JSON.stringify(part)}, which is no range such as 10.0.0.0/8.` };
    ranges.push(ipaddr.parseCIDR(part));
  }
  return ranges;
}

/**
 * True for a public unicast address, and for one in an allowed range. An IPv4 address inside an IPv6 one is judged as
 * itself.
 */
export function mayReach(address: string, allowed: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (allowed.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))) return true;
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
