import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { deleteTrail } from '../../src/trails/editing/delete-trail.ts';
import { saveDocument } from '../../src/trails/editing/save-document.ts';
import { updateTrail } from '../../src/trails/editing/update-trail.ts';
import { nextStatus, type Status } from '../../src/trails/lifecycle.ts';
import { changeStatus } from '../../src/trails/publication/change-status.ts';
import { getVersion, listVersions, restoreVersion } from '../../src/trails/publication/versions.ts';
import { addUserGrant } from '../../src/trails/readers/grants.ts';
import type { TrailDetailRow } from '../../src/trails/trail-json.ts';
import { getDraft, getTrail } from '../../src/trails/trails.ts';
import { openTestDatabase } from '../support/database.ts';
import { create, liveSeq, newCatalog, publish, readyDocument, rules, type TestCatalog } from './catalog.ts';

let database: Database;
let catalog: TestCatalog;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  catalog = await newCatalog(database);
});

const move = (trail: TrailDetailRow, transition: 'unpublish' | 'archive' | 'unarchive') =>
  database.inTransaction((tx) => changeStatus(tx, catalog.catalog_id, trail.trail_id, transition, catalog.by));

/** A trail with one published version, moved to this status. */
async function trailIn(status: Status): Promise<TrailDetailRow> {
  const live = await publish(database, catalog, await create(database, catalog));
  if (status === 'live') return live;
  const draft = await move(live, 'unpublish');
  return status === 'draft' ? draft : move(draft, 'archive');
}

const actions = {
  save: async (trail: TrailDetailRow) => {
    const read = await getDraft(database, catalog.catalog_id, trail.trail_id);
    return saveDocument(database, catalog.catalog_id, read, readyDocument('Saved'), catalog.by, rules);
  },
  restore: async (trail: TrailDetailRow) => {
    const version = await getVersion(database, catalog.catalog_id, trail.trail_id, 1);
    return restoreVersion(database, catalog.catalog_id, trail, version, catalog.by, rules);
  },
  patch: (trail: TrailDetailRow) =>
    database.inTransaction((tx) =>
      updateTrail(tx, catalog.catalog_id, trail.trail_id, { visibility: 'restricted' }, catalog.by),
    ),
  grant: async (trail: TrailDetailRow) => {
    const email = `owner-${catalog.catalog_id}@acme.test`;
    await database.inTransaction((tx) => addUserGrant(tx, catalog.catalog_id, trail.trail_id, email, catalog.by));
    return getTrail(database, catalog.catalog_id, trail.trail_id);
  },
  publish: (trail: TrailDetailRow) => publish(database, catalog, trail),
  unpublish: (trail: TrailDetailRow) => move(trail, 'unpublish'),
  archive: (trail: TrailDetailRow) => move(trail, 'archive'),
  unarchive: (trail: TrailDetailRow) => move(trail, 'unarchive'),
};

const EXPECTED: Record<Status, Record<keyof typeof actions, Status | 'conflict'>> = {
  draft: {
    ...{ save: 'draft', restore: 'draft', patch: 'draft', grant: 'draft' },
    ...{ publish: 'live', unpublish: 'conflict', archive: 'archived', unarchive: 'conflict' },
  },
  live: {
    ...{ save: 'live', restore: 'live', patch: 'live', grant: 'live' },
    ...{ publish: 'live', unpublish: 'draft', archive: 'archived', unarchive: 'conflict' },
  },
  archived: {
    ...{ save: 'conflict', restore: 'archived', patch: 'conflict', grant: 'conflict' },
    ...{ publish: 'conflict', unpublish: 'conflict', archive: 'conflict', unarchive: 'draft' },
  },
};

