import { Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { forgivenArguments } from '../../../src/doors/mcp/forgiveness.ts';

test('treats argument names that every object inherits as unknown', () => {
  const schema = Type.Object({ text: Type.String() });
  const given = JSON.parse('{"text":"Refund","constructor":"x","__proto__":{"tool":"y"}}') as Record<string, unknown>;
  const { args } = forgivenArguments(schema, given, () => {});
  expect(Object.entries(args)).toEqual(Object.entries(given));
});
