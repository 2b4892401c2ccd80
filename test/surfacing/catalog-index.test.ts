// In-memory catalogs follow every change of the trails that employees see, by this process or another.

import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { catalogFeed } from '../../src/surfacing/catalog-feed.ts';
import { type CatalogFeed, catalogIndexes, type TrailChange } from '../../src/surfacing/catalog-index.ts';
import type { CatalogMeanings } from '../../src/surfacing/catalog-meaning.ts';
import { openTestDatabase } from '../support/database.ts';
import { sharedJudge as judge } from './shared-judge.ts';
import { trailId, trailWith } from './trails-for-tests.ts';

const CATALOG = '00000000-0000-7000-9000-000000000001';
const OTHER = '00000000-0000-7000-9000-000000000002';
const THIRD = '00000000-0000-7000-9000-000000000003';

describe('catalogs backed by the database', () => {
  let db: Database;
  beforeAll(async () => {
    db = await openTestDatabase();
    for (const id of [CATALOG, OTHER]) {
      await db.rows(sql`insert into catalogs (catalog_id, kind) values (${id}, 'team')`);
    }
  });
  afterAll(() => db.close());

  async function noteChange(number: number, catalogId: string): Promise<void> {
    await db.rows(sql`update catalogs set live_seq = live_seq + 1 where catalog_id = ${catalogId}`);
    await db.rows(sql`
      insert into catalog_changes (catalog_id, seq, trail_id)
      select catalog_id, live_seq, ${trailId(number)} from catalogs where catalog_id = ${catalogId}`);
  }

  async function publish(number: number, title: string, version = 1, catalogId = CATALOG): Promise<void> {
    const document = JSON.stringify({ title, trigger: { keywords: [title.toLowerCase()] } });
    await db.rows(sql`
      insert into trails (catalog_id, trail_id, status, sort_order, document, title, target_role, description, tools,
        prompt_count, search_text, published_version)
      values (${catalogId}, ${trailId(number)}, 'live', 1, ${document}, ${title}, '', '', '[]', 0, '', ${version})
      on conflict (catalog_id, trail_id) do update set status = 'live', published_version = ${version}`);
    await db.rows(sql`
      insert into trail_versions (catalog_id, trail_id, version, revision, document)
      values (${catalogId}, ${trailId(number)}, ${version}, ${version}, ${document})`);
    await noteChange(number, catalogId);
  }

  async function unpublish(number: number): Promise<void> {
    await db.rows(sql`
      update trails set status = 'draft', published_version = null
      where catalog_id = ${CATALOG} and trail_id = ${trailId(number)}`);
    await noteChange(number, CATALOG);
  }

  const titlesIn = async (indexes: ReturnType<typeof catalogIndexes>, ...ids: string[]): Promise<string[]> => {
    const view = await indexes.view(ids);
    return view.catalogs.flatMap((one) =>
      Array.from({ length: 20 }, (_, at) => one.find(trailId(at))?.trail.title).filter((title) => title !== undefined),
    );
  };

  it("apply another process's publications, unpublications and deletions before the next verdict", async () => {
    const indexes = catalogIndexes(catalogFeed(db), judge);
    await publish(1, 'Alpha');
    await publish(2, 'Beta');
    expect(await titlesIn(indexes, CATALOG)).toEqual(['Alpha', 'Beta']);
    await publish(3, 'Gamma');
    await publish(1, 'Alpha anew', 2);
    await unpublish(2);
    expect(await titlesIn(indexes, CATALOG)).toEqual(['Alpha anew', 'Gamma']);
    await db.rows(sql`delete from trails where catalog_id = ${CATALOG} and trail_id = ${trailId(3)}`);
    await noteChange(3, CATALOG);
    expect(await titlesIn(indexes, CATALOG)).toEqual(['Alpha anew']);
  });

  it('reload the catalog if the change log was pruned', async () => {
    const indexes = catalogIndexes(catalogFeed(db), judge);
    const before = await titlesIn(indexes, CATALOG);
    await publish(5, 'Delta');
    await publish(6, 'Epsilon');
    await db.rows(sql`
      delete from catalog_changes where catalog_id = ${CATALOG}
        and seq < (select live_seq from catalogs where catalog_id = ${CATALOG})`);
    expect(await titlesIn(indexes, CATALOG)).toEqual([...before, 'Delta', 'Epsilon']);
  });

  it('reload the catalog if the change log was emptied', async () => {
    const indexes = catalogIndexes(catalogFeed(db), judge);
    const before = await titlesIn(indexes, CATALOG);
    await publish(8, 'Zeta');
    await db.rows(sql`delete from catalog_changes where catalog_id = ${CATALOG}`);
    expect(await titlesIn(indexes, CATALOG)).toEqual([...before, 'Zeta']);
    await publish(9, 'Eta');
    expect(await titlesIn(indexes, CATALOG)).toEqual([...before, 'Zeta', 'Eta']);
  });

  /** Resets the log and the live trails as a restore would, so that the catalog goes back by `steps`. */
  async function restore(steps: number, ...unpublished: readonly number[]): Promise<void> {
    await db.rows(sql`update catalogs set live_seq = live_seq - ${steps} where catalog_id = ${CATALOG}`);
    await db.rows(sql`
      delete from catalog_changes where catalog_id = ${CATALOG}
        and seq > (select live_seq from catalogs where catalog_id = ${CATALOG})`);
    for (const number of unpublished) {
      await db.rows(sql`delete from trails where catalog_id = ${CATALOG} and trail_id = ${trailId(number)}`);
    }
  }

  it('reload the catalog if the database was restored to an earlier state', async () => {
    const indexes = catalogIndexes(catalogFeed(db), judge);
    const before = await titlesIn(indexes, CATALOG);
    await publish(11, 'Lost');
    await publish(12, 'Lost too');
    expect(await titlesIn(indexes, CATALOG)).toEqual([...before, 'Lost', 'Lost too']);
    await restore(2, 11, 12);
    expect(await titlesIn(indexes, CATALOG)).toEqual(before);
  });

  it.each([1, 2, 3])('reload it after a restore even if it has changed since, up to %i steps behind', async (steps) => {
    const indexes = catalogIndexes(catalogFeed(db), judge);
    const before = await titlesIn(indexes, CATALOG);
    await publish(11, 'Lost');
    await publish(12, 'Lost too');
    expect(await titlesIn(indexes, CATALOG)).toEqual([...before, 'Lost', 'Lost too']);
    await restore(2, 11, 12);
    for (let step = 0; step < steps; step++) await publish(13 + step, `After ${step}`);
    const after = Array.from({ length: steps }, (_, step) => `After ${step}`);
    expect(await titlesIn(indexes, CATALOG)).toEqual([...before, ...after]);
    // From here on, only the step numbers are the same.
    await publish(12, 'Again');
    expect(await titlesIn(indexes, CATALOG)).toEqual([...before, 'Again', ...after]);
    await restore(0, 12, 13, 14, 15);
    for (const number of [12, 13, 14, 15]) await noteChange(number, CATALOG);
  });

  it("accept a caller's older position without taking the newer catalog for a restored one", async () => {
    const feed = catalogFeed(db);
    let late: Promise<unknown> = Promise.resolve();
    let builds = 0;
    const positions: CatalogFeed['positions'] = async (ids) => {
      const found = await feed.positions(ids);
      await late;
      return found;
    };
    const all: CatalogFeed['all'] = (id) => {
      builds++;
      return feed.all(id);
    };
    const indexes = catalogIndexes({ ...feed, positions, all }, judge);
    await indexes.view([CATALOG]);
    let go = (): void => undefined;
    late = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = indexes.view([CATALOG]);
    await db.rows(sql`select 1`);
    late = Promise.resolve();
    await publish(16, 'On the way');
    await indexes.view([CATALOG]);
    go();
    expect((await slow).catalogs[0]?.find(trailId(16))?.trail.title).toBe('On the way');
    expect(builds).toBe(1);
  });

  it('keep catalogs apart and omit missing ones', async () => {
    const indexes = catalogIndexes(catalogFeed(db), judge);
    await publish(7, 'Elsewhere', 1, OTHER);
    expect(await titlesIn(indexes, OTHER, '00000000-0000-7000-9000-00000000ffff')).toEqual(['Elsewhere']);
  });

  it('parse a trail on demand, because parsing a whole batch would block for too long', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const parsed: number[] = [];
    for await (const batch of catalogFeed(db).all(CATALOG)) {
      const before = parse.mock.calls.length;
      for (const _ of batch) parsed.push(parse.mock.calls.length - before);
    }
    parse.mockRestore();
    expect(parsed.length).toBeGreaterThan(1);
    expect(parsed).toEqual(parsed.map((_, at) => at + 1));
  });

  it('evict the least recently used catalog beyond the limit, and rebuild it on use', async () => {
    const indexes = catalogIndexes(catalogFeed(db), judge, 20_000);
    expect(await titlesIn(indexes, OTHER)).toEqual(['Elsewhere']);
    const own = await titlesIn(indexes, CATALOG);
    expect(indexes.held().catalogs).toBe(1);
    expect(await titlesIn(indexes, OTHER)).toEqual(['Elsewhere']);
    expect(await titlesIn(indexes, CATALOG)).toEqual(own);
  });
});

