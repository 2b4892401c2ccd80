// Queues expensive work of visitors without a credential, taking turns with others in their network.
import type { Visitor } from '../../base/fair-turns.ts';
import { siteOf } from '../incoming/client-address.ts';
import type { Call } from './endpoint.ts';

export const strangerOf = ({ address, signal }: Pick<Call<unknown>, 'address' | 'signal'>): Visitor => ({
  key: siteOf(address),
  isKnown: false,
  signal: signal(),
});
