// Paging: startIndex and count (RFC 7644 3.4.2.4), or cursor and count (RFC 9865). The service creates and verifies
// cursors; the three cursor errors are defined here.
import { type ScimError, scimError } from './scim-error.ts';

/** Page sizes of a service. */
export interface PageSizes {
  readonly default: number;
  readonly max: number;
}

/** Strings from a query, or numbers from a search request. An empty cursor requests the first page. */
export interface PagingParameters {
  readonly startIndex?: string | number | undefined;
  readonly count?: string | number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * `startIndex` is at least 1; `count` is at least 0, or 1 with a cursor. An undefined cursor requests the first page.
 */
export type Page =
  | { readonly kind: 'index'; readonly startIndex: number; readonly count: number }
  | { readonly kind: 'cursor'; readonly cursor: string | undefined; readonly count: number };

/**
 * Parses the paging parameters. By index, values are clamped to the allowed range, and anything but an integer is 400
 * invalidValue. By cursor, a count that is not an integer of 1 or more is 400 invalidCount, and combining a cursor with
 * startIndex is 400 invalidValue.
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

/** RFC 9865 2.2: the cursor was not issued here or belongs to another query. */
export const invalidCursor = (): ScimError =>
  scimError('invalidCursor', 'The cursor does not belong to this query; start again with an empty cursor.');

/** RFC 9865 2.2: the cursor was valid for `timeout` seconds and has expired. */
export const expiredCursor = (timeout: number): ScimError =>
  scimError(
    'expiredCursor',
    `The cursor has expired. Start again, and request each next page within ${timeout} seconds.`,
  );

function readCursorPage({ startIndex, count }: PagingParameters, cursor: string, sizes: PageSizes): Page {
  if (startIndex !== undefined) {
    throw scimError('invalidValue', 'startIndex and cursor cannot be combined; send one of them.');
  }
  const size = count === undefined ? sizes.default : integer(count);
  if (size === undefined || size < 1) {
    throw scimError('invalidCount', `count must be an integer from 1 to ${sizes.max} when paging by cursor.`);
  }
  return { kind: 'cursor', cursor: cursor === '' ? undefined : cursor, count: Math.min(size, sizes.max) };
}

// Parses an integer of any length. Huge numbers are clamped instead of losing digits.
function integer(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? clamped(value) : undefined;
  return /^[+-]?\d{1,30}$/.test(value.trim()) ? clamped(Number(value)) : undefined;
}

const clamped = (value: number): number => Math.min(Math.max(value, -1), 2 ** 31 - 1);