const at = (seq: number) => ({ seq, mark: null });

describe('many catalogs at once', () => {
  function feedOf(fails: () => boolean): CatalogFeed & { builds: number } {
    const feed = {
      builds: 0,
      positions: async (ids: readonly string[]) => new Map(ids.map((id) => [id, at(1)])),
      since: async () => 'rebuild' as const,
      async *all() {
        feed.builds++;
        if (fails()) throw new Error('The database went away.');
        yield [trailWith(1, 'One'), trailWith(2, 'Two')];
      },
    };
    return feed;
  }

  it('share one build of a catalog between all callers who wait for it', async () => {
    const feed = feedOf(() => false);
    const indexes = catalogIndexes(feed, judge);
    const views = await Promise.all([indexes.view([CATALOG]), indexes.view([CATALOG]), indexes.view([CATALOG])]);
    expect(views.map((view) => view.catalogs[0]?.size)).toEqual([2, 2, 2]);
    expect(feed.builds).toBe(1);
  });

  it('retry after a failed build', async () => {
    let down = true;
    const indexes = catalogIndexes(
      feedOf(() => down),
      judge,
    );
    await expect(indexes.view([CATALOG])).rejects.toThrow('went away');
    down = false;
    expect((await indexes.view([CATALOG])).catalogs[0]?.size).toBe(2);
  });

  it('preload catalogs with live trails once, and leave errors to the verdict', async () => {
    let down = false;
    const feed = feedOf(() => down);
    const indexes = catalogIndexes(
      { ...feed, positions: async (ids) => new Map(ids.map((id) => [id, at(id === OTHER ? 0 : 1)])) },
      judge,
    );
    indexes.prepare([CATALOG, OTHER]);
    await expect.poll(() => indexes.held()).toMatchObject({ catalogs: 1, trails: 2 });
    indexes.prepare([CATALOG]);
    expect((await indexes.view([CATALOG])).catalogs[0]?.size).toBe(2);
    expect(feed.builds).toBe(1);
    down = true;
    indexes.prepare([THIRD]);
    await expect.poll(() => feed.builds).toBe(2);
    down = false;
    expect((await indexes.view([THIRD])).catalogs[0]?.size).toBe(2);
  });

  it('request no meanings for prepared catalogs, and rank nothing in catalogs without live trails', async () => {
    const asked: (readonly string[])[] = [];
    const ranked: number[] = [];
    const positions = async (ids: readonly string[]) => {
      asked.push(ids);
      return new Map(ids.map((id) => [id, at(id === OTHER ? 0 : 1)]));
    };
    const rankInTurns: typeof judge.rankInTurns = (view, prompt) => {
      ranked.push(view.catalogs.length);
      return judge.rankInTurns(view, prompt);
    };
    const indexes = catalogIndexes({ ...feedOf(() => false), positions }, { ...judge, rankInTurns });
    indexes.prepare([OTHER]);
    indexes.prepare([OTHER]);
    indexes.prepare([]);
    indexes.prepare([OTHER, THIRD]);
    await expect.poll(() => ranked).toEqual([1]);
    // The third one appears twice because the view of the ranking requests it too.
    expect(asked).toEqual([[OTHER], [THIRD], [THIRD]]);
  });

  const TRAIL_MS = 2;
  const large = Array.from({ length: 3000 }, (_, at) =>
    judgedTrail(trailId(at), { title: `Trail number ${at} of many` }),
  );
  const nothing = async function* () {
    yield [];
  };
  const whole = async function* () {
    yield large;
  };

  it.each([
    ['a large catalog is built', { all: whole }],
    ['many trails changed at once', { all: nothing, changed: large.map((trail) => ({ id: trail.id, trail })) }],
  ])('work in steps of ten milliseconds while %s', async (_, { all, changed = [] }: Given) => {
    let seq = 1;
    const feed: CatalogFeed = {
      ...feedOf(() => false),
      positions: async (ids) => new Map(ids.map((id) => [id, at(seq)])),
      since: async () => ({ position: at(seq), changed }),
      all,
    };
    let now = 0;
    // One number per turn of the event loop: the trails that were indexed in it.
    const indexed = [0];
    const emptyCatalog = () => {
      const catalog = judge.emptyCatalog();
      const upsert = (trail: JudgedTrail) => {
        now += TRAIL_MS;
        indexed.push((indexed.pop() ?? 0) + 1);
        catalog.upsert(trail);
      };
      return Object.assign(Object.create(catalog) as typeof catalog, { upsert });
    };
    let isAtWork = true;
    const nextTurn = (): void => {
      indexed.push(0);
      if (isAtWork) setImmediate(nextTurn);
    };
    setImmediate(nextTurn);
    const indexes = catalogIndexes(feed, { ...judge, emptyCatalog }, undefined, undefined, () => now);
    await indexes.view([CATALOG]);
    seq = 2;
    await indexes.view([CATALOG]);
    isAtWork = false;
    expect(indexed.reduce((sum, count) => sum + count)).toBe(large.length);
    expect(Math.max(...indexed)).toBe(10 / TRAIL_MS);
  });
});

