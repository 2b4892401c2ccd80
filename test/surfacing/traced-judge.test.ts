// Verdicts as spans: which judge, how many trails and prompts, and the result.
import type { CatalogView, Judge } from '@cairn/surfacing-judge/judge';
import { expect, test } from 'vitest';
import { refuse } from '../../src/base/refusal.ts';
import type { Span, Tracing } from '../../src/base/tracing.ts';
import { tracedJudge } from '../../src/surfacing/traced-judge.ts';
import { REMINDER } from './trails-for-tests.ts';

const told: unknown[] = [];
const span = {
  run: (work: () => unknown) => work(),
  set: (attributes: object) => told.push(attributes),
  fail: (type: string) => told.push(`failed: ${type}`),
  end: () => told.push('end'),
} as unknown as Span;
const tracing = {
  active: () => undefined,
  begin: (start: object) => {
    told.push(start);
    return span;
  },
} as unknown as Tracing;

const view = { catalogs: [{ size: 2 }, { size: 3 }], hidden: new Set() } as unknown as CatalogView;
const began = (what: string, prompts: number) => ({
  name: `judge ${what}`,
  kind: 'internal',
  attributes: { 'cairn.judge': 'embedded', 'cairn.judge.prompts': prompts, 'cairn.judge.trails': 5 },
});
const traced = (judge: object) => tracedJudge(judge as Judge, 'embedded', tracing);

test('counts verdicts by whether the trail would surface', async () => {
  told.length = 0;
  const verdicts = [{ would_surface: true }, { would_surface: false }, { would_surface: true }];
  expect(await traced({ judge: async () => verdicts }).judge(view, REMINDER, ['a', 'b', 'c'])).toBe(verdicts);
  expect(told).toEqual([began('verdicts', 3), { 'cairn.judge.surfaced': 2 }, 'end']);
});

test('counts findings', async () => {
  told.length = 0;
  const found = [{ id: 'a' }, { id: 'b' }];
  const wanted = { limit: 3, mayUse: () => true };
  expect(await traced({ find: async () => found }).find(view, 'a', wanted)).toBe(found);
  expect(told).toEqual([began('find', 1), { 'cairn.judge.found': 2 }, 'end']);
});

test.each([
  [refuse('judge-unavailable', 'away'), 'judge-unavailable'],
  [new Error('a bug'), 'unknown'],
])('records %s by its slug alone', async (failure, slug) => {
  told.length = 0;
  const wanted = { limit: 3, mayUse: () => true };
  const failing = traced({ find: async () => Promise.reject(failure) });
  await expect(failing.find(view, 'a', wanted)).rejects.toBe(failure);
  expect(told).toEqual([began('find', 1), `failed: ${slug}`, 'end']);
});
