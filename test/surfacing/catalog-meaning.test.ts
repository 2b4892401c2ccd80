// The meanings of trails are stored with them, computed in the background, and never mixed up.
import type { SentenceEncoder } from '@cairn/surfacing-judge/encoder/sentence-encoder';
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { trailUnits } from '@cairn/surfacing-judge/trail-units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { catalogMeanings } from '../../src/surfacing/catalog-meaning.ts';
import { type MeaningStore, meaningStore, type StoredMeaning } from '../../src/surfacing/meaning-store.ts';
import { openTestDatabase } from '../support/database.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { ADVERT, MINUTES, REMINDER, trailId, trailWith } from './trails-for-tests.ts';

/** Distinguishes texts by their letters, and counts its calls. */
function countingEncoder(): SentenceEncoder & { asked: number } {
  const encoder = {
    asked: 0,
    isWord: () => true,
    pieces: Object.assign(() => [], { isPiece: () => true }),
    encode(text: string) {
      encoder.asked++;
      const vector = new Float32Array(DIMENSIONS);
      for (const letter of text) {
        const at = (letter.codePointAt(0) ?? 0) % DIMENSIONS;
        vector[at] = (vector[at] ?? 0) + 1;
      }
      return vector;
    },
  };
  return encoder;
}

/** An in-memory store that counts its entries. */
function memoryStore(): MeaningStore & { readonly kept: Map<string, StoredMeaning> } {
  const kept = new Map<string, StoredMeaning>();
  return {
    kept,
    read: async (catalogId, ids) => ids.flatMap((id) => kept.get(`${catalogId}/${id}`) ?? []),
    keep: async (catalogId, meaning) => void kept.set(`${catalogId}/${meaning.trail_id}`, meaning),
  };
}
const CATALOG = '00000000-0000-7000-9000-000000000001';
const OTHER = '00000000-0000-7000-9000-000000000002';
const noReport = (failure: unknown): never => {
  throw failure;
};

function opened(store: MeaningStore, report: (failure: unknown) => void = noReport) {
  const encoder = countingEncoder();
  const judge = lexicalJudge({ encoder, background: ['hello there'] });
  const meanings = catalogMeanings(() => judge.meaning, store, report);
  const catalog = judge.emptyCatalog();
  const put = async (trails = [REMINDER, ADVERT, MINUTES], catalogId = CATALOG) => {
    for (const trail of trails) catalog.upsert(trail);
    await meanings.fill(catalogId, catalog, trails);
    await meanings.settled();
  };
  return { encoder, judge, meanings, catalog, put };
}

