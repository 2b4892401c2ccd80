// Creates and recognizes ids (Decision 2).

import { randomFillSync } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import { v7 } from 'uuid';

const ID_BYTES = 16;
const DRAWN_AT_ONCE = 256;

/** Returns 16 random bytes per call, generated in bulk because generating them takes longer than building an id. */
export function drawnRandom(): () => Buffer {
  const drawn = Buffer.alloc(DRAWN_AT_ONCE * ID_BYTES);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += ID_BYTES;
    return drawn.subarray(used - ID_BYTES, used);
  };
}

/** A new UUIDv7, ordered by time and by creation within a millisecond, so that indexes stay compact. */
const ids = idsInOrder(drawnRandom());
export const newId = ids.next;
/** Orders all further ids after that time (milliseconds since the epoch), in case a clock was set back. */
export const noIdsBefore = ids.notBefore;

/**
 * Counts within a millisecond like the library (RFC 9562, section 6.2, method 1). The library generates new random
 * bytes for each id, which costs ten times as much.
 */
function idsInOrder(draw: () => Buffer) {
  let msecs = 0;
  let seq = 0;
  const next = (): string => {
    const random = draw();
    const now = Date.now();
    if (now > msecs) {
      msecs = now;
      seq = random.readUInt32BE(6) >>> 1;
    } else {
      seq = (seq + 1) | 0;
      if (seq === 0) msecs += 1;
    }
    return v7({ random, msecs, seq });
  };
  const notBefore = (moment: number): void => {
    if (moment > msecs) [msecs, seq] = [moment, 0];
  };
  return { next, notBefore };
}

/** The smallest UUIDv7 of that time. */
export const firstIdOf = (moment: Date): string => {
  const hex = Math.min(Math.max(moment.getTime(), 0), LAST_STAMP).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** The largest 48-bit number. */
const LAST_STAMP = 2 ** 48 - 1;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the 8-4-4-4-12 form of any UUID version, either case. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** An id in the stored form, in lower case. Other texts are unchanged. */
export const lowerId = (text: string): string => (isUuid(text) ? text.toLowerCase() : text);

/**
 * `value` with its ids in lower case, the form in which ids are created and returned. The shape says which members are
 * ids. Callers may use either case (RFC 9562, section 4). The value does not have to match the shape yet.
 */
export function withLowerIds(shape: TSchema, value: unknown): unknown {
  if (!namesIds(shape)) return value;
  if (shape.anyOf !== undefined) return alternativesOf(shape).reduce((lower, one) => withLowerIds(one, lower), value);
  if (typeof value === 'string') return lowerId(value);
  if (Array.isArray(value))
    return shape.items === undefined ? value : value.map((item) => withLowerIds(shape.items, item));
  return typeof value === 'object' && value !== null ? withLowerMembers(shape, { ...value }) : value;
}

function withLowerMembers(shape: TSchema, members: Record<string, unknown>): Readonly<Record<string, unknown>> {
  for (const [name, member] of Object.entries(propertiesOf(shape)))
    if (Object.hasOwn(members, name)) members[name] = withLowerIds(member, members[name]);
  return members;
}

const known = new WeakMap<TSchema, boolean>();

/** Cached per shape. Most shapes contain no ids, so their values don't have to be traversed. */
function namesIds(shape: TSchema): boolean {
  let answer = known.get(shape);
  if (answer === undefined) {
    const items: readonly TSchema[] = shape.items === undefined ? [] : [shape.items];
    const parts = [...alternativesOf(shape), ...items, ...Object.values(propertiesOf(shape))];
    answer = shape.format === 'uuid' || shape['x-format'] === 'uuid' || parts.some(namesIds);
    known.set(shape, answer);
  }
  return answer;
}

const alternativesOf = (shape: TSchema): readonly TSchema[] => shape.anyOf ?? [];

const propertiesOf = (shape: TSchema): Readonly<Record<string, TSchema>> => shape.properties ?? {};
