// Tests catalog health: its results, its cache, and how long other requests wait.
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import { type LexicalJudge, lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { LiveCatalog } from '@cairn/surfacing-judge/live-catalog';
import { trailUnits } from '@cairn/surfacing-judge/trail-units';
import { describe, expect, it } from 'vitest';
import { catalogHealth } from '../../src/surfacing/catalog-health.ts';
import type { CatalogHealth } from '../../src/surfacing/evaluation-shapes.ts';
import { sharedJudge as judge } from './shared-judge.ts';
import { MINUTES, REMINDER, trailId, trailWith, viewWith } from './trails-for-tests.ts';

/** Completes every page, however busy the machine is. */
const UNHURRIED = { page: Number.POSITIVE_INFINITY, first: Number.POSITIVE_INFINITY, ahead: 0 };

/** A judge that records the prompts it has ranked. */
function countingJudge(): { readonly counting: LexicalJudge; readonly ranked: readonly string[] } {
  const ranked: string[] = [];
  const rankInTurns: LexicalJudge['rankInTurns'] = (view, prompt) => {
    ranked.push(prompt);
    return judge.rankInTurns(view, prompt);
  };
  return { counting: { ...judge, rankInTurns }, ranked };
}

describe('the health of a catalog', () => {
  const trails = Array.from({ length: 5 }, (_, at) =>
    trailWith(at + 1, `Topic ${at}`, { match: [`word${'x'.repeat(at + 1)}`] }),
  );

  it('returns one page of trails at a time, and each trail once', async () => {
    const view = viewWith(judge, ...trails);
    const read = catalogHealth(judge);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: CatalogHealth = await read(view, after, 2);
      seen.push(...page.items.map((item) => item.trail.id));
      expect(page.live).toBe(5);
      after = page.next_after;
    } while (after !== null);
    expect(seen).toEqual(trails.map((trail) => trail.id));
  });

  it('counts the examples that find their trail, and names the others', async () => {
    const odd = trailWith(9, 'Plan a fire drill', {
      match: ['plan a fire drill for the office', 'zebra quartz lantern'],
    });
    const { items } = await catalogHealth(judge, UNHURRIED)(viewWith(judge, odd, MINUTES), null, 10);
    expect(items.find((item) => item.trail.id === odd.id)).toMatchObject({
      match_examples: 2,
      found: 1,
      unsupported: [1],
    });
  });

  it('omits trails that are hidden in the workspace', async () => {
    const view = { ...viewWith(judge, ...trails), hidden: new Set([trailId(2)]) };
    expect((await catalogHealth(judge)(view, null, 10)).live).toBe(4);
  });

  it('is different for callers who can see other trails', async () => {
    const view = viewWith(judge, ...trails);
    const read = catalogHealth(judge);
    const live = async (...hidden: number[]): Promise<number> =>
      (await read({ ...view, hidden: new Set(hidden.map(trailId)) }, null, 10)).live;
    expect([await live(), await live(2), await live(3, 2), await live()]).toEqual([5, 4, 3, 5]);
  });

  it('ends a page when its time is up, and starts the next one from the cache', async () => {
    const view = viewWith(judge, ...trails);
    const read = catalogHealth(judge, { page: 0, first: 0, ahead: 0 });
    const lengths: number[] = [];
    for (let pages = 0; pages < 5; pages++) lengths.push((await read(view, null, 10)).items.length);
    expect(lengths).toEqual([1, 2, 3, 4, 5]);
    expect((await read(view, null, 10)).next_after).toBeNull();
  });

  it('continues in the background for a limited time, and judges each trail once for two callers', async () => {
    const { counting, ranked } = countingJudge();
    const read = catalogHealth(counting, { page: 0, first: 0, ahead: 60_000 });
    const view = viewWith(judge, ...trails);
    const [one, other] = await Promise.all([read(view, null, 10), read(view, null, 10)]);
    expect([one.items.length, other]).toEqual([1, one]);
    // One example and the trigger text for each trail.
    await expect.poll(() => ranked.length).toBe(2 * trails.length);
    expect((await read(view, null, 10)).items).toHaveLength(5);
    expect(ranked).toHaveLength(2 * trails.length);
  });

  it('stops in the background once the catalog has changed', async () => {
    const { counting, ranked } = countingJudge();
    const read = catalogHealth(counting, { page: 0, first: 0, ahead: 60_000 });
    const view = viewWith(judge, ...trails);
    await read(view, null, 10);
    view.catalogs[0]?.remove(trailId(5));
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(ranked.length).toBeLessThanOrEqual(4);
  });

  it('yields after every ranking', async () => {
    const { counting, ranked } = countingJudge();
    const atTurns: number[] = [];
    let isOver = false;
    const turns = (async () => {
      while (!isOver) {
        atTurns.push(ranked.length);
        await new Promise(setImmediate);
      }
    })();
    await catalogHealth(counting, UNHURRIED)(viewWith(judge, ...trails), null, 10);
    isOver = true;
    await turns;
    const most = Math.max(...atTurns.map((count, at) => count - (atTurns[at - 1] ?? 0)));
    expect(most).toBe(1);
  });

  it('judges a trail again only after the catalog has changed', async () => {
    const { counting, ranked } = countingJudge();
    const view = viewWith(judge, ...trails);
    const read = catalogHealth(counting, UNHURRIED);
    const first = await read(view, null, 10);
    const asked = ranked.length;
    expect(asked).toBeGreaterThan(0);
    expect(await read(view, null, 10)).toEqual(first);
    expect(ranked.length).toBe(asked);
    view.catalogs[0]?.remove(trailId(5));
    expect((await read(view, null, 10)).items).toHaveLength(4);
    expect(ranked.length).toBeGreaterThan(asked);
  });

  it('judges a trail again once the meaning of another trail is known', async () => {
    const { counting, ranked } = countingJudge();
    const view = viewWith(judge, ...trails);
    const read = catalogHealth(counting, UNHURRIED);
    await read(view, null, 10);
    const asked = ranked.length;
    const [last] = trails.slice(-1);
    if (last !== undefined) view.catalogs[0]?.setMeaning(last, new Int8Array(trailUnits(last).length * DIMENSIONS));
    await read(view, null, 10);
    expect(ranked.length).toBe(2 * asked);
  });

  it('judges a trail again after the catalog was reloaded, even if the version numbers are equal', async () => {
    const { counting, ranked } = countingJudge();
    const view = viewWith(judge, ...trails);
    const read = catalogHealth(counting, UNHURRIED);
    const beside = (title: string) => ({
      ...view,
      catalogs: [...view.catalogs, ...viewWith(judge, trailWith(9, title)).catalogs],
    });
    const before = beside('Before');
    await read(before, null, 10);
    const asked = ranked.length;
    await read(before, null, 10);
    expect(ranked.length).toBe(asked);
    await read(beside('After'), null, 10);
    expect(ranked.length).toBe(2 * asked);
  });
});