describe('the meaning of a catalog', () => {
  it('is computed once, stored, and not computed again after a restart', async () => {
    const store = memoryStore();
    await opened(store).put();
    expect(store.kept.size).toBe(3);
    const second = opened(store);
    await second.put();
    expect(second.encoder.asked).toBe(1); // The single everyday prompt.
    expect(second.catalog.find(REMINDER.id)?.vectors).not.toBeNull();
  });

  it('is computed again for a trail with changed texts, and for no other', async () => {
    const store = memoryStore();
    await opened(store).put();
    const changed = { ...REMINDER, title: 'Chase a customer' };
    const second = opened(store);
    await second.put([changed, ADVERT, MINUTES]);
    // The everyday prompt, and each text of the trail.
    expect(second.encoder.asked).toBe(1 + new Set(trailUnits(changed).map(({ text }) => text)).size);
    const rows = second.judge.meaning?.trail(changed);
    expect(second.catalog.find(REMINDER.id)?.vectors?.rows).toEqual(rows);
    expect(store.kept.get(`${CATALOG}/${REMINDER.id}`)?.vectors).toEqual(Buffer.from(rows ?? []));
  });

  it.each([0, -1, -512])('is computed again if the stored data is incomplete: up to %i bytes', async (end) => {
    const store = memoryStore();
    await opened(store).put();
    for (const [key, one] of store.kept) store.kept.set(key, { ...one, vectors: one.vectors.subarray(0, end) });
    const second = opened(store);
    await second.put();
    expect(second.encoder.asked).toBeGreaterThan(1);
    const lengths = second.catalog.find(REMINDER.id)?.vectors?.lengths;
    expect([lengths?.length, lengths?.every((length) => length > 0)]).toEqual([trailUnits(REMINDER).length, true]);
  });

  it('is not assigned to a trail that was edited in the meantime', async () => {
    const { judge, meanings, catalog } = opened(memoryStore());
    catalog.upsert(REMINDER);
    await meanings.fill(CATALOG, catalog, [REMINDER]);
    catalog.upsert({ ...REMINDER, title: 'Another title' });
    await meanings.settled();
    expect(catalog.find(REMINDER.id)?.vectors).toBeNull();
    expect(
      judge.rank({ catalogs: [catalog], hidden: new Set() }, null, 'another title').scored[0]?.signals.meaning,
    ).toBeNull();
  });

  it('is not computed for a trail that was edited or deleted before its turn', async () => {
    const { judge, meanings, catalog, encoder } = opened(memoryStore());
    await judge.ready();
    const before = encoder.asked;
    for (const trail of [REMINDER, ADVERT, MINUTES]) catalog.upsert(trail);
    await meanings.fill(CATALOG, catalog, [REMINDER, ADVERT, MINUTES]);
    catalog.upsert({ ...ADVERT, title: 'Another title' });
    catalog.remove(MINUTES.id);
    await meanings.settled();
    expect(encoder.asked - before).toBe(new Set(trailUnits(REMINDER).map(({ text }) => text)).size);
  });

  it('continues without the store if it fails, reports that once, and stops using it', async () => {
    const failures: unknown[] = [];
    let asked = 0;
    const keep = async () => {
      asked++;
      throw new Error('the database is away');
    };
    const { put, judge, catalog } = opened({ ...memoryStore(), keep }, (failure) => void failures.push(failure));
    await put();
    expect([failures, asked]).toEqual([[new Error('the database is away')], 1]);
    expect(catalog.ids().map((id) => catalog.find(id)?.vectors === null)).toEqual([false, false, false]);
    const found = await judge.find({ catalogs: [catalog], hidden: new Set() }, 'write a job posting', {
      limit: 1,
      mayUse: () => true,
    });
    expect(found[0]?.id).toBe(ADVERT.id);
  });

  it('does not wait for a larger catalog', async () => {
    const kept: string[] = [];
    const store = { ...memoryStore(), keep: async (_: string, one: StoredMeaning) => void kept.push(one.trail_id) };
    const { judge, meanings, catalog } = opened(store);
    const small = judge.emptyCatalog();
    const many = Array.from({ length: 20 }, (_, at) => trailWith(100 + at, `Trail ${at}`));
    for (const trail of many) catalog.upsert(trail);
    small.upsert(REMINDER);
    await meanings.fill(CATALOG, catalog, many);
    await meanings.fill(OTHER, small, [REMINDER]);
    await meanings.settled();
    expect(kept).toHaveLength(21);
    expect(kept.indexOf(REMINDER.id)).toBeLessThan(4);
    expect(kept.filter((id) => id !== REMINDER.id)).toEqual(many.map(({ id }) => id));
  });

  it('stops between two trails on shutdown', async () => {
    const store = memoryStore();
    const { meanings, catalog } = opened(store);
    for (const trail of [REMINDER, ADVERT, MINUTES]) catalog.upsert(trail);
    await meanings.fill(CATALOG, catalog, [REMINDER, ADVERT, MINUTES]);
    await meanings.stop();
    expect(store.kept.size).toBeLessThan(3);
  });

  it.each([
    [20_000, 1],
    [20_001, 0],
  ])('with %i trails is requested %i times, because a larger catalog uses words only', async (size, times) => {
    let asked = 0;
    const read: MeaningStore['read'] = async () => {
      asked++;
      return [];
    };
    const { meanings, catalog } = opened({ ...memoryStore(), read });
    await meanings.fill(CATALOG, { ...catalog, size }, [REMINDER]);
    await meanings.settled();
    expect(asked).toBe(times);
  });

  it('requests nothing without an encoder', async () => {
    const judge = lexicalJudge({ encoder: null });
    const asked: string[] = [];
    const store: MeaningStore = {
      ...memoryStore(),
      read: async (catalogId) => {
        asked.push(catalogId);
        return [];
      },
    };
    const catalog = judge.emptyCatalog();
    catalog.upsert(REMINDER);
    await catalogMeanings(() => judge.meaning, store, noReport).fill(CATALOG, catalog, [REMINDER]);
    expect(asked).toEqual([]);
  });
});

