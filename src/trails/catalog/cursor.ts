// The position in a trail list that a cursor represents.
import { isUuid } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { type CursorKeys, openCursor, signCursor } from '../../base/signed-cursor.ts';

/** The last trail of a page. The next page starts after it. */
export interface CursorPosition {
  readonly updated_at: string;
  readonly trail_id: string;
}

/** The cursor for the page after `position` in the list of `query`. */
export const writeCursor = (keys: CursorKeys, query: readonly unknown[], position: CursorPosition): string =>
  signCursor(keys, JSON.stringify(query), `${position.updated_at} ${position.trail_id}`);

/** The position in a cursor. Fails with `bad-request` if it was not issued for exactly this query. */
export function readCursor(keys: CursorKeys, query: readonly unknown[], cursor: string): CursorPosition {
  const [updated_at = '', trail_id = ''] = openCursor(keys, JSON.stringify(query), cursor)?.split(' ') ?? [];
  if (!isUuid(trail_id)) throw badCursor();
  return { updated_at, trail_id };
}

const badCursor = (): Error =>
  refuse(
    'bad-request',
    'The cursor was not issued for this query. Send next_cursor unchanged with the same status ' +
      'and q, or start without a cursor.',
  );
