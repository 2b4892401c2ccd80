import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CursorKeys } from '../../src/base/signed-cursor.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { changeCare } from '../../src/trails/care/care.ts';
import { listTrails, type TrailPage, type TrailQuery } from '../../src/trails/catalog/list-trails.ts';
import { foldText, likePattern } from '../../src/trails/catalog/search-text.ts';
import { saveDocument } from '../../src/trails/editing/save-document.ts';
import { changeStatus } from '../../src/trails/publication/change-status.ts';
import { trailListJson } from '../../src/trails/trail-json.ts';
import { getDraft } from '../../src/trails/trails.ts';
import { openTestDatabase } from '../support/database.ts';
import { runs } from '../support/runs.ts';
import { create, newCatalog, publish, readyDocument, rules, type TestCatalog } from './catalog.ts';

const key: CursorKeys = [Buffer.from('a key for tests')];
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const list = (catalog: TestCatalog, query: Partial<TrailQuery> = {}) =>
  listTrails(database, catalog.catalog_id, { limit: 25, ...query }, key);

const titles = async (catalog: TestCatalog, query: Partial<TrailQuery> = {}) =>
  itemsOf(await list(catalog, query)).map(({ title }) => title);

const itemsOf = ({ items }: TrailPage) =>
  JSON.parse(`[${items.toString()}]`) as { readonly id: string; readonly title: string }[];

async function walk(catalog: TestCatalog, query: Partial<TrailQuery>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list(catalog, { ...query, cursor });
    const items = itemsOf(page);
    ids.push(...items.map(({ id }) => id));
    if (page.next_cursor === undefined) return ids;
    expect(items).toHaveLength(query.limit ?? 25);
    cursor = page.next_cursor;
  }
}

test("reads a cached page of two trails again after their creator's name has changed", async () => {
  const catalog = await newCatalog(database);
  for (const title of ['First', 'Second']) await create(database, catalog, readyDocument(title));
  const creators = async () =>
    JSON.parse(trailListJson(await list(catalog)).toString()).items.map(
      ({ created_by }: { readonly created_by: { readonly name: string } }) => created_by.name,
    );
  expect(await list(catalog)).toBe(await list(catalog));
  expect(await creators()).toEqual(['Olive Owner', 'Olive Owner']);
  await database.rows(sql`update accounts set name = 'Olga Owner' where account_id = ${catalog.owner_id}`);
  expect(await creators()).toEqual(['Olga Owner', 'Olga Owner']);
});

test('lists the most recently updated first, filtered by status, without next_cursor on the last page', async () => {
  const catalog = await newCatalog(database);
  const first = await create(database, catalog, readyDocument('First'));
  const second = await create(database, catalog, readyDocument('Second'));
  const third = await create(database, catalog, readyDocument('Third'));
  await publish(database, catalog, first);
  await database.inTransaction((tx) => changeStatus(tx, catalog.catalog_id, second.trail_id, 'archive', catalog.by));
  expect(await titles(catalog)).toEqual(['Second', 'First', 'Third']);
  expect(await titles(catalog, { status: 'live' })).toEqual(['First']);
  expect(await titles(catalog, { status: 'draft' })).toEqual(['Third']);
  const page = await list(catalog, { limit: 2 });
  const answer = JSON.parse(trailListJson(page).toString());
  expect(answer.items[1]).toMatchObject({
    id: first.trail_id,
    status: 'live',
    prompt_count: 1,
    tools: ['claude', 'chatgpt'],
  });
  expect(answer.items[1]).not.toHaveProperty('document');
  const last = await list(catalog, { limit: 2, cursor: answer.next_cursor });
  expect(itemsOf(last).map(({ id }) => id)).toEqual([third.trail_id]);
  expect(JSON.parse(trailListJson(last).toString())).not.toHaveProperty('next_cursor');
});

test('returns 1,000 trails with the same updated_at once each across pages', async () => {
  const catalog = await newCatalog(database);
  const { trail_id } = await create(database, catalog);
  await database.rows(sql`
    insert into trails (catalog_id, trail_id, sort_order, document, title, target_role, description, tools, prompt_count, search_text)
    select catalog_id, gen_random_uuid(), n, document, title, target_role, description, tools, prompt_count, search_text
    from trails, generate_series(1, 999) n where catalog_id = ${catalog.catalog_id} and trail_id = ${trail_id}`);
  await database.rows(sql`update trails set updated_at = now() where catalog_id = ${catalog.catalog_id}`);
  for (const limit of [7, 100]) {
    const ids = await walk(catalog, { limit });
    expect(ids).toHaveLength(1_000);
    expect(new Set(ids).size).toBe(1_000);
  }
});

test('treats %, _, \\ and quotes in q as plain characters', async () => {
  const catalog = await newCatalog(database);
  const odd = ['100% done', 'snake_case', 'back\\slash', `it's "quoted"`, 'plain'];
  for (const title of odd) await create(database, catalog, { title });
  expect(await titles(catalog, { q: '%' })).toEqual(['100% done']);
  expect(await titles(catalog, { q: '_' })).toEqual(['snake_case']);
  expect(await titles(catalog, { q: '\\' })).toEqual(['back\\slash']);
  expect(await titles(catalog, { q: `'s "` })).toEqual([`it's "quoted"`]);
  expect(await titles(catalog, { q: '%a%' })).toEqual([]);
  expect(await titles(catalog, { q: '' })).toHaveLength(5);
});