const READY = Promise.resolve();

describe('a catalog that has shrunk', () => {
  const trails = Array.from({ length: 1_000 }, (_, at) => trailWith(at, `Trail number ${at} of many`));

  /** A feed of the first trails. `keep` sets their number, and `all` whether they can be read as a whole. */
  function shrinking() {
    const state = { seq: 1, live: trails.length, builds: 0, isDown: false, built: READY, changes: READY };
    let changed: TrailChange[] = [];
    const feed: CatalogFeed = {
      positions: async (ids) => new Map(ids.map((id) => [id, at(state.seq)])),
      async since() {
        await state.changes;
        return { position: at(state.seq), changed };
      },
      async *all() {
        state.builds++;
        await state.built;
        if (state.isDown) throw new Error('The database went away.');
        yield trails.slice(0, state.live);
      },
    };
    const keep = (live: number): void => {
      changed = trails.slice(live, state.live).map(({ id }) => ({ id, trail: null }));
      for (const trail of trails.slice(state.live, live)) changed.push({ id: trail.id, trail });
      Object.assign(state, { live, seq: state.seq + 1 });
    };
    const indexes = catalogIndexes(feed, judge, 1_100);
    const catalog = async (id = CATALOG) => (await indexes.view([id])).catalogs[0];
    return { state, indexes, keep, catalog };
  }

  /** Blocks until it is released. */
  function waiting(): { readonly until: Promise<void>; go(): void } {
    let go = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      go = resolve;
    });
    return { until, go: () => go() };
  }

  /** Enough turns to build a catalog of a thousand trails. */
  const someTurns = async (): Promise<void> => {
    for (let turn = 0; turn < 1_000; turn++) await new Promise(setImmediate);
  };

  it('is rebuilt from its remaining trails after the verdict that notices', async () => {
    const { state, indexes, keep, catalog } = shrinking();
    const first = await catalog();
    keep(251);
    expect([await catalog(), await catalog()]).toEqual([first, first]);
    keep(250);
    expect(await catalog()).toBe(first);
    await expect.poll(catalog).not.toBe(first);
    const [shrunk, again] = [await catalog(), await catalog()];
    expect(again).toBe(shrunk);
    const { catalogs, trails } = indexes.held();
    expect([shrunk?.size, state.builds, catalogs, trails]).toEqual([250, 2, 1, 250]);
  });

  it('loses no change that arrives during the rebuild', async () => {
    const { keep, catalog, state } = shrinking();
    const first = await catalog();
    keep(100);
    const [under, way] = await Promise.all([catalog(), catalog()]);
    expect([under, way]).toEqual([first, first]);
    keep(103);
    expect((await catalog())?.size).toBe(103);
    await expect.poll(catalog).not.toBe(first);
    expect((await catalog())?.size).toBe(103);
    keep(104);
    expect([(await catalog())?.size, state.builds]).toEqual([104, 2]);
  });

  it('keeps its rebuilt state while a caller still waits for changes to the old one', async () => {
    const { state, keep, catalog } = shrinking();
    const first = await catalog();
    const [build, changes] = [waiting(), waiting()];
    state.built = build.until;
    keep(100);
    await catalog();
    state.changes = changes.until;
    keep(103);
    const late = catalog();
    await new Promise(setImmediate);
    state.changes = READY;
    build.go();
    await someTurns();
    const shrunk = await catalog();
    expect([shrunk !== first, shrunk?.size]).toEqual([true, 103]);
    changes.go();
    expect(await late).toBe(first);
    await someTurns();
    expect([(await catalog()) === shrunk, state.builds]).toEqual([true, 2]);
  });

  it('is not cached again if it was evicted during the rebuild', async () => {
    const { state, indexes, keep, catalog } = shrinking();
    await catalog();
    const build = waiting();
    state.built = build.until;
    keep(100);
    await catalog();
    state.built = READY;
    keep(1_000);
    const other = await catalog(OTHER);
    expect(indexes.held()).toMatchObject({ catalogs: 1, trails: 1_000 });
    build.go();
    await someTurns();
    expect(await catalog(OTHER)).toBe(other);
  });

  it('keeps its data if the reload fails, and retries', async () => {
    const { state, keep, catalog } = shrinking();
    const first = await catalog();
    state.isDown = true;
    keep(100);
    expect(await catalog()).toBe(first);
    await expect.poll(() => state.builds).toBe(2);
    await expect.poll(async () => [await catalog(), state.builds > 2]).toEqual([first, true]);
    state.isDown = false;
    await expect.poll(catalog).not.toBe(first);
    expect((await catalog())?.size).toBe(100);
  });

  it('also counts trails that changes have added', async () => {
    const { state, keep, catalog } = shrinking();
    keep(10);
    const first = await catalog();
    keep(1_000);
    await catalog();
    keep(200);
    expect(await catalog()).toBe(first);
    await expect.poll(catalog).not.toBe(first);
    expect(state.builds).toBe(2);
  });

  it('is left alone if it was never large', async () => {
    const { state, keep, catalog } = shrinking();
    keep(999);
    const first = await catalog();
    keep(1);
    expect([await catalog(), await catalog(), state.builds]).toEqual([first, first, 1]);
  });
});