describe('a comparison', () => {
  it('uses meaning for all trails or for none', async () => {
    const { judge, catalog, put } = opened(memoryStore());
    await put();
    const view = { catalogs: [catalog], hidden: new Set<string>() };
    const prompt = 'write a reminder, an advert or minutes';
    const byMeaning = () => new Set(judge.rank(view, null, prompt).scored.map((one) => one.signals.meaning !== null));
    expect(byMeaning()).toEqual(new Set([true]));
    catalog.upsert(trailWith(9, 'Write a reminder or an advert'));
    expect(byMeaning()).toEqual(new Set([false]));
  });

  it('gives a draft the same verdict as it will get once live', async () => {
    const { judge, catalog, put } = opened(memoryStore());
    await put([ADVERT, MINUTES]);
    const view = { catalogs: [catalog], hidden: new Set<string>() };
    const prompts = ['send a reminder to a customer', 'an invoice is overdue', 'minutes of a meeting'];
    const draft = await judge.judge(view, REMINDER, prompts);
    await put([REMINDER]);
    expect(await judge.judge(view, REMINDER, prompts)).toEqual(draft);
  });
});

describe('vectors in the database', () => {
  let db: Database;
  const vectors = Buffer.from([1, 2, 255]);
  const digest = Buffer.from('digest');
  beforeAll(async () => {
    db = await openTestDatabase();
    for (const id of [CATALOG, OTHER]) {
      await db.rows(sql`insert into catalogs (catalog_id, kind) values (${id}, 'team')`);
      await db.rows(sql`
        insert into trails (catalog_id, trail_id, status, sort_order, document, title, target_role, description, tools,
          prompt_count, search_text)
        values (${id}, ${trailId(1)}, 'draft', 1, '{}', 'One', '', '', '[]', 0, '')`);
    }
  });
  afterAll(() => db.close());

  it('are read back unchanged, only by their own catalog, and deleted with the trail', async () => {
    const store = meaningStore(db);
    await store.keep(CATALOG, { trail_id: trailId(1), digest: Buffer.from('old'), vectors });
    await store.keep(CATALOG, { trail_id: trailId(1), digest, vectors });
    const [read] = await store.read(CATALOG, [trailId(1), trailId(2)]);
    expect([read?.digest.equals(digest), read?.vectors.equals(vectors)]).toEqual([true, true]);
    expect(await store.read(OTHER, [trailId(1)])).toEqual([]);
    await db.rows(sql`delete from trails where catalog_id = ${CATALOG} and trail_id = ${trailId(1)}`);
    expect(await store.read(CATALOG, [trailId(1)])).toEqual([]);
  });

  it('are not stored for a deleted trail', async () => {
    const store = meaningStore(db);
    await store.keep(OTHER, { trail_id: trailId(7), digest, vectors });
    expect(await store.read(OTHER, [trailId(7)])).toEqual([]);
  });

  it('are not stored for a trail that is being deleted, without an error', async () => {
    const store = meaningStore(db);
    await meanwhile(
      db,
      (tx) => tx.rows(sql`delete from trails where catalog_id = ${OTHER} and trail_id = ${trailId(1)}`),
      () => store.keep(OTHER, { trail_id: trailId(1), digest, vectors }),
    );
    expect(await store.read(OTHER, [trailId(1)])).toEqual([]);
  });
});
