import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { coalescedReads } from '../../src/storage/batches/coalesced-reads.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import type { FullDocument } from '../../src/trails/document/full-document.ts';
import { deleteTrail } from '../../src/trails/editing/delete-trail.ts';
import { saveDocument } from '../../src/trails/editing/save-document.ts';
import { changeStatus } from '../../src/trails/publication/change-status.ts';
import { trailDetailJson } from '../../src/trails/trail-json.ts';
import { getDraft, getTrail, readTrail } from '../../src/trails/trails.ts';
import { openTestDatabase } from '../support/database.ts';
import { create, newCatalog, publish, readyDocument, rules, type TestCatalog } from './catalog.ts';

let database: Database;
let catalog: TestCatalog;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  catalog = await newCatalog(database);
});

const save = async (trailId: string, document = readyDocument(), onRace: 'refuse' | 'overwrite' = 'refuse') =>
  saveDocument(
    database,
    catalog.catalog_id,
    await getDraft(database, catalog.catalog_id, trailId),
    document,
    catalog.by,
    rules,
    { onRace },
  );

test('returns a saved trail to its author as to any other reader, until the next change', async () => {
  const { trail_id } = await create(database, catalog);
  const saved = await save(trail_id, readyDocument('Saved “twice”'));
  const read = () => readTrail(database, catalog.catalog_id, trail_id);
  expect(await read()).toBe(saved);
  const elsewhere = coalescedReads(database.rows, { batchesAtOnce: 1 });
  expect(await readTrail(elsewhere, catalog.catalog_id, trail_id)).toEqual(saved);
  await database.rows(sql`update accounts set name = 'Olivia Owner' where account_id = ${catalog.owner_id}`);
  expect(await read()).toMatchObject({ revision: saved.revision, created_by_name: 'Olivia Owner' });
  const undone = database.inTransaction(async (tx) => {
    const draft = await getDraft(tx, catalog.catalog_id, trail_id);
    await saveDocument(tx, catalog.catalog_id, draft, readyDocument('Undone'), catalog.by, rules);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await read()).toMatchObject({ revision: saved.revision, title: 'Saved “twice”' });
});

test('creates a trail as a draft at revision 1, with defaults for all absent fields', async () => {
  const trail = await create(database, catalog, { title: 'Plan a sprint' });
  const detail = JSON.parse(trailDetailJson(trail));
  expect(detail).toMatchObject({
    id: trail.trail_id,
    status: 'draft',
    visibility: 'all_teams',
    revision: 1,
    sort_order: 1,
    has_unpublished_changes: true,
    created_by: { id: catalog.owner_id, name: 'Olive Owner' },
    published_at: null,
    surfacing_tests: null,
    document: {
      title: 'Plan a sprint',
      target_role: '',
      description: '',
      tools: [],
      trigger: { when: '', keywords: [], examples: [] },
      prompts: [],
      setup_guide: '',
      feedback_enabled: true,
    },
  });
  expect(detail.publish_issues.map((issue: { field: string }) => issue.field)).toContain('prompts');
});

test('increments the revision on save and keeps the status, so that a live trail stays live with unpublished changes', async () => {
  const trail = await create(database, catalog);
  const live = await publish(database, catalog, trail);
  const saved = await save(live.trail_id, readyDocument('Answer a complaint'));
  expect(saved.revision).toBe(2);
  expect(saved.status).toBe('live');
  expect(JSON.parse(trailDetailJson(saved))).toMatchObject({
    has_unpublished_changes: true,
    published_revision: 1,
    published_version: 1,
    title: 'Answer a complaint',
  });
  expect(saved.updated_at > live.updated_at).toBe(true);
});

test('returns a stored document with exactly the saved text', async () => {
  const trail = await create(database, catalog, { ...readyDocument(), setup_guide: 'Zoë 👩‍🚀 "quotes" \\ </script>' });
  const again = await getTrail(database, catalog.catalog_id, trail.trail_id);
  expect(again.document).toBe(trail.document);
  expect(trailDetailJson(again)).toBe(trailDetailJson(trail));
});

test('accepts exactly one of 50 saves of the same revision, and refuses 49 with the current state', async () => {
  const trail = await create(database, catalog);
  const read = await getDraft(database, catalog.catalog_id, trail.trail_id);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      saveDocument(database, catalog.catalog_id, read, readyDocument(`Save ${index}`), catalog.by, rules),
    ),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(49);
  for (const reason of refused) {
    expect(isRefusal(reason, 'revision-conflict') && reason.extras).toEqual({
      current_revision: 2,
      changed_fields: ['title'],
    });
  }
  expect((await getTrail(database, catalog.catalog_id, trail.trail_id)).revision).toBe(2);
});

