// Random bytes for ids, generated in bulk because generating them takes longer than building an id.
import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
const DRAWN_AT_ONCE = 256;

/** Returns 16 unique bytes per call. */
export function drawnRandom(): () => Buffer {
  const drawn = Buffer.alloc(DRAWN_AT_ONCE * ID_BYTES);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += ID_BYTES;
    return drawn.subarray(used - ID_BYTES, used);
  };
}
