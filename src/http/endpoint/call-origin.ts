// The origin of a request for the audit log: the client's address and User-Agent.
import type { Call } from './endpoint.ts';

const MAX_DEVICE_LENGTH = 300;

/** The client's address, as determined behind the operator's proxies, and the User-Agent as sent (empty if missing). */
export const originOf = ({ address, headers }: Pick<Call<unknown>, 'address' | 'headers'>) => ({
  address,
  device: (headers['user-agent'] ?? '').slice(0, MAX_DEVICE_LENGTH),
});