test.each([
  ['draft', 'unpublish', 'nothing to unpublish'],
  ['draft', 'unarchive', 'is a draft'],
  ['live', 'unarchive', 'is live'],
  ['archived', 'archive', 'is archived already'],
  ['archived', 'publish', 'Unarchive it first'],
  ['archived', 'edit', 'Unarchive it first'],
] as const)('refuses for a trail that is %s: %s, with these words: %s', (status, action, words) => {
  expect(() => nextStatus(status, action)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(words), extras: { current_status: status } }),
  );
});

for (const status of ['draft', 'live', 'archived'] as const) {
  describe(`a trail with the status ${status}`, () => {
    for (const action of Object.keys(actions) as (keyof typeof actions)[]) {
      const expected = EXPECTED[status][action];
      test(expected === 'conflict' ? `refuses ${action} (conflict)` : `is ${expected} after ${action}`, async () => {
        const trail = await trailIn(status);
        if (expected === 'conflict') {
          await expect(actions[action](trail)).rejects.toMatchObject({ slug: 'conflict' });
          expect(await getTrail(database, catalog.catalog_id, trail.trail_id)).toEqual(trail);
          return;
        }
        const after = await actions[action](trail);
        expect(after.status).toBe(expected);
        expect(after.published_version === null).toBe(expected !== 'live');
        expect(after).toMatchObject(await getTrail(database, catalog.catalog_id, trail.trail_id));
      });
    }
    test('deletes a trail with its versions, grants and revisions, but keeps the audit entry', async () => {
      const trail = await trailIn(status);
      await database.inTransaction((tx) => deleteTrail(tx, catalog.catalog_id, trail.trail_id, catalog.by, true));
      await expect(getTrail(database, catalog.catalog_id, trail.trail_id)).rejects.toMatchObject({ slug: 'not-found' });
      const left = await database.row<{ n: number }>(sql`
        select (select count(*) from trail_versions where trail_id = ${trail.trail_id})
          + (select count(*) from trail_revisions where trail_id = ${trail.trail_id})
          + (select count(*) from trail_grants where trail_id = ${trail.trail_id}) as n`);
      expect(left?.n).toBe(0);
      expect(await auditKinds()).toContain('trail.deleted');
    });
  });
}

const auditKinds = async (): Promise<string[]> =>
  (
    await database.rows<{ kind: string }>(
      sql`select kind from audit_entries where team_id = ${catalog.catalog_id} order by entry_id`,
    )
  ).map(({ kind }) => kind);

test('records a new version of a live trail only if its draft has changed', async () => {
  const live = await trailIn('live');
  const again = await publish(database, catalog, live, 'nothing new');
  expect(again.published_version).toBe(1);
  const saved = await actions.save(again);
  const next = await publish(database, catalog, saved, 'Now with a better title');
  expect(next).toMatchObject({ published_version: 2, published_revision: 2, revision: 2 });
  expect(await listVersions(database, catalog.catalog_id, live.trail_id)).toMatchObject([
    { version: 2, is_live: true, note: 'Now with a better title', created_by: { name: 'Olive Owner' } },
    { version: 1, is_live: false, note: 'nothing new' },
  ]);
});

test('never reuses version numbers, and keeps status and versions on restore', async () => {
  const live = await trailIn('live');
  const saved = await actions.save(live);
  const restored = await actions.restore(saved);
  expect(restored).toMatchObject({ revision: 3, status: 'live', published_revision: 1, published_version: 1 });
  expect(JSON.parse(restored.document)).toEqual(JSON.parse(live.document));
  expect(await listVersions(database, catalog.catalog_id, live.trail_id)).toHaveLength(1);
  await move(restored, 'unpublish');
  expect((await publish(database, catalog, restored)).published_version).toBe(2);
});

test('returns not-found for a missing version', async () => {
  const trail = await trailIn('draft');
  const reading = getVersion(database, catalog.catalog_id, trail.trail_id, 9);
  await expect(reading).rejects.toMatchObject({ slug: 'not-found' });
});

