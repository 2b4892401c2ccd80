// Cursors of RFC 9865: bound to connection and query, and good for a while.
import { expiredCursor, invalidCursor } from '@cairn/scim-protocol/paging';
import { isUuid } from '../../base/id.ts';
import { openCursor, signCursor } from '../../base/signed-cursor.ts';

/** Seconds that a cursor stays good; /ServiceProviderConfig says so. */
export const CURSOR_TIMEOUT_S = 3_600;

/** The place in a list where the next page begins: after that record. The total was counted once, on the first page. */
export interface ScimCursorPosition {
  readonly after: string;
  readonly total: number;
}

/** The cursor for what comes after `position` in the list that `query` describes. */
export function writeScimCursor(
  key: Buffer,
  query: readonly unknown[],
  position: ScimCursorPosition,
  now: number,
): string {
  const expires = Math.floor(now / 1_000) + CURSOR_TIMEOUT_S;
  return signCursor(key, listOf(query), `${position.after} ${position.total} ${expires}`);
}

/**
 * The place of a cursor. Refuses with 400 `invalidCursor` what was not given out for this query, with `expiredCursor`.
 */
export function readScimCursor(
  key: Buffer,
  query: readonly unknown[],
  cursor: string,
  now: number,
): ScimCursorPosition {
  const [after = '', total, expires] = openCursor(key, listOf(query), cursor)?.split(' ') ?? [];
  if (!isUuid(after)) throw invalidCursor();
  if (Number(expires) * 1_000 < now) throw expiredCursor(CURSOR_TIMEOUT_S);
  return { after, total: Number(total) };
}

const listOf = (query: readonly unknown[]): string => JSON.stringify(['scim', ...query]);
