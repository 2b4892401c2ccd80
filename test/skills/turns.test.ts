// A large catalog of skills blocks no other work, because reading and rendering it yields in between.
import { expect, test } from 'vitest';
import { type PublishedTrail, publishedTrails } from '../../src/skills/published-trails.ts';
import { skillsOf } from '../../src/skills/skill-set.ts';
import type { Db } from '../../src/storage/database.ts';
import type { Sql } from '../../src/storage/sql.ts';
import { busyFor } from '../support/held-loop.ts';

/** Takes longer than a slice. */
const A_PIECE_MS = 6;
const head = (n: number) => ({
  catalog_id: 'team',
  trail_id: `trail-${n}`,
  skill_name: `skill-${n}`,
  version: 1,
  published_at: 'then',
});
const heads = (count: number) => Array.from({ length: count }, (_, n) => head(n));

/** The largest number of steps of `work` in one turn of the event loop. */
async function mostInATurn(work: (piece: () => void) => Promise<unknown>): Promise<number> {
  let [inThisTurn, most, isOver] = [0, 0, false];
  const nextTurn = (): void => {
    inThisTurn = 0;
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  await work(() => {
    inThisTurn += 1;
    most = Math.max(most, inThisTurn);
    busyFor(A_PIECE_MS);
  });
  isOver = true;
  return most;
}

test('renders one skill per turn if each one takes a whole slice', async () => {
  const trails = heads(5).map((one) => ({ head: one }) as PublishedTrail);
  const rendered = (piece: () => void) =>
    skillsOf(async ({ head: { skill_name } }) => {
      piece();
      return { name: skill_name } as never;
    }, trails);
  expect(await mostInATurn(rendered)).toBe(1);
});

/**
 * A database with this many live trails. `ids` records how many documents each statement has read, and `lists` how
 * often the catalog was listed.
 */
function catalogOf(count: number, onDocument = (): void => {}) {
  const ids: number[] = [];
  let lists = 0;
  const rows = async ({ values }: Sql) => {
    const asked = values.find((value): value is string[] => Array.isArray(value));
    if (asked === undefined) {
      lists += 1;
      return heads(count);
    }
    ids.push(asked.length);
    return asked.map((id) => ({
      ...head(Number(id.slice(6))),
      get document() {
        onDocument();
        return JSON.stringify({ title: id });
      },
    }));
  };
  return { db: { rows } as unknown as Db, ids, lists: () => lists };
}

test('reads one document per turn if each one takes a whole slice', async () => {
  const read = (piece: () => void) =>
    publishedTrails().unrestricted(catalogOf(5, piece).db, 'team', async () => undefined);
  expect(await mostInATurn(read)).toBe(1);
});

test('reads at most fifty documents per statement, and finally all of them, for catalogs of any size', async () => {
  const { db, ids } = catalogOf(120);
  const titles = async (all: PublishedTrail[]) => all.map(({ document }) => document.title);
  expect(await publishedTrails().unrestricted(db, 'team', titles)).toEqual(heads(120).map(({ trail_id }) => trail_id));
  expect(ids).toEqual([50, 50, 20]);
});

/** Reads whole catalogs, and continues each one until it is ended. */
function readings() {
  const trails = publishedTrails();
  const begun = new Set<string>();
  const ends = new Map<string, () => void>();
  const read = (catalog: string, name: string, count = 101, signal?: AbortSignal): Promise<string> => {
    const use = async (): Promise<string> => {
      begun.add(name);
      await new Promise<void>((end) => ends.set(name, end));
      begun.delete(name);
      return name;
    };
    return trails.unrestricted(catalogOf(count).db, catalog, use, { ...(signal !== undefined && { signal }) });
  };
  const end = (name: string): void => ends.get(name)?.();
  // Two concurrent reads reach their documents in any order.
  const atWork = (): string[] => [...begun].sort();
  return { atWork, read, end };
}

test('reads one large catalog at a time per workspace, and two in total', async () => {
  const { atWork, read, end } = readings();
  const ofOne = ['one-1', 'one-2', 'one-3'].map((name) => read('one', name));
  const others = ['two', 'three'].map((name) => read(name, name));
  await expect.poll(atWork).toEqual(['one-1', 'two']);
  end('one-1');
  // The third catalog was queued before the second caller of the first one.
  await expect.poll(atWork).toEqual(['three', 'two']);
  end('two');
  await expect.poll(atWork).toEqual(['one-2', 'three']);
  end('one-2');
  await expect.poll(atWork).toEqual(['one-3', 'three']);
  end('three');
  end('one-3');
  expect(await Promise.all([...ofOne, ...others])).toEqual(['one-1', 'one-2', 'one-3', 'two', 'three']);
});

test('lists a large catalog once, and again if trails may have been published during the wait', async () => {
  const trails = publishedTrails();
  const catalogs = Array.from({ length: 3 }, () => catalogOf(101));
  const lists = (): number[] => catalogs.map((catalog) => catalog.lists());
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const all = catalogs.map(({ db }, n) => trails.unrestricted(db, `catalog-${n}`, () => ended));
  await expect.poll(lists).toEqual([1, 1, 1]);
  end();
  await Promise.all(all);
  expect(lists()).toEqual([1, 1, 2]);
});

test('makes only its own workspace wait for a catalog of a hundred trails', async () => {
  const { atWork, read, end } = readings();
  const large = ['one', 'two', 'three'].map((name) => read(name, name));
  await expect.poll(atWork).toEqual(['one', 'two']);
  const small = ['four-1', 'four-2'].map((name) => read('four', name, 100));
  await expect.poll(atWork).toEqual(['four-1', 'one', 'two']);
  end('four-1');
  await expect.poll(atWork).toEqual(['four-2', 'one', 'two']);
  end('one');
  await expect.poll(atWork).toEqual(['four-2', 'three', 'two']);
  for (const name of ['two', 'four-2', 'three']) end(name);
  expect(await Promise.all([...large, ...small])).toEqual(['one', 'two', 'three', 'four-1', 'four-2']);
});

test('skips callers who have disconnected, and refuses another one if a hundred are waiting', async () => {
  const { atWork, read, end } = readings();
  const first = read('one', 'first');
  await expect.poll(atWork).toEqual(['first']);
  const gone = Array.from({ length: 100 }, () => new AbortController());
  const waiting = gone.map(({ signal }, n) => read('one', `waiting-${n}`, 101, signal));
  await expect(read('one', 'next')).rejects.toMatchObject({ slug: 'not-ready', extras: { retry_after: 5 } });
  for (const caller of gone) caller.abort(new Error('gone'));
  expect(new Set((await Promise.allSettled(waiting)).map(({ status }) => status))).toEqual(new Set(['rejected']));
  end('first');
  expect(await first).toBe('first');
  expect(atWork()).toEqual([]);
});
