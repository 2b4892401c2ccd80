// Cursors (RFC 9865): bound to connection and query, and valid for a limited time.
import { expiredCursor, invalidCursor } from '@cairn/scim-protocol/paging';
import { isUuid } from '../../base/id.ts';
import { type CursorKeys, openCursor, signCursor } from '../../base/signed-cursor.ts';

/** How long a cursor stays valid, in seconds. Published in /ServiceProviderConfig. */
export const CURSOR_TIMEOUT_S = 3_600;

/** The position of the next page, which starts after that record. The total is counted only for the first page. */
export interface ScimCursorPosition {
  readonly after: string;
  readonly total: number;
}

/** The cursor for the page after `position` in the list of `query`. */
export function writeScimCursor(
  keys: CursorKeys,
  query: readonly unknown[],
  position: ScimCursorPosition,
  now: number,
): string {
  const expires = Math.floor(now / 1_000) + CURSOR_TIMEOUT_S;
  return signCursor(keys, listOf(query), `${position.after} ${position.total} ${expires}`);
}

/** The position in a cursor. Fails with 400 `invalidCursor` if it was not issued for this query, or `expiredCursor`. */
export function readScimCursor(
  keys: CursorKeys,
  query: readonly unknown[],
  cursor: string,
  now: number,
): ScimCursorPosition {
  const [after = '', total, expires] = openCursor(keys, listOf(query), cursor)?.split(' ') ?? [];
  if (!isUuid(after)) throw invalidCursor();
  if (Number(expires) * 1_000 < now) throw expiredCursor(CURSOR_TIMEOUT_S);
  return { after, total: Number(total) };
}

const listOf = (query: readonly unknown[]): string => JSON.stringify(['scim', ...query]);
