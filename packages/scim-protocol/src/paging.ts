// Pages of a list: startIndex and count (RFC 7644 3.4.2.4), or a cursor and count (RFC 9865). Making and checking a
// cursor is the business of the service that issues it; the three errors it may answer with are here.
import { type ScimError, scimError } from './scim-error.ts';

/** Page sizes of a service. */
export interface PageSizes {
  readonly default: number;
  readonly max: number;
}

/** Text from a query, or numbers from a search request. A cursor that is present and empty asks for a first page. */
export interface PagingParameters {
  readonly startIndex?: string | number | undefined;
  readonly count?: string | number | undefined;
  readonly cursor?: string | undefined;
}

/** `startIndex` begins at 1, `count` at 0, and by cursor at 1. A cursor that is undefined asks for the first page. */
export type Page =
  | { readonly kind: 'index'; readonly startIndex: number; readonly count: number }
  | { readonly kind: 'cursor'; readonly cursor: string | undefined; readonly count: number };

/**
 * The page that the parameters ask for. By index, values below their minimum mean the minimum and a count above the
 * maximum means the maximum; what is no integer is 400 invalidValue. By cursor, a count below 1 or no integer is 400
 * invalidCount, and a cursor together with startIndex is 400 invalidValue.
 */
export function readPage(parameters: PagingParameters, sizes: PageSizes): Page {
  const { startIndex, count, cursor } = parameters;
  if (cursor !== undefined) return readCursorPage(parameters, cursor, sizes);
  const start = startIndex === undefined ? 1 : integer(startIndex);
  const size = count === undefined ? sizes.default : integer(count);
  if (start === undefined) throw scimError('invalidValue', 'startIndex must be an integer, 1 or more.');
  if (size === undefined) throw scimError('invalidValue', 'count must be an integer, 0 or more.');
  return { kind: 'index', startIndex: Math.max(1, start), count: Math.min(Math.max(0, size), sizes.max) };
}

/** RFC 9865 2.2: the cursor is none of ours, or belongs to another query. */
export const invalidCursor = (): ScimError =>
  scimError('invalidCursor', 'The cursor does not belong to this query; start again with an empty cursor.');

/** RFC 9865 2.2: the cursor has been valid, for `timeout` seconds, and no longer is. */
export const expiredCursor = (timeout: number): ScimError =>
  scimError('expiredCursor', `The cursor has expired: ask for the next page within ${timeout} seconds. Start again.`);

function readCursorPage({ startIndex, count }: PagingParameters, cursor: string, sizes: PageSizes): Page {
  if (startIndex !== undefined) {
    throw scimError('invalidValue', 'startIndex and cursor exclude each other; send one of them.');
  }
  const size = count === undefined ? sizes.default : integer(count);
  if (size === undefined || size < 1) {
    throw scimError('invalidCount', `count must be an integer from 1 to ${sizes.max} when paging by cursor.`);
  }
  return { kind: 'cursor', cursor: cursor === '' ? undefined : cursor, count: Math.min(size, sizes.max) };
}

// A number of any length that clients write as an integer; huge ones clamp instead of losing digits.
function integer(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? clamped(value) : undefined;
  return /^[+-]?\d{1,30}$/.test(value.trim()) ? clamped(Number(value)) : undefined;
}

const clamped = (value: number): number => Math.min(Math.max(value, -1), 2 ** 31 - 1);
