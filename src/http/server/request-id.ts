// The request id: the caller's if well-formed, otherwise a new one (Decision 7).
import { v7 } from 'uuid';
import { drawnRandom } from '../../base/id.ts';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns a function from the Request-Id header to the request's id. */
export function requestIds(): (inbound: string | string[] | undefined) => string {
  const rng = drawnRandom();
  return (inbound) => (typeof inbound === 'string' && WELL_FORMED.test(inbound) ? inbound : v7({ rng }));
}
