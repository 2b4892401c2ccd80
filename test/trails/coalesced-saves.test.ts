// Concurrent saves share a statement, and each has the same result as alone.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../src/base/id.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { coalescedSaves } from '../../src/trails/editing/coalesced-saves.ts';
import { saveDocument } from '../../src/trails/editing/save-document.ts';
import { storedDraft } from '../../src/trails/editing/stored-draft.ts';
import { changeStatus } from '../../src/trails/publication/change-status.ts';
import type { Save } from '../../src/trails/trail-write-store.ts';
import { getDraft, getTrail } from '../../src/trails/trails.ts';
import { openTestDatabase } from '../support/database.ts';
import { byOf, create, newAccount, newCatalog, readyDocument, rules, type TestCatalog } from './catalog.ts';

let database: Database;
let catalog: TestCatalog;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  catalog = await newCatalog(database);
});

/** Coalesced saves, and the statements they sent. */
function counted() {
  const sent: string[] = [];
  const { save } = coalescedSaves({
    ...database,
    rows: (statement) => {
      sent.push('several');
      return database.rows(statement);
    },
    row: (statement) => {
      sent.push('one');
      return database.row(statement);
    },
  });
  return { save, sent };
}

const trails = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await create(database, catalog)).trail_id));

const saveOf = (trail_id: string, title: string, more: Partial<Save> = {}): Save => ({
  trail_id,
  revision: 1,
  draft: storedDraft(readyDocument(title), undefined, rules),
  by: catalog.by,
  action: 'edit',
  ...more,
});
const titleOf = async (trailId: string): Promise<string> =>
  (await getTrail(database, catalog.catalog_id, trailId)).title;

test('saves each of several drafts with its document, search text, revision and author', async () => {
  const ids = await trails(5);
  const editor = await newAccount(database, `${newId()}@acme.test`, 'Eve Editor');
  const { save, sent } = counted();
  const saved = await Promise.all(
    ids.map((id, at) => save(catalog.catalog_id, saveOf(id, `“Title” \\${at}`, at === 3 ? { by: byOf(editor) } : {}))),
  );
  expect(sent).toEqual(['several']);
  expect(saved.map((row) => [row?.trail_id, row?.title, row?.revision])).toEqual(
    ids.map((id, at) => [id, `“Title” \\${at}`, 2]),
  );
  for (const [at, id] of ids.entries())
    expect(JSON.parse((await getDraft(database, catalog.catalog_id, id)).document).title).toBe(`“Title” \\${at}`);
  const kept = await database.rows<{ trail_id: string; saved_by: string; document: string; found: string }>(sql`
    select r.trail_id, r.saved_by, r.document, s.search_text as found
    from trail_revisions r join trail_search s on s.catalog_id = r.catalog_id and s.trail_id = r.trail_id
    where r.catalog_id = ${catalog.catalog_id} and r.revision = 2 order by r.trail_id`);
  expect(kept.map(({ trail_id, saved_by }) => [trail_id, saved_by])).toEqual(
    [...ids].sort().map((id) => [id, id === ids[3] ? editor : catalog.owner_id]),
  );
  for (const { trail_id, document, found } of kept) {
    expect(JSON.parse(document).title).toBe(`“Title” \\${ids.indexOf(trail_id)}`);
    expect(found).toContain(`title" \\${ids.indexOf(trail_id)}`);
  }
});

test('fails one save without affecting others', async () => {
  const [fine = '', stale = '', archived = '', restored = '', other = ''] = await trails(5);
  for (const id of [archived, restored])
    await database.inTransaction((tx) => changeStatus(tx, catalog.catalog_id, id, 'archive', catalog.by));
  const { save, sent } = counted();
  const saved = await Promise.all([
    save(catalog.catalog_id, saveOf(fine, 'Fine')),
    save(catalog.catalog_id, saveOf(stale, 'Stale', { revision: 7 })),
    save(catalog.catalog_id, saveOf(archived, 'Archived')),
    save(catalog.catalog_id, saveOf(restored, 'Restored', { action: 'restore' })),
    save(catalog.catalog_id, saveOf(newId(), 'Nowhere')),
    save(catalog.catalog_id, saveOf(other, 'Other')),
  ]);
  expect(sent).toEqual(['several']);
  expect(saved.map((row) => row?.title)).toEqual(['Fine', undefined, undefined, 'Restored', undefined, 'Other']);
  expect(await Promise.all([stale, archived].map(titleOf))).toEqual([readyDocument().title, readyDocument().title]);
});

