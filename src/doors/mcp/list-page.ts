// A page of a list that AI tools walk. The cursor is the name of the last one of the page before, so that what is added
// or taken away meanwhile moves nothing.
import { refuse } from '../../base/refusal.ts';

export interface ListPage<One> {
  readonly page: readonly One[];
  /** Absent on the last page, as the protocol wants it. */
  readonly next: { readonly nextCursor?: string };
}

/**
 * For a list that is one page and gives no cursor out: refuses any with `bad-request` (MCP, Pagination: -32602). To
 * pass it over would begin the list again, as if it went on.
 */
export function requireNoCursor(cursor: string | undefined): void {
  if (cursor !== undefined)
    throw refuse('bad-request', 'This list is one page and gives no cursor out. Ask for it without one.');
}

/**
 * So many of them behind the cursor; without one, the first. Refuses with `bad-request` where its last one is not in
 * the list any more: to begin again by ourselves would give a client the same ones for ever.
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
    throw refuse('bad-request', 'The cursor leads nowhere any more: the list has changed. Begin without a cursor.');
  const page = all.slice(from, from + size);
  const end = page.at(-1);
  const isLast = end === undefined || from + size >= all.length;
  return { page, next: isLast ? {} : { nextCursor: Buffer.from(nameOf(end)).toString('base64url') } };
}
