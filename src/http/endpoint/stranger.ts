// Queues expensive work for visitors without a credential. Visitors from the same network share a queue.
import type { Visitor } from '../../base/fair-turns.ts';
import { siteOf } from '../incoming/client-address.ts';
import type { Call } from './endpoint.ts';

export const strangerOf = ({ address, signal }: Pick<Call<unknown>, 'address' | 'signal'>): Visitor => ({
  key: siteOf(address),
  isKnown: false,
  signal: signal(),
});
