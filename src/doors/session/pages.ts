// Paged lists with a limit and a cursor. A cursor is valid only for its list and the caller's workspace (Decision 14).
import { type TSchema, Type } from '@sinclair/typebox';
import { parseJson } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import { type CursorKeys, openCursor, signCursor } from '../../base/signed-cursor.ts';
import type { Answer } from '../../http/answers/answer.ts';
import type { Call, DeclaredAnswer } from '../../http/endpoint/endpoint.ts';

const DEFAULT_LIMIT = 25;
/** Longer than any cursor: a position has at most one name of 500 characters and a few ids. */
const MAX_CURSOR_LENGTH = 8_000;

/** The query parameters of every list. */
export const PAGE_QUERY = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_LIMIT, description: 'Items per page.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: MAX_CURSOR_LENGTH, description: 'The next_cursor of the previous page.' }),
  ),
};

export const NEXT_CURSOR = Type.String({ description: 'Pass as `cursor` for the next page; absent on the last.' });

/** A page of items, as `$id: name`. The last page has no `next_cursor`. `whole`: extra fields about the whole list. */
export const pageOf = (item: TSchema, name: string, whole: Record<string, TSchema> = {}) =>
  Type.Object(
    { items: Type.Array(item), next_cursor: Type.Optional(NEXT_CURSOR), ...whole },
    { $id: name, additionalProperties: false },
  );

/** The response with a page, for the document. */
export const declaredPage = (description: string, schema: TSchema): DeclaredAnswer => ({
  description,
  schema,
  headers: { Link: 'The next page, as rel="next"; absent on the last page.' },
});

interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

/**
 * Returns a page. `read` takes the position to start after (null: the beginning) and the number of rows to read, which
 * is one more than the page shows. `placeOf` returns the position of a row. Rejects cursors of another list, query or
 * caller with `bad-request`.
 */
export async function pageAnswer<Row, Place>(
  call: Pick<Call<{ readonly team_id: string | null }, unknown, PageQuery>, 'caller' | 'query' | 'url'>,
  keys: CursorKeys,
  read: (after: Place | null, count: number) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
  itemOf: (row: Row) => object = (row) => row as object,
): Promise<Answer> {
  const { limit = DEFAULT_LIMIT, cursor } = call.query;
  const identity = identityOf(call);
  const rows = await read(cursor === undefined ? null : (readCursor(keys, identity, cursor) as Place), limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const items = shown.map(itemOf);
  if (rows.length <= limit || last === undefined) return { status: 200, body: { items } };
  const next_cursor = signCursor(keys, identity, JSON.stringify(placeOf(last)));
  const next = new URL(call.url, 'http://here');
  next.searchParams.set('cursor', next_cursor);
  const link = `<${next.pathname}${next.search}>; rel="next"`;
  return { status: 200, headers: { Link: link }, body: { items, next_cursor } };
}

/** The list a cursor belongs to: workspace, path and all parameters except cursor and limit. */
function identityOf({ caller, url }: Pick<Call<{ readonly team_id: string | null }>, 'caller' | 'url'>): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.delete('cursor');
  searchParams.delete('limit');
  searchParams.sort();
  return `${caller.team_id} ${pathname}?${searchParams}`;
}

function readCursor(keys: CursorKeys, list: string, cursor: string): unknown {
  const position = openCursor(keys, list, cursor);
  if (position !== undefined) return parseJson(Buffer.from(position));
  throw refuse(
    'bad-request',
    'The cursor belongs to another list or query. Send next_cursor unchanged, with the same query.',
  );
}