it('requests the meaning of all loaded trails, and later of the changed ones', async () => {
  const [one, two, three] = [trailWith(1, 'One'), trailWith(2, 'Two'), trailWith(3, 'Three')];
  let seq = 1;
  const feed: CatalogFeed = {
    positions: async (ids) => new Map(ids.map((id) => [id, at(seq)])),
    since: async () => ({
      position: at(seq),
      changed: [
        { id: one.id, trail: null },
        { id: three.id, trail: three },
      ],
    }),
    async *all() {
      yield [one, two];
    },
  };
  const asked: (readonly string[])[] = [];
  const fill: CatalogMeanings['fill'] = async (_, catalog, trails) => {
    asked.push(trails.map(({ id }) => id));
    // A meaning can only be set for trails in the catalog.
    expect(trails.every(({ id }) => catalog.find(id) !== undefined)).toBe(true);
  };
  const meanings = { fill, settled: async () => undefined, stop: async () => undefined };
  const indexes = catalogIndexes(feed, judge, undefined, meanings);
  await indexes.view([CATALOG]);
  seq = 2;
  await indexes.view([CATALOG]);
  expect(asked).toEqual([[one.id, two.id], [three.id]]);
});

describe('the cache of compared trails', () => {
  it('is dropped with its catalog, on a reload and on eviction', async () => {
    let step: 'rebuild' | undefined;
    let seq = 1;
    const feed: CatalogFeed = {
      positions: async (ids) => new Map(ids.map((id) => [id, at(seq)])),
      since: async () => step ?? { position: at(seq), changed: [] },
      async *all() {
        yield [trailWith(1, 'One'), trailWith(2, 'Two')];
      },
    };
    const indexes = catalogIndexes(feed, judge, 3);
    const read = async (id: string) => {
      const [catalog] = (await indexes.view([id])).catalogs;
      return { find: () => catalog?.find(trailId(1)), before: catalog?.find(trailId(1)) };
    };
    const own = await read(CATALOG);
    expect(own.find()).toBe(own.before);
    step = 'rebuild';
    seq = 2;
    const again = await read(CATALOG);
    expect(own.find()).not.toBe(own.before);
    expect(again.find()).toBe(again.before);
    await read(OTHER);
    expect(again.find()).not.toBe(again.before);
  });
});

interface Given {
  readonly all: CatalogFeed['all'];
  readonly changed?: readonly TrailChange[];
}