test('fails only the draft that the database refuses', async () => {
  const [fine = '', broken = '', other = ''] = await trails(3);
  const { save, sent } = counted();
  const draft = { ...storedDraft(readyDocument('Broken'), undefined, rules), document: '{' };
  const outcomes = await Promise.allSettled([
    save(catalog.catalog_id, saveOf(fine, 'Fine')),
    save(catalog.catalog_id, saveOf(broken, '', { draft })),
    save(catalog.catalog_id, saveOf(other, 'Other')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(sent).toEqual(['several', 'one', 'one', 'one']);
  expect(await Promise.all([fine, broken, other].map(titleOf))).toEqual(['Fine', readyDocument().title, 'Other']);
});

test('accepts one of several saves of a trail, and the unconditional ones after it', async () => {
  const [one = '', other = ''] = await trails(2);
  const together = coalescedSaves(database);
  const draft = await getDraft(database, catalog.catalog_id, one);
  const save = (title: string, onRace: 'refuse' | 'overwrite') =>
    saveDocument(database, catalog.catalog_id, draft, readyDocument(title), catalog.by, rules, { onRace, together });
  const outcomes = await Promise.allSettled([
    save('First', 'refuse'),
    save('Second', 'refuse'),
    save('Over any', 'overwrite'),
    together.save(catalog.catalog_id, saveOf(other, 'Other')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(await getDraft(database, catalog.catalog_id, one)).toMatchObject({ revision: 3 });
  expect(await titleOf(one)).toBe('Over any');
});

test('combines no statements of different catalogs, and saves a large document in a separate statement', async () => {
  const [one = '', other = ''] = await trails(2);
  const elsewhere = await newCatalog(database);
  const { trail_id } = await create(database, elsewhere);
  const { save, sent } = counted();
  const setup_guide = 'Read the handbook. '.repeat(2_000);
  const draft = storedDraft({ ...readyDocument('Large'), setup_guide }, undefined, rules);
  const saved = await Promise.all([
    save(catalog.catalog_id, saveOf(one, 'One')),
    save(catalog.catalog_id, saveOf(other, '', { draft })),
    save(elsewhere.catalog_id, saveOf(trail_id, 'There')),
  ]);
  expect(saved.map((row) => row?.title)).toEqual(['One', 'Large', 'There']);
  expect(sent).toEqual(['one', 'one', 'one']);
  expect(await save(elsewhere.catalog_id, saveOf(one, 'Stolen', { revision: 2 }))).toBeUndefined();
});

// The embedded database has only one connection, so it never waits for locks.
describe.runIf(process.env.CAIRN_TEST_DATABASE_URL !== undefined)('while others lock trails', () => {
  test('delays only the save of a locked trail, and completes it after the lock was released', async () => {
    const [held = '', free = ''] = await trails(2);
    const together = coalescedSaves(database);
    const save = async (trailId: string, title: string) => {
      const draft = await getDraft(database, catalog.catalog_id, trailId);
      const options = { together };
      return saveDocument(database, catalog.catalog_id, draft, readyDocument(title), catalog.by, rules, options);
    };
    const { saving } = await database.inTransaction(async (tx) => {
      await tx.rows(sql`
        select trail_id from trails where catalog_id = ${catalog.catalog_id} and trail_id = ${held} for update`);
      const saving = [save(held, 'Held'), save(free, 'Free')] as const;
      expect((await saving[1]).title).toBe('Free');
      await vi.waitUntil(async () => (await database.rows(WAITING)).length > 0, { timeout: 20_000 });
      expect(await titleOf(held)).toBe(readyDocument().title);
      return { saving };
    });
    expect(await saving[0]).toMatchObject({ title: 'Held', revision: 2 });
  });
});

const WAITING = sql`
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