test('accepts all overwriting saves (If-Match: *), one revision each', async () => {
  const trail = await create(database, catalog);
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => save(trail.trail_id, readyDocument(`Save ${index}`), 'overwrite')),
  );
  expect((await getTrail(database, catalog.catalog_id, trail.trail_id)).revision).toBe(9);
});

test('omits changed fields for a stale caller if they are unknown, beyond the last 50 revisions', async () => {
  const trail = await create(database, catalog);
  const read = await getDraft(database, catalog.catalog_id, trail.trail_id);
  for (let round = 0; round < 50; round += 1) await save(trail.trail_id, readyDocument(`Save ${round}`));
  const kept = await database.rows<{ revision: number }>(
    sql`select revision from trail_revisions where catalog_id = ${catalog.catalog_id} order by revision`,
  );
  expect(kept.map(({ revision }) => revision)).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
  const stale = saveDocument(database, catalog.catalog_id, read, readyDocument(), catalog.by, rules);
  await expect(stale).rejects.toMatchObject({ slug: 'revision-conflict', extras: { current_revision: 51 } });
  await expect(stale).rejects.not.toHaveProperty('extras.changed_fields');
});

test('refuses to save an archived trail (conflict), even if it was archived after it was read', async () => {
  const trail = await create(database, catalog);
  const read = await getDraft(database, catalog.catalog_id, trail.trail_id);
  await database.inTransaction((tx) => changeStatus(tx, catalog.catalog_id, trail.trail_id, 'archive', catalog.by));
  const late = saveDocument(database, catalog.catalog_id, read, readyDocument(), catalog.by, rules);
  await expect(late).rejects.toMatchObject({ slug: 'conflict' });
  await expect(save(trail.trail_id)).rejects.toMatchObject({ slug: 'conflict' });
});

test('refuses to save a trail that was deleted after it was read (not-found)', async () => {
  const trail = await create(database, catalog);
  const read = await getDraft(database, catalog.catalog_id, trail.trail_id);
  await database.inTransaction((tx) => deleteTrail(tx, catalog.catalog_id, trail.trail_id, catalog.by, true));
  const late = saveDocument(database, catalog.catalog_id, read, readyDocument(), catalog.by, rules);
  await expect(late).rejects.toMatchObject({ slug: 'not-found' });
});

test('keeps the id of the prompt at the same position with the same label if a save has no ids', async () => {
  const two = {
    ...readyDocument(),
    prompts: [
      { label: 'One', body: 'a' },
      { label: 'Two', body: 'b' },
    ],
  };
  const trail = await create(database, catalog, two);
  const ids = promptIds(trail.document);
  expect(new Set(ids).size).toBe(2);
  const saved = await save(trail.trail_id, {
    ...two,
    prompts: [
      { label: 'One', body: 'changed' },
      { label: 'Other', body: 'b' },
    ],
  });
  expect(promptIds(saved.document)[0]).toBe(ids[0]);
  expect(promptIds(saved.document)[1]).not.toBe(ids[1]);
});

const promptIds = (document: string) => (JSON.parse(document) as FullDocument).prompts.map(({ id }) => id);

test('returns the current state when a trail is read again, regardless of who changed which part', async () => {
  const trail = await create(database, catalog);
  const read = () => readTrail(database, catalog.catalog_id, trail.trail_id);
  const first = await read();
  expect(JSON.parse(first.json.toString())).toMatchObject({
    id: trail.trail_id,
    revision: 1,
    document: { title: trail.title },
  });
  expect(first).toMatchObject({ revision: 1, document: trail.document });
  expect(await read()).toBe(first);
  await publish(database, catalog, trail);
  expect(await read()).toMatchObject({ revision: 1, status: 'live', document: trail.document });
  await save(trail.trail_id);
  expect(await read()).toMatchObject({ revision: 2 });
  await database.rows(sql`
    update accounts set name = 'Olive Renamed', updated_at = clock_timestamp() where account_id = ${catalog.owner_id}`);
  expect(await read()).toMatchObject({ revision: 2, created_by_name: 'Olive Renamed' });
  await database.rows(
    sql`delete from trails where catalog_id = ${catalog.catalog_id} and trail_id = ${trail.trail_id}`,
  );
  await expect(read()).rejects.toMatchObject({ slug: 'not-found' });
});

test('neither finds nor saves a trail of another catalog', async () => {
  const trail = await create(database, catalog);
  const other = await newCatalog(database);
  await expect(getTrail(database, other.catalog_id, trail.trail_id)).rejects.toMatchObject({ slug: 'not-found' });
  const read = await getDraft(database, catalog.catalog_id, trail.trail_id);
  const foreign = saveDocument(database, other.catalog_id, read, readyDocument('Stolen'), other.by, rules);
  await expect(foreign).rejects.toMatchObject({ slug: 'not-found' });
  expect((await getTrail(database, catalog.catalog_id, trail.trail_id)).revision).toBe(1);
});
