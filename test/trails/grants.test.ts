import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import type { Database } from '../../src/storage/database.ts';
import { authoringGuide } from '../../src/trails/catalog/authoring-guide.ts';
import { saveDocument } from '../../src/trails/editing/save-document.ts';
import { updateTrail } from '../../src/trails/editing/update-trail.ts';
import { changeStatus } from '../../src/trails/publication/change-status.ts';
import { addTeamGrant, addUserGrant, listGrants, removeTrailGrant } from '../../src/trails/readers/grants.ts';
import {
  getVisibleTrail,
  hiddenFromReader,
  hiddenFromTeam,
  listVisibleTrails,
} from '../../src/trails/readers/visible-trails.ts';
import { storeSurfacingTests } from '../../src/trails/surfacing-summary.ts';
import { getDraft, getTrail } from '../../src/trails/trails.ts';
import { openTestDatabase } from '../support/database.ts';
import { BY_TEST } from '../support/test-team.ts';
import {
  byOf,
  create,
  join,
  liveSeq,
  newAccount,
  newCatalog,
  publish,
  readyDocument,
  rules,
  type TestCatalog,
} from './catalog.ts';

let database: Database;
let catalog: TestCatalog;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  catalog = await newCatalog(database);
});

async function member(status = 'active'): Promise<{ id: string; email: string }> {
  const email = `Person.${newId()}@Acme.test`;
  const id = await newAccount(database, email, '');
  await join(database, catalog.catalog_id, id, status);
  return { id, email };
}

const grant = (trailId: string, email: string) =>
  database.inTransaction((tx) => addUserGrant(tx, catalog.catalog_id, trailId, email, catalog.by));
const revoke = (trailId: string, id: string) =>
  database.inTransaction((tx) => removeTrailGrant(tx, catalog.catalog_id, trailId, id, catalog.by));

test('grants a member access by email in any case, and changes nothing the second time', async () => {
  const trail = await create(database, catalog);
  const { id, email } = await member();
  const expected = [{ kind: 'user', user_id: id, email, name: null, granted_at: expect.any(String) }];
  expect(await grant(trail.trail_id, email.toUpperCase())).toEqual(expected);
  const once = await getTrail(database, catalog.catalog_id, trail.trail_id);
  expect(once.grant_count).toBe(1);
  expect(await grant(trail.trail_id, email)).toEqual(expected);
  expect(await getTrail(database, catalog.catalog_id, trail.trail_id)).toEqual(once);
});

test('refuses an email that does not belong to an active member of the workspace (unprocessable)', async () => {
  const trail = await create(database, catalog);
  const gone = await member('deactivated');
  const stranger = `stranger-${newId()}@acme.test`;
  await newAccount(database, stranger, 'Stranger');
  for (const email of [gone.email, stranger, 'nobody@acme.test', '%']) {
    await expect(grant(trail.trail_id, email)).rejects.toMatchObject({ slug: 'unprocessable' });
  }
  expect(await listGrants(database, catalog.catalog_id, trail.trail_id)).toEqual([]);
});

test('returns the remaining grants after a removal, and not-found if there is no such grant', async () => {
  const trail = await create(database, catalog);
  const [one, two] = [await member(), await member()];
  await grant(trail.trail_id, one.email);
  await grant(trail.trail_id, two.email);
  expect(await revoke(trail.trail_id, one.id)).toMatchObject([{ user_id: two.id }]);
  expect((await getTrail(database, catalog.catalog_id, trail.trail_id)).grant_count).toBe(1);
  await expect(revoke(trail.trail_id, one.id)).rejects.toMatchObject({ slug: 'not-found' });
});

test('neither loses nor double-counts any of 10 concurrent grants', async () => {
  const trail = await create(database, catalog);
  const people = await Promise.all(Array.from({ length: 5 }, () => member()));
  await Promise.all([...people, ...people].map(({ email }) => grant(trail.trail_id, email)));
  expect((await getTrail(database, catalog.catalog_id, trail.trail_id)).grant_count).toBe(5);
});

const svc = (): TestCatalog => ({ ...catalog, catalog_id: SVC_CATALOG_ID, by: byOf(catalog.owner_id) });

test('grants workspaces access in the service-wide catalog, where an email is unprocessable', async () => {
  const trail = await create(database, svc());
  const byEmail = database.inTransaction((tx) =>
    addUserGrant(tx, SVC_CATALOG_ID, trail.trail_id, 'a@b.test', catalog.by),
  );
  await expect(byEmail).rejects.toMatchObject({ slug: 'unprocessable' });
  const granted = await database.inTransaction((tx) =>
    addTeamGrant(tx, trail.trail_id, catalog.catalog_id, catalog.by),
  );
  expect(granted).toEqual([
    { kind: 'team', team_id: catalog.catalog_id, team_name: 'Acme', granted_at: expect.any(String) },
  ]);
  const absent = database.inTransaction((tx) => addTeamGrant(tx, trail.trail_id, newId(), catalog.by));
  await expect(absent).rejects.toMatchObject({ slug: 'not-found' });
});

