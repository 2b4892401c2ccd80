// Converts URL parameters to the types in their shape.
import { Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { closedQuery, requireDecodable, typedQuery } from '../../src/http/endpoint/query.ts';

const SHAPE = Type.Object({ limit: Type.Integer(), is_live: Type.Boolean(), text: Type.String() });

test.each([
  [{ limit: '25' }, { limit: 25 }],
  [{ limit: '-3' }, { limit: -3 }],
  [{ limit: '999999999999999' }, { limit: 999_999_999_999_999 }],
  [{ is_live: 'true' }, { is_live: true }],
  [{ is_live: 'false' }, { is_live: false }],
  [{ text: '25' }, { text: '25' }],
  [{ text: 'true' }, { text: 'true' }],
  [{ other: '25' }, { other: '25' }],
])('reads %j as %j', (query, read) => {
  expect(typedQuery(SHAPE, query)).toEqual(read);
});

test.each([
  [{ limit: '1e3' }],
  [{ limit: '2.5' }],
  [{ limit: ' 2' }],
  [{ limit: '' }],
  [{ limit: '1000000000000000' }],
  [{ limit: 'true' }],
  [{ limit: ['1', '2'] }],
  [{ is_live: 'TRUE' }],
  [{ is_live: '1' }],
  [{ is_live: '' }],
])('leaves %j unchanged, so that the schema refuses it', (query) => {
  expect(typedQuery(SHAPE, query)).toEqual(query);
});

test('rejects unknown names in a shape, and compiles each shape once because that is expensive', () => {
  const closed = closedQuery(SHAPE);
  expect([closed.additionalProperties, SHAPE.additionalProperties]).toEqual([false, undefined]);
  expect(closedQuery(SHAPE)).toBe(closed);
  expect(closedQuery(undefined)).toBe(closedQuery(undefined));
});

test('leaves values unchanged if the shape contains only texts, or if there is no shape', () => {
  expect(typedQuery(undefined, { limit: '1' })).toEqual({ limit: '1' });
  expect(typedQuery(Type.Object({ text: Type.String() }), { text: '1' })).toEqual({ text: '1' });
});

test('refuses a parameter that is not in the shape', () => {
  expect(closedQuery(SHAPE)).toMatchObject({ additionalProperties: false, properties: SHAPE.properties });
  expect(closedQuery(undefined)).toMatchObject({ additionalProperties: false });
});

test('refuses escapes that are not valid text', () => {
  expect(() => requireDecodable('/trails?q=%zz')).toThrow(expect.objectContaining({ slug: 'bad-request' }));
  expect(() => requireDecodable('/trails?q=%ff')).toThrow(expect.objectContaining({ slug: 'bad-request' }));
  requireDecodable('/trails?q=%C3%A4');
  requireDecodable('/trails?q=100');
  // The router checks the path. This function checks only whole addresses without a query.
  requireDecodable('/trails/%?q=1');
  expect(() => requireDecodable('/trails/%zz/more')).toThrow(expect.objectContaining({ slug: 'bad-request' }));
});
