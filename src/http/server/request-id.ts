// The id of a request: the caller's, where it is well-formed, else a new one (Decision 7).
import { v7 } from 'uuid';
import { drawnRandom } from '../../base/drawn-random.ts';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/** Answers the id of each request, given its Request-Id header. */
export function requestIds(): (inbound: string | string[] | undefined) => string {
  const rng = drawnRandom();
  return (inbound) => (typeof inbound === 'string' && WELL_FORMED.test(inbound) ? inbound : v7({ rng }));
}
