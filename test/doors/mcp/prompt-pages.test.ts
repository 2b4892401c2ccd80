// A page of prompts reads only the documents of its own trails, in batches and once each.
import { expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { listPrompts } from '../../../src/doors/mcp/prompts.ts';
import type { PublishedTrail } from '../../../src/skills/published-trails.ts';
import { withDefaults } from '../../../src/trails/document/full-document.ts';
import type { VisibleTrailHead } from '../../../src/trails/readers/visible-trails.ts';
import { readyDocument } from '../../trails/catalog.ts';

const reader = { team_id: 'team', account_id: 'person' };

const headOf = (catalog_id: string, at: number): VisibleTrailHead => ({
  catalog_id,
  trail_id: `trail-${at}`,
  sort_order: at,
  version: 1,
  published_at: '2026-11-27T00:00:00.000000Z',
  skill_name: `skill-${at}`,
  prompt_names: '{}',
});

type Use<Result> = (heads: VisibleTrailHead[], read: () => Promise<PublishedTrail[]>) => Promise<Result>;

/** A catalog with this many trails that records how many each statement reads. */
function catalogOf(count: number) {
  const read: number[] = [];
  const catalogId = newId();
  const heads = Array.from({ length: count }, (_, at) => headOf(catalogId, at));
  const document = withDefaults(readyDocument());
  return {
    read,
    trails: {
      firstHeads: async () => heads,
      inTurn: async <Result>(_db: unknown, _reader: unknown, use: Use<Result>) => use([], async () => []),
      read: async (_db: unknown, _reader: unknown, some: readonly VisibleTrailHead[]) => {
        read.push(some.length);
        return some.map((head) => ({ head, document: { ...document } }));
      },
    },
  };
}

/** No statement is expected, because the catalog replaces the database. */
const unasked = (): never => {
  throw new Error('The database was asked.');
};
const call = {
  db: { rows: unasked, row: unasked, read: unasked },
  signal: () => new AbortController().signal,
};

test('lists each prompt of a long catalog once across pages, and reads no other trails', async () => {
  const { trails, read } = catalogOf(201);
  const names: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await listPrompts(trails, call, reader, cursor);
    names.push(...page.prompts.map(({ name }) => name));
    sizes.push(read.splice(0).reduce((sum, some) => sum + some, 0));
    cursor = page.nextCursor;
  }
  expect(sizes).toEqual([100, 100, 1]);
  expect(names.map((name) => name.split('.')[0])).toEqual(Array.from({ length: 201 }, (_, at) => `skill-${at}`));
});

test('reads fifty documents at a time, each once', async () => {
  const { trails, read } = catalogOf(80);
  const first = await listPrompts(trails, call, reader, undefined);
  expect(read.splice(0)).toEqual([50, 30]);
  expect(await listPrompts(trails, call, reader, undefined)).toEqual(first);
  expect(read).toEqual([]);
});

test('returns no prompts to callers who are not employees, and finds nothing with their cursor', async () => {
  const { trails } = catalogOf(3);
  expect(await listPrompts(trails, call, undefined, undefined)).toEqual({ prompts: [] });
  await expect(listPrompts(trails, call, undefined, 'x')).rejects.toMatchObject({ slug: 'bad-request' });
});
