// Text parsed in pieces has the same value as when parsed as a whole, wherever it is split.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsingPieces, Repeated, TooDeep, TooMany } from '../../src/base/json-pieces.ts';
import { runs } from '../support/runs.ts';

/** The value and the number of pieces, or the name of the error. */
function read(text: string, longest: number, deepest = 64, most = 100_000) {
  const look = (value: unknown) => ({ goOn: () => false, members: () => membersIn(value) });
  const steps = parsingPieces(text, { longest, deepest, most, widest: Number.POSITIVE_INFINITY, look });
  try {
    for (let pieces = 1; ; pieces += 1) {
      const step = steps.next();
      if (step.done) return { ...step.value, pieces };
    }
  } catch (thrown) {
    return { failed: (thrown as Error).constructor.name, message: (thrown as Error).message };
  }
}

/** Counts arrays and objects, members of objects, and separators between elements or members. */
function countsIn(value: unknown): { containers: number; members: number; commas: number } {
  if (typeof value !== 'object' || value === null) return { containers: 0, members: 0, commas: 0 };
  const held = Object.values(value);
  const own = { containers: 1, members: Array.isArray(value) ? 0 : held.length, commas: Math.max(0, held.length - 1) };
  return held.map(countsIn).reduce((sum, one) => {
    const [containers, members] = [sum.containers + one.containers, sum.members + one.members];
    return { containers, members, commas: sum.commas + one.commas };
  }, own);
}

/**
 * A name that ends in `\\"` or `\\\\`. Once Node 24.21 has parsed an object with the name `a\\`, it confuses it with
 * `"a\\""` at the same position of another object, so the result for a whole text depends on earlier texts.
 */
const TAKEN_FOR_ANOTHER = /\\["\\]"\s*:/;

const longest = fc.integer({ min: 0, max: 30 });
const small = fc.jsonValue({ maxDepth: 2 });
/** A JSON text with optional whitespace. */
const spaced = fc
  .tuple(small, fc.integer({ min: 0, max: 3 }), fc.array(small, { maxLength: 4 }))
  .map(([value, indent, more]) => JSON.stringify({ value, more, again: [more, { 3: value, 1: more }] }, null, indent));

describe('JSON text in chunks', () => {
  test('has the same value and counts as the whole text', () => {
    fc.assert(
      fc.property(spaced, longest, (text, size) => {
        const whole = read(text, Number.POSITIVE_INFINITY);
        expect(whole).toMatchObject({ value: JSON.parse(text), pieces: 1, ...countsIn(JSON.parse(text)) });
        expect(read(text, size)).toEqual({ ...whole, pieces: expect.any(Number) });
      }),
      { numRuns: runs(200) },
    );
  });

  test('is accepted or rejected exactly like the whole text, even if it is malformed', () => {
    const broken = fc
      .tuple(
        spaced,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...',[]{}:"\\ 1ex\u0001')), { minLength: 1, maxLength: 3 }),
      )
      .map(([text, changes]) =>
        changes.reduce((now, [at, by]) => {
          const place = at % (now.length + 1);
          return now.slice(0, place) + by + now.slice(place + (at % 2));
        }, text),
      );
    fc.assert(
      fc.property(broken, longest, (text, size) => {
        fc.pre(!TAKEN_FOR_ANOTHER.test(text));
        const pieces = read(text, size);
        if (!isJson(text)) expect(pieces, text).toHaveProperty('failed');
        else if (membersIn(JSON.parse(text)) < count(text))
          expect(pieces, text).toEqual({ failed: Repeated.name, message: '' });
        else expect(pieces, text).toHaveProperty('value', JSON.parse(text));
      }),
      { numRuns: runs(2_000) },
    );
  });

  test.each([
    '[1,]',
    '[,1]',
    '[1,,2]',
    '{"a":1,}',
    '{,"a":1}',
    '[1}',
    '[1,2]]',
    '1,2',
    '[[1,2],]',
    '{"a":[1,2],,"b":1}',
  ])('%s is not JSON, wherever it is split', (text) => {
    for (let size = 0; size < 10; size += 1) expect(read(text, size)).toMatchObject({ failed: 'SyntaxError' });
  });

  test('splits a large list, a large object and nested ones', () => {
    const list = JSON.stringify(Array.from({ length: 1_000 }, (_, at) => at));
    const named = JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`n${at}`, [at]])));
    expect(read(list, 100)).toMatchObject({ value: JSON.parse(list), pieces: expect.toSatisfy((n) => n > 30) });
    expect(read(named, 100)).toMatchObject({ value: JSON.parse(named), pieces: expect.toSatisfy((n) => n > 30) });
    const both = `{"schemas":["a"],"members":${list},"more":{"of":${named}}}`;
    expect(read(both, 100)).toMatchObject({ value: JSON.parse(both), pieces: expect.toSatisfy((n) => n > 60) });
  });

  test('reports the position of an error in the whole text', () => {
    const text = `[${'1,'.repeat(100)}2 3]`;
    const whole = /^.*position 20\d/.exec(String(read(text, Number.POSITIVE_INFINITY).message))?.[0];
    expect(read(text, 10)).toEqual({ failed: 'SyntaxError', message: whole });
  });

  test('is rejected for excessive depth, excessive size or a duplicate member, in one chunk or two', () => {
    expect(read('[[[1]]]', 1, 2)).toMatchObject({ failed: TooDeep.name });
    for (const text of ['[[],{},[]]', '{"a":{},"b":[],"c":{}}']) {
      expect(read(text, 1, 64, 4)).toMatchObject({ value: JSON.parse(text) });
      expect(read(text, 1, 64, 3)).toMatchObject({ failed: TooMany.name });
    }
    for (const twice of [
      '{"a":[1,2],"a":3}',
      '{"a":[1,2],"a":[3]}',
      '{"a":1,"b":2,"a":3}',
      '[{"a":{"b":1},"a":{"c":2}}]',
    ])
      for (let size = 0; size < 20; size += 1)
        expect(read(twice, size), twice).toMatchObject({ failed: Repeated.name });
  });

  test('keeps a member called __proto__ as an own property, so that a later check rejects it', () => {
    const { value } = read('{"a":1,"__proto__":{"b":2},"c":3}', 1) as { value: object };
    expect(Object.keys(value)).toEqual(['a', '__proto__', 'c']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The members of all objects in the value. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + membersIn(each), own);
}

/** The members in a JSON text: colons outside of its strings. */
const count = (text: string): number => text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
