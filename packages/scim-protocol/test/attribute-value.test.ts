// Single attribute values as clients send them, by attribute type (RFC 7643 2.3).
import { describe, expect, test } from 'vitest';
import { type AttributeType, attribute } from '../src/attribute.ts';
import { readValue } from '../src/attribute-value.ts';
import type { JsonValue } from '../src/json.ts';

const read = (type: AttributeType, value: JsonValue, strict: boolean) =>
  readValue(attribute(type, 'thing', 'A thing.'), value, 'thing', strict);

/** Values accepted in both modes, and values accepted only in lenient mode because identity providers send them. */
const TAKEN: readonly (readonly [AttributeType, JsonValue, JsonValue])[] = [
  ['integer', 3, 3],
  ['integer', -3, -3],
  ['integer', 0, 0],
  ['decimal', 2.5, 2.5],
  ['decimal', 3, 3],
  ['boolean', true, true],
  ['boolean', false, false],
  ['string', '', ''],
  ['string', 'x', 'x'],
  ['dateTime', '2026-01-31T09:00:00Z', '2026-01-31T09:00:00Z'],
];
const TAKEN_LENIENTLY: readonly (readonly [AttributeType, JsonValue, JsonValue])[] = [
  ['boolean', 'True', true],
  ['boolean', 'false', false],
  ['integer', [{ $ref: null, value: 3 }], 3],
  ['string', [{ value: 'x' }], 'x'],
];
const REFUSED: readonly (readonly [AttributeType, JsonValue])[] = [
  ['integer', 2.5],
  ['integer', '3'],
  ['integer', true],
  ['decimal', '2.5'],
  ['decimal', {}],
  ['boolean', 'yes'],
  ['boolean', 1],
  ['string', 3],
  ['string', false],
  ['dateTime', 'yesterday'],
  ['dateTime', 3],
];

describe.each([true, false])('strict parsing: %s', (strict) => {
  test.each(TAKEN)('%s accepts %j', (type, value, taken) => {
    expect(read(type, value, strict)).toEqual(taken);
  });
  test.each(REFUSED)('%s refuses %j and names the attribute in the error', (type, value) => {
    expect(() => read(type, value, strict)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('thing') }),
    );
  });
  test('treats null as unassigned', () => {
    expect(read('integer', null, strict)).toBeUndefined();
  });
});

test.each(TAKEN_LENIENTLY)('%s accepts %j in lenient mode only', (type, value, taken) => {
  expect(read(type, value, false)).toEqual(taken);
  expect(() => read(type, value, true)).toThrow();
});
