// Where a request came from, as the audit log keeps it: the caller's address and what their program calls itself.
import type { Call } from './endpoint.ts';

const LONGEST_DEVICE = 300;

/** The address behind the operator's proxies, and the User-Agent as sent; empty where there is none. */
export const originOf = ({ address, headers }: Pick<Call<unknown>, 'address' | 'headers'>) => ({
  address,
  device: (headers['user-agent'] ?? '').slice(0, LONGEST_DEVICE),
});
