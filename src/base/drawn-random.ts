// Random bytes for ids. Drawing them takes longer than an id does, so they are drawn for many at once.
import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
const DRAWN_AT_ONCE = 256;

/** Answers sixteen bytes each time, which nobody else gets. */
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