test('shows employees live and service-wide trails, restricted ones only if granted, and only published text', async () => {
  const person = await member();
  const reader = { team_id: catalog.catalog_id, account_id: person.id };
  const restrict = (of: TestCatalog, trailId: string) =>
    database.inTransaction((tx) => updateTrail(tx, of.catalog_id, trailId, { visibility: 'restricted' }, of.by));
  const draft = await create(database, catalog, readyDocument('A draft'));
  const open = await publish(database, catalog, await create(database, catalog, readyDocument('Open')));
  const closed = await publish(database, catalog, await create(database, catalog, readyDocument('Closed')));
  const shared = await publish(database, svc(), await create(database, svc(), readyDocument('Shared')));
  const kept = await publish(database, svc(), await create(database, svc(), readyDocument('Kept')));
  await restrict(catalog, closed.trail_id);
  await restrict(svc(), kept.trail_id);
  const read = await getDraft(database, catalog.catalog_id, open.trail_id);
  await saveDocument(database, catalog.catalog_id, read, readyDocument('Secret draft'), catalog.by, rules);

  const seen = async () =>
    (await listVisibleTrails(database, reader, null, 100)).map(({ document }) => JSON.parse(document).title as string);
  expect(await seen()).toEqual(expect.arrayContaining(['Open', 'Shared']));
  expect(await seen()).not.toEqual(expect.arrayContaining(['Closed']));
  expect((await seen()).some((title) => ['Kept', 'Secret draft', 'A draft'].includes(title))).toBe(false);
  const own = [draft, open, closed, shared, kept].map(({ trail_id }) => trail_id);
  const ofOwn = (ids: Iterable<string>): string[] => [...ids].filter((id) => own.includes(id));
  const hidden = ofOwn(await hiddenFromReader(database, reader));
  expect(new Set(hidden)).toEqual(new Set([closed.trail_id, kept.trail_id]));
  expect(ofOwn(await hiddenFromTeam(database, catalog.catalog_id))).toEqual([kept.trail_id]);
  await expect(getVisibleTrail(database, reader, closed.trail_id)).rejects.toMatchObject({ slug: 'not-found' });

  await grant(closed.trail_id, person.email);
  await database.inTransaction((tx) => addTeamGrant(tx, kept.trail_id, catalog.catalog_id, catalog.by));
  expect(await seen()).toEqual(expect.arrayContaining(['Open', 'Closed', 'Shared', 'Kept']));
  expect(await getVisibleTrail(database, reader, shared.trail_id)).toMatchObject({ version: 1 });
  expect(ofOwn(await hiddenFromReader(database, reader))).toEqual([]);
});

test('advances the catalog when a live trail is restricted or granted', async () => {
  const live = await publish(database, catalog, await create(database, catalog));
  const before = await liveSeq(database, catalog.catalog_id);
  await grant(live.trail_id, (await member()).email);
  expect(await liveSeq(database, catalog.catalog_id)).toBe(before + 1);
});

const summary = { last_run_at: '2026-11-20T10:00:00Z', all_pass: false, failing: [0] };
const storeTests = (trailId: string, revision: number) =>
  database.inTransaction((tx) =>
    storeSurfacingTests(
      tx,
      catalog.catalog_id,
      trailId,
      { revision, summary, findings: [{ severity: 'warning', field: 'trigger', message: 'Noticed.' }] },
      rules,
      BY_TEST,
    ),
  );

test('stores an example run with the trail and its publish issues, keeps updated_at, and is not hidden by a 304', async () => {
  const trail = await create(database, catalog);
  expect(await storeTests(trail.trail_id, 1)).toBe(true);
  const after = await getTrail(database, catalog.catalog_id, trail.trail_id);
  expect(after.updated_at).toBe(trail.updated_at);
  expect(JSON.parse(after.surfacing_tests ?? '')).toEqual(summary);
  expect(JSON.parse(after.publish_issues).map((issue: { field: string }) => issue.field)).toEqual([
    'trigger.examples[0]',
    'trigger',
  ]);
  expect(after).toMatchObject({ revision: 1 });
});

test('discards an example run on an outdated draft, and requires another one after a save', async () => {
  const trail = await create(database, catalog);
  await storeTests(trail.trail_id, 1);
  const read = await getDraft(database, catalog.catalog_id, trail.trail_id);
  const saved = await saveDocument(database, catalog.catalog_id, read, readyDocument(), catalog.by, rules);
  expect(JSON.parse(saved.publish_issues)).toMatchObject([{ field: 'trigger.examples', severity: 'warning' }]);
  expect(await storeTests(trail.trail_id, 1)).toBe(false);
  expect(await storeTests(newId(), 1)).toBe(false);
  expect(saved).toMatchObject(await getTrail(database, catalog.catalog_id, trail.trail_id));
});

test('lists trails that are not archived in the authoring guide, most recently updated first', async () => {
  const one = await create(database, catalog, readyDocument('One'));
  const two = await create(database, catalog, readyDocument('Two'));
  const three = await create(database, catalog, readyDocument('Three'));
  await database.inTransaction((tx) => changeStatus(tx, catalog.catalog_id, three.trail_id, 'archive', catalog.by));
  await publish(database, catalog, one);
  const guide = await authoringGuide(database, catalog.catalog_id, rules);
  expect(guide.existing_trails).toEqual([
    { id: one.trail_id, title: 'One', target_role: 'Support agent', status: 'live' },
    { id: two.trail_id, title: 'Two', target_role: 'Support agent', status: 'draft' },
  ]);
  expect(guide.field_limits.title).toEqual({ min_characters: 1, max_characters: 120 });
  expect(guide.document_schema.required).toEqual(['title']);
});