test('searches title, role and description for q, case-insensitively beyond ASCII, and nothing else', async () => {
  const catalog = await newCatalog(database);
  await create(database, catalog, { title: 'Große Straße prüfen' });
  await create(database, catalog, { title: 'b', target_role: 'ΟΔΟΣ worker' });
  await create(database, catalog, { title: 'c', description: 'Ёлка и чай' });
  await create(database, catalog, { title: 'd', setup_guide: 'needle', trigger: { when: 'needle' } });
  expect(await titles(catalog, { q: 'STRASSE' })).toEqual(['Große Straße prüfen']);
  expect(await titles(catalog, { q: 'οδος' })).toEqual(['b']);
  expect(await titles(catalog, { q: 'ёЛКА' })).toEqual(['c']);
  expect(await titles(catalog, { q: 'needle' })).toEqual([]);
});

test('finds a text anywhere in the list, page by page, until it was edited away', async () => {
  const catalog = await newCatalog(database);
  const { trail_id } = await create(database, catalog, { title: 'Common' });
  await database.rows(sql`
    with copies as (
    insert into trails (catalog_id, trail_id, sort_order, document, title, target_role, description, tools, prompt_count, search_text, updated_at)
    select catalog_id, gen_random_uuid(), n, document, 'Copy', target_role, description, tools, prompt_count,
      search_text || case when n % 100 = 0 then ' scarce' else '' end, updated_at - n * interval '1 second'
    from trails, generate_series(1, 1499) n where catalog_id = ${catalog.catalog_id} and trail_id = ${trail_id}
    returning catalog_id, trail_id, search_text)
    insert into trail_search (catalog_id, trail_id, search_text) select * from copies`);
  const byHand = async (text: string) =>
    (
      await database.rows<{ trail_id: string }>(sql`
        select trail_id from trails where catalog_id = ${catalog.catalog_id} and strpos(search_text, ${text}) > 0
        order by updated_at desc, trail_id desc`)
    ).map((row) => row.trail_id);
  expect(await byHand('scarce')).toHaveLength(14);
  for (const [q, limit] of [
    ['scarce', 3],
    ['scarce', 100],
    ['common', 100],
    ['sc', 5],
    ['absent', 10],
  ] as const) {
    expect(await walk(catalog, { q, limit })).toEqual(await byHand(q));
  }
  expect(await walk(catalog, { q: 'scarce', status: 'live', limit: 5 })).toEqual([]);
  const read = await getDraft(database, catalog.catalog_id, trail_id);
  await saveDocument(database, catalog.catalog_id, read, { title: 'Scarcely' }, catalog.by, rules);
  expect(await titles(catalog, { q: 'scarcely' })).toEqual(['Scarcely']);
  expect(await walk(catalog, { q: 'common', limit: 100 })).not.toContain(trail_id);
});

test.each([
  ['Café für Ñandú', 'cafe fur nandu'],
  ['Cafe', 'café'],
  ['The subject’s file', "subject's"],
  ["The subject's file", 'subject’s'],
  ['Talk to the historian', '  historian '],
  ['Καφές', 'καφες'],
  ['हिन्दी', 'हिन्दी'],
])('finds %s by %s', async (title, q) => {
  const catalog = await newCatalog(database);
  const { trail_id } = await create(database, catalog, { title });
  await create(database, catalog, { title: 'Something else' });
  expect(itemsOf(await list(catalog, { limit: 5, q })).map(({ id }) => id)).toEqual([trail_id]);
});

test('keeps the marks of scripts in which they are letters', () => {
  expect(foldText('हिन्दी')).not.toBe(foldText('हन्द'));
});

test('finds any text, in any letter case, by searching for it', async () => {
  const literal = (pattern: string) => pattern.slice(1, -1).replace(/\\([\\%_])/g, '$1');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(literal(likePattern(foldText(text)))).toBe(foldText(text));
      expect(foldText(text.toUpperCase())).toBe(foldText(text));
    }),
    { numRuns: runs(100) },
  );
});

test('refuses a cursor that was modified, or comes from another query or catalog (bad-request)', async () => {
  const catalog = await newCatalog(database);
  for (const title of ['a', 'b', 'c']) await create(database, catalog, { title });
  const { next_cursor: cursor = '' } = await list(catalog, { limit: 1 });
  const refused = expect.objectContaining({ slug: 'bad-request' });
  const tampered = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
  for (const bad of ['', 'x', '%', tampered, `${cursor}=`, ` ${cursor}`, cursor.slice(0, -1), "' or 1=1 --"]) {
    await expect(list(catalog, { limit: 1, cursor: bad })).rejects.toEqual(refused);
  }
  await expect(list(catalog, { limit: 1, cursor, status: 'draft' })).rejects.toEqual(refused);
  await expect(list(catalog, { limit: 1, cursor, q: 'a' })).rejects.toEqual(refused);
  const due = { waits: 'review', until: '2100-01-01' } as const;
  await expect(list(catalog, { limit: 1, cursor, care: due })).rejects.toEqual(refused);
  for (let at = 0; at < 2; at += 1) {
    const { trail_id } = await create(database, catalog);
    await database.inTransaction((tx) =>
      changeCare(tx, catalog.catalog_id, trail_id, { review_by: '2027-01-01' }, catalog.by),
    );
  }
  const { next_cursor: ofDue = '' } = await list(catalog, { limit: 1, care: due });
  await expect(list(catalog, { limit: 1, cursor: ofDue, care: { ...due, waits: 'approval' } })).rejects.toEqual(
    refused,
  );
  await expect(list(await newCatalog(database), { limit: 1, cursor })).rejects.toEqual(refused);
  expect(itemsOf(await list(catalog, { limit: 2, cursor }))).toHaveLength(2);
});