/** The simulated cost of work, in milliseconds. */
const READ_MS = 2;
const FEATURE_MS = 0.001;
/** A time slice, including the work that cannot be divided. Other requests never wait longer. */
const MAX_MS = 20;

describe('other requests while very similar trails are judged', () => {
  it('wait at most for a part of a ranking, including the first one', async () => {
    let clock = 0;
    const slow = lexicalJudge({ encoder: null, now: () => clock });
    const catalog = slow.emptyCatalog();
    for (let number = 1; number <= 40; number++) catalog.upsert({ ...REMINDER, id: trailId(number) });
    const costly = Object.assign(Object.create(catalog) as LiveCatalog, {
      find(id: string) {
        clock += READ_MS;
        return catalog.find(id);
      },
      frequency(feature: number) {
        clock += FEATURE_MS;
        return catalog.frequency(feature);
      },
    });
    let isOver = false;
    const waits: number[] = [];
    const turns = (async () => {
      for (let last = clock; !isOver; last = clock) {
        await new Promise(setImmediate);
        waits.push(clock - last);
      }
    })();
    const { items } = await catalogHealth(slow, UNHURRIED)({ catalogs: [costly], hidden: new Set() }, null, 3);
    isOver = true;
    await turns;
    expect(items).toHaveLength(3);
    // Nine rankings that compare sixteen trails each.
    expect(clock).toBeGreaterThan(10 * MAX_MS);
    expect(Math.max(...waits)).toBeLessThan(MAX_MS);
  });
});
