// The position that a cursor of the trail list stands for.
import { isUuid } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { openCursor, signCursor } from '../../base/signed-cursor.ts';

/** The last trail of a page: the next page starts after it. */
export interface CursorPosition {
  readonly updated_at: string;
  readonly trail_id: string;
}

/** The cursor for what comes after `position` in the list that `query` describes. */
export const writeCursor = (key: Buffer, query: readonly unknown[], position: CursorPosition): string =>
  signCursor(key, JSON.stringify(query), `${position.updated_at} ${position.trail_id}`);

/** The position of a cursor. Refuses with `bad-request` what was not given out for this very query. */
export function readCursor(key: Buffer, query: readonly unknown[], cursor: string): CursorPosition {
  const [updated_at = '', trail_id = ''] = openCursor(key, JSON.stringify(query), cursor)?.split(' ') ?? [];
  if (!isUuid(trail_id)) throw badCursor();
  return { updated_at, trail_id };
}

const badCursor = (): Error =>
  refuse(
    'bad-request',
    'The cursor is not one that this list gave out for this query. Take next_cursor as it is, with the same status ' +
      'and q, or start without a cursor.',
  );