test('refuses to publish if any issue is an error, and lists all issues', async () => {
  const trail = await create(database, catalog, { title: 'Half a trail' });
  const refused = publish(database, catalog, trail);
  await expect(refused).rejects.toMatchObject({ slug: 'validation' });
  await expect(refused).rejects.toHaveProperty('extras.issues', JSON.parse(trail.publish_issues));
  expect((await getTrail(database, catalog.catalog_id, trail.trail_id)).status).toBe('draft');
});

test('refuses to publish an outdated revision (conflict)', async () => {
  const trail = await create(database, catalog);
  await actions.save(trail);
  await expect(publish(database, catalog, trail)).rejects.toMatchObject({
    slug: 'conflict',
    extras: { current_revision: 2 },
  });
});

test('advances the catalog by one step per visible change, and names the trail', async () => {
  const trail = await create(database, catalog);
  expect(await liveSeq(database, catalog.catalog_id)).toBe(0);
  const live = await publish(database, catalog, trail);
  const saved = await actions.save(live);
  expect(await liveSeq(database, catalog.catalog_id)).toBe(1);
  const next = await publish(database, catalog, saved);
  const draft = await move(next, 'unpublish');
  const archived = await move(draft, 'archive');
  expect(await liveSeq(database, catalog.catalog_id)).toBe(3);
  await publish(database, catalog, await move(archived, 'unarchive'));
  await database.inTransaction((tx) => deleteTrail(tx, catalog.catalog_id, trail.trail_id, catalog.by, true));
  const steps = await database.rows<{ seq: number; trail_id: string }>(
    sql`select seq, trail_id from catalog_changes where catalog_id = ${catalog.catalog_id} order by seq`,
  );
  expect(steps).toEqual([1, 2, 3, 4, 5].map((seq) => ({ seq, trail_id: trail.trail_id })));
});

test('serializes publish with a concurrent save, archive or delete, and never leaves half of one', async () => {
  for (const rival of ['save', 'archive', 'delete'] as const) {
    const trail = await create(database, catalog);
    const acts = {
      save: () => actions.save(trail),
      archive: () => move(trail, 'archive'),
      delete: () =>
        database.inTransaction((tx) => deleteTrail(tx, catalog.catalog_id, trail.trail_id, catalog.by, true)),
    };
    const [published, other] = await Promise.allSettled([publish(database, catalog, trail), acts[rival]()]);
    expect(other.status).toBe('fulfilled');
    const versions = await database.rows<{ revision: number }>(
      sql`select revision from trail_versions where trail_id = ${trail.trail_id}`,
    );
    if (published.status === 'rejected') {
      expect(versions).toEqual([]);
      expect(published.reason).toMatchObject({ slug: rival === 'delete' ? 'not-found' : 'conflict' });
    } else expect(versions).toEqual(rival === 'delete' ? [] : [{ revision: 1 }]);
  }
});

test('ignores changes without effect, and sets updated_at on visible ones', async () => {
  const trail = await trailIn('draft');
  const update = (change: { sort_order?: number | null; visibility?: 'restricted' | 'all_teams' | null }) =>
    database.inTransaction((tx) => updateTrail(tx, catalog.catalog_id, trail.trail_id, change, catalog.by));
  expect(await update({})).toEqual(trail);
  expect(await update({ sort_order: null, visibility: 'all_teams' })).toEqual(trail);
  const moved = await update({ sort_order: -5, visibility: 'restricted' });
  expect(moved).toMatchObject({ sort_order: -5, visibility: 'restricted', revision: trail.revision });
  expect(moved.updated_at > trail.updated_at).toBe(true);
});

test('adds one audit entry for every action, and none for a save', async () => {
  const live = await trailIn('live');
  await actions.save(live);
  await actions.patch(live);
  await actions.grant(live);
  await move(live, 'archive');
  expect(await auditKinds()).toEqual([
    'trail.created',
    'trail.published',
    'trail.visibility_changed',
    'trail.grant.added',
    'trail.archived',
  ]);
});
