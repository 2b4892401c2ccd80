// Cursors of all lists (Decision 14): opaque, authenticated, and valid only for their list.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MAC_BYTES = 16;
/** Cached, because polling programs read the same pages repeatedly and a MAC costs more than a lookup. */
const MAX_CACHED = 1_000;
/** Positions by list and cursor, for each key of the process. */
const opened = new WeakMap<CursorKeys, LRUCache<string, string>>();

/** The first key signs. The others are previous keys, whose cursors are still valid. */
export type CursorKeys = readonly [Buffer, ...Buffer[]];

/** The cursor for `position`, valid only for `list`, a text that contains the list and its whole query. */
export function signCursor([key]: CursorKeys, list: string, position: string): string {
  const payload = Buffer.from(position);
  return Buffer.concat([macOf(key, list, payload), payload]).toString('base64url');
}

/** The position in a cursor; undefined if this service did not issue it for exactly this list. */
export function openCursor(keys: CursorKeys, list: string, cursor: string): string | undefined {
  const remembered = opened.get(keys) ?? new LRUCache<string, string>({ max: MAX_CACHED });
  opened.set(keys, remembered);
  const cursorOfList = `${list}\n${cursor}`;
  const known = remembered.get(cursorOfList);
  if (known !== undefined) return known;
  const position = authenticated(keys, list, cursor);
  if (position !== undefined) remembered.set(cursorOfList, position);
  return position;
}

function authenticated(keys: CursorKeys, list: string, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(MAC_BYTES);
  // The decoder ignores stray characters, but a cursor that was modified this way is still invalid.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return undefined;
  const mac = bytes.subarray(0, MAC_BYTES);
  return keys.some((key) => timingSafeEqual(mac, macOf(key, list, payload))) ? payload.toString() : undefined;
}

const macOf = (key: Buffer, list: string, payload: Buffer): Buffer =>
  createHmac('sha256', key).update(list).update('\n').update(payload).digest().subarray(0, MAC_BYTES);
