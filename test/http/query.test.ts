// Parameters of a URL as their shape wants them.
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
])('%j is read as %j', (query, read) => {
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
])('%j stays as it came, for the shape to refuse', (query) => {
  expect(typedQuery(SHAPE, query)).toEqual(query);
});

test('a closed shape takes no other names, and is the same one each time, since each is compiled once', () => {
  const closed = closedQuery(SHAPE);
  expect([closed.additionalProperties, SHAPE.additionalProperties]).toEqual([false, undefined]);
  expect(closedQuery(SHAPE)).toBe(closed);
  expect(closedQuery(undefined)).toBe(closedQuery(undefined));
});

test('a shape of texts, or none, leaves all as it came', () => {
  expect(typedQuery(undefined, { limit: '1' })).toEqual({ limit: '1' });
  expect(typedQuery(Type.Object({ text: Type.String() }), { text: '1' })).toEqual({ text: '1' });
});

test('a parameter that the shape does not name is refused', () => {
  expect(closedQuery(SHAPE)).toMatchObject({ additionalProperties: false, properties: SHAPE.properties });
  expect(closedQuery(undefined)).toMatchObject({ additionalProperties: false });
});

test('escapes that are no text are refused', () => {
  expect(() => requireDecodable('/trails?q=%zz')).toThrow(expect.objectContaining({ slug: 'bad-request' }));
  expect(() => requireDecodable('/trails?q=%ff')).toThrow(expect.objectContaining({ slug: 'bad-request' }));
  requireDecodable('/trails?q=%C3%A4');
  requireDecodable('/trails?q=100');
  // The path is the router's: only a whole address without a query is looked at here.
  requireDecodable('/trails/%?q=1');
  expect(() => requireDecodable('/trails/%zz/more')).toThrow(expect.objectContaining({ slug: 'bad-request' }));
});
