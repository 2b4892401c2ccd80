// Queues expensive work for visitors without a credential. All visitors from one network count as one.
import type { Visitor } from '../../base/fair-turns.ts';
import { siteOf } from '../incoming/client-address.ts';
import type { Call } from './endpoint.ts';

export const strangerOf = ({ address, signal }: Pick<Call<unknown>, 'address' | 'signal'>): Visitor => ({
  key: siteOf(address),
  isKnown: false,
  signal: signal(),
});
