// Large bodies are parsed in slices, with the same values and errors as small ones. Other work never waits for a whole
// body.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { parseJson, parseJsonInTurns } from '../../src/base/json.ts';
import { runs } from '../support/runs.ts';

const LARGE = 400_000;
const filler = 'x'.repeat(LARGE);

const outcomeOf = async (read: () => unknown): Promise<unknown> => {
  try {
    return { value: await read() };
  } catch (thrown) {
    return { refused: (thrown as Error).message };
  }
};

test('parses a large text to the same value or error as a small one, wherever its chunks end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.integer({ min: 0, max: 40 }), async (json, shift) => {
      const bytes = Buffer.from(`{"${'y'.repeat(shift)}${filler}\\"{": ${json}, "list": [${json}]}`);
      const inTurns = async () => (await parseJsonInTurns(bytes)).value;
      expect(await outcomeOf(inTurns)).toEqual(await outcomeOf(() => parseJson(bytes)));
    }),
    { numRuns: runs(60) },
  );
});

test.each([
  ['a duplicate member', `{"a": 1, "b": "${filler}", "a": 2}`, /"a" twice/],
  ['a text nested too deep', `["${filler}", ${'['.repeat(70)}${']'.repeat(70)}]`, /deeper than 64/],
  ['many empty arrays', `[${'[],'.repeat(400_000)}1]`, /more than 400,000 arrays and objects/],
  ['many empty objects', `[${'{},'.repeat(400_000)}1]`, /more than 400,000 arrays and objects/],
  ['many members', `["${filler}", {${Array.from({ length: 10_001 }, (_, at) => `"n${at}": 1`)}}]`, /10,000 members/],
  ['many members in the text', `{"${filler}": 1${',"n": 1'.repeat(400_000)}}`, /10,000 members/],
  ['a NUL', `["${filler}", "\\u0000"]`, /NUL/],
  ['a truncated text', `["${filler}", `, /not valid JSON/],
  ['a number out of range', `["${filler}", 1e999]`, /range/],
])('also refuses %s in a large text', async (_, text, sentence) => {
  await expect(parseJsonInTurns(Buffer.from(text))).rejects.toThrow(sentence);
});

test('yields many times while it parses ten megabytes', async () => {
  const members = Array.from({ length: 150_000 }, (_, index) => ({ value: `${index}-${'v'.repeat(40)}` }));
  const bytes = Buffer.from(JSON.stringify({ members }));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await parseJsonInTurns(bytes);
  isOver = true;
  expect(turns).toBeGreaterThan(20);
});

const wide = (members: number): object =>
  Object.fromEntries(Array.from({ length: members }, (_, at) => [`n${at}`, at]));

test('checks the members of large objects in slices', async () => {
  const bytes = Buffer.from(JSON.stringify([1, 2, 3, 4, 5, 6].map(() => wide(10_000))));
  // The number of names checked in each turn of the event loop.
  const looked = [0];
  let isReading = true;
  const nextTurn = (): void => {
    looked.push(0);
    if (isReading) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const { isWellFormed } = String.prototype;
  const spy = vi.spyOn(String.prototype, 'isWellFormed').mockImplementation(function (this: string) {
    looked.push((looked.pop() ?? 0) + 1);
    return isWellFormed.call(this);
  });
  try {
    await parseJsonInTurns(bytes);
  } finally {
    isReading = false;
    spy.mockRestore();
  }
  expect(looked.reduce((sum, count) => sum + count)).toBe(60_000);
  expect(Math.max(...looked)).toBeLessThanOrEqual(10_000);
});
