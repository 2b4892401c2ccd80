import { Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { withLowerIds } from '../../src/base/id.ts';
import { Nullable, Uuid } from '../../src/base/shape.ts';

const LOWER = '019aa1f0-0000-7000-8000-00000000abcd';
const UPPER = LOWER.toUpperCase();
const id = Uuid('An id.');

test.each([
  ['an id', id, UPPER, LOWER],
  ['an id or null', Nullable(id), UPPER, LOWER],
  ['null instead of an id', Nullable(id), null, null],
  ['an id or a word', Type.Union([id, Type.Literal('ME')]), UPPER, LOWER],
  ['a word instead of an id', Type.Union([id, Type.Literal('ME')]), 'ME', 'ME'],
  ['ids in a list', Type.Array(id), [UPPER, LOWER], [LOWER, LOWER]],
  ['ids in a list of objects', Type.Array(Type.Object({ id })), [{ id: UPPER }], [{ id: LOWER }]],
  ['an id in an object or null', Nullable(Type.Object({ id }, { $id: 'Thing' })), { id: UPPER }, { id: LOWER }],
  ['a list or null', Nullable(Type.Array(id, { $id: 'Things' })), [UPPER], [LOWER]],
  ['an id by another member name in the document', Type.String({ 'x-format': 'uuid' }), UPPER, LOWER],
  ['an omitted id', Type.Object({ id: Type.Optional(id) }), {}, {}],
])('lowercases %s if the schema declares an id', (_, shape, value, lower) => {
  expect(withLowerIds(shape, value)).toEqual(lower);
});

test('keeps texts that look like an id, and everything that is not an id', () => {
  const shape = Type.Object({ id, note: Type.String() });
  expect(withLowerIds(shape, { id: 'NO ID', note: UPPER, other: UPPER })).toEqual({
    id: 'NO ID',
    note: UPPER,
    other: UPPER,
  });
});

const SHAPES = [id, Nullable(id), Type.Array(id), Type.Object({ id }), Type.Object({ ids: Type.Array(id) })];
const WRONG = [
  ['a', 'b'],
  [[UPPER]],
  { id: [UPPER], ids: UPPER },
  { id: { id: 1 }, ids: { 0: UPPER } },
  1,
  true,
  null,
  'a',
];

test.each(
  SHAPES.flatMap((shape) => WRONG.map((value) => [JSON.stringify(shape), JSON.stringify(value), shape] as const)),
)('%s: leaves %s unchanged, so that the schema refuses it', (_, value, shape) => {
  const folded = JSON.stringify(withLowerIds(shape, JSON.parse(value)));
  expect(folded.toLowerCase()).toBe(value.toLowerCase());
});

test('does not modify its input', () => {
  const sent = { id: UPPER };
  withLowerIds(Type.Object({ id }), sent);
  expect(sent).toEqual({ id: UPPER });
});
