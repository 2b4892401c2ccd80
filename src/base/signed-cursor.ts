// Cursors of every list (Decision 14): opaque, authenticated, and good only for the list they came from.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MAC_BYTES = 16;
/** A program that looks for changes walks the same pages again and again, and a MAC costs more than looking up. */
const MOST_REMEMBERED = 1_000;
/** Positions by list and cursor, for the keys of a process. */
const opened = new WeakMap<CursorKeys, LRUCache<string, string>>();

/** The first key signs. The others are former ones, whose cursors are still good. */
export type CursorKeys = readonly [Buffer, ...Buffer[]];

/** The cursor that holds `position`, good for `list` alone: a text that names the list and its whole query. */
export function signCursor([key]: CursorKeys, list: string, position: string): string {
  const payload = Buffer.from(position);
  return Buffer.concat([macOf(key, list, payload), payload]).toString('base64url');
}

/** The position in a cursor; undefined where this service did not give it out for this very list. */
export function openCursor(keys: CursorKeys, list: string, cursor: string): string | undefined {
  const remembered = opened.get(keys) ?? new LRUCache<string, string>({ max: MOST_REMEMBERED });
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
  // The decoder forgives stray characters; a cursor that was changed is none.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return undefined;
  const mac = bytes.subarray(0, MAC_BYTES);
  return keys.some((key) => timingSafeEqual(mac, macOf(key, list, payload))) ? payload.toString() : undefined;
}

const macOf = (key: Buffer, list: string, payload: Buffer): Buffer =>
  createHmac('sha256', key).update(list).update('\n').update(payload).digest().subarray(0, MAC_BYTES);
