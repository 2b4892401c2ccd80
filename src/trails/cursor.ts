// Cursors of lists (Decision 14): opaque, authenticated, and good only for the query they came from.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../base/id.ts';
import { refuse } from '../base/refusal.ts';

/** The last trail of a page: the next page starts after it. */
export interface CursorPosition {
  readonly updated_at: string;
  readonly trail_id: string;
}

const MAC_BYTES = 16;

/** The cursor for what comes after `place` in the list that `query` describes. */
export function writeCursor(key: Buffer, query: readonly unknown[], place: CursorPosition): string {
  const payload = Buffer.from(`${place.updated_at} ${place.trail_id}`);
  return Buffer.concat([macOf(key, query, payload), payload]).toString('base64url');
}

/** The place a cursor stands for. Refuses with `bad-request` what this service did not give out for this very query. */
export function readCursor(key: Buffer, query: readonly unknown[], cursor: string): CursorPosition {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(MAC_BYTES);
  // The decoder forgives stray characters; a cursor that was touched is none.
  const isUntouched = bytes.length > MAC_BYTES && bytes.toString('base64url') === cursor;
  if (!isUntouched || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(key, query, payload))) throw badCursor();
  const [updated_at = '', trail_id = ''] = payload.toString().split(' ');
  if (!isUuid(trail_id)) throw badCursor();
  return { updated_at, trail_id };
}

const macOf = (key: Buffer, query: readonly unknown[], payload: Buffer): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(query)).update('\n').update(payload).digest().subarray(0, MAC_BYTES);

const badCursor = (): Error =>
  refuse(
    'bad-request',
    'The cursor is not one that this list gave out for this query. Take next_cursor as it is, with the same status ' +
      'and q, or start without a cursor.',
  );
