// The id of a request: the caller's, where it is well-formed, else a new one (Decision 7).
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;
const ID_BYTES = 16;

/** Answers the id of each request, given its Request-Id header. Randomness is drawn for 256 ids at once. */
export function requestIds(): (inbound: string | string[] | undefined) => string {
  const drawn = new Uint8Array(256 * ID_BYTES);
  let used = drawn.length;
  const rng = (): Uint8Array => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += ID_BYTES;
    return drawn.subarray(used - ID_BYTES, used);
  };
  return (inbound) => (typeof inbound === 'string' && WELL_FORMED.test(inbound) ? inbound : v7({ rng }));
}
