// Creates and recognizes ids (Decision 2).
import { v7 } from 'uuid';
import { drawnRandom } from './drawn-random.ts';

/** A new UUIDv7, ordered by time and by creation within a millisecond, so that indexes stay compact. */
export const newId = idsInOrder(drawnRandom());

/**
 * Counts within a millisecond like the library (RFC 9562, section 6.2, method 1). The library generates new random
 * bytes for each id, which costs ten times as much.
 */
function idsInOrder(draw: () => Buffer): () => string {
  let msecs = 0;
  let seq = 0;
  return () => {
    const random = draw();
    const now = Date.now();
    if (now > msecs) {
      msecs = now;
      seq = random.readUInt32BE(6) >>> 1;
    } else {
      seq = (seq + 1) | 0;
      if (seq === 0) msecs += 1;
    }
    return v7({ random, msecs, seq });
  };
}

/** The smallest UUIDv7 of that time. */
export const firstIdOf = (moment: Date): string => {
  const hex = Math.min(Math.max(moment.getTime(), 0), LAST_STAMP).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** The largest 48-bit number. */
const LAST_STAMP = 2 ** 48 - 1;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the 8-4-4-4-12 form of any UUID version, either case. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** An id in the stored form, in lower case. Other texts are unchanged. */
export const lowerId = (text: string): string => (isUuid(text) ? text.toLowerCase() : text);
