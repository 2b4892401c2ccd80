// Pages of lists for AI tools. The cursor is the name of the last item on the previous page, so additions and removals
// do not shift the following pages.
import { refuse } from '../../base/refusal.ts';

/**
 * Maximum number of trails whose prompts and skills the lists contain. Some clients read every page before they show a
 * model any tool: at 10,000 trails, Claude Code gave up first.
 */
export const MAX_LISTED = 300;

export interface ListPage<One> {
  readonly page: readonly One[];
  /** Absent on the last page, as the protocol requires. */
  readonly next: { readonly nextCursor?: string };
}

/**
 * For lists with a single page. Rejects any cursor with `bad-request` (MCP, Pagination: -32602). If the cursor were
 * ignored, the client would take the same page for the next one.
 */
export function requireNoCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw refuse('bad-request', 'This list has only one page. Request it without a cursor.');
}

/**
 * The page after the cursor, or the first page. Fails with `bad-request` if the cursor's item is gone, because silently
 * starting over could make a client loop forever.
 */
export function pageAfter<One>(
  all: readonly One[],
  nameOf: (one: One) => string,
  cursor: string | undefined,
  size: number,
): ListPage<One> {
  const last = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  const from = last === undefined ? 0 : all.findIndex((one) => nameOf(one) === last) + 1;
  if (last !== undefined && from === 0)
    throw refuse(
      'bad-request',
      'The cursor is no longer valid because the list has changed. Start again without a cursor.',
    );
  const page = all.slice(from, from + size);
  const end = page.at(-1);
  const isLast = end === undefined || from + size >= all.length;
  return { page, next: isLast ? {} : { nextCursor: Buffer.from(nameOf(end)).toString('base64url') } };
}
