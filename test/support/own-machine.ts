// The addresses of this machine, which a service may reach only if its operator allows them. Receivers and identity
// providers of tests run there.
import { type AddressRange, parseRanges } from '../../src/egress/address-rules.ts';

/** For CAIRN_EGRESS_ALLOW. */
export const OWN_MACHINE = '127.0.0.0/8,::1/128';

export const OWN_RANGES = parseRanges(OWN_MACHINE) as readonly AddressRange[];
