// Cursors of RFC 9865: opaque, signed, bound to connection and query, and good for a while.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { expiredCursor, invalidCursor } from '@cairn/scim-protocol/paging';
import { isUuid } from '../base/id.ts';

/** Seconds that a cursor stays good; /ServiceProviderConfig says so. */
export const CURSOR_TIMEOUT_S = 3_600;

/** The place in a list where the next page begins: after that record. The total was counted once, on the first page. */
export interface ScimCursorPosition {
  readonly after: string;
  readonly total: number;
}

const MAC_BYTES = 16;

/** The cursor for what comes after `place` in the list that `query` describes. */
export function writeCursor(key: Buffer, query: readonly unknown[], place: ScimCursorPosition, now: number): string {
  const payload = Buffer.from(`${place.after} ${place.total} ${Math.floor(now / 1_000) + CURSOR_TIMEOUT_S}`);
  return Buffer.concat([macOf(key, query, payload), payload]).toString('base64url');
}

/**
 * The place of a cursor. Refuses with 400 `invalidCursor` what was not given out for this query, with `expiredCursor`.
 */
export function readCursor(key: Buffer, query: readonly unknown[], cursor: string, now: number): ScimCursorPosition {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(MAC_BYTES);
  // The decoder forgives stray characters; a cursor that was touched is none.
  const isUntouched = bytes.length > MAC_BYTES && bytes.toString('base64url') === cursor;
  if (!isUntouched || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(key, query, payload))) throw invalidCursor();
  const [after = '', total, expires] = payload.toString().split(' ');
  if (!isUuid(after)) throw invalidCursor();
  if (Number(expires) * 1_000 < now) throw expiredCursor(CURSOR_TIMEOUT_S);
  return { after, total: Number(total) };
}

const macOf = (key: Buffer, query: readonly unknown[], payload: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['scim', ...query]))
    .update('\n')
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
