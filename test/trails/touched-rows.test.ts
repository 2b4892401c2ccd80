// Every change of a trail affects the intended rows, and no row of another trail, person or workspace. After a
// deliberate change, review the differences in touched-rows.txt and accept them (`npx vitest run
// test/trails/touched-rows.test.ts -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { approveRevision, requestApproval, withdrawApproval } from '../../src/trails/approval/approval.ts';
import { changeCare } from '../../src/trails/care/care.ts';
import { changeCatalogRules } from '../../src/trails/catalog/catalog-rules.ts';
import { moveTrail } from '../../src/trails/catalog/order-trails.ts';
import { createTrail } from '../../src/trails/editing/create-trail.ts';
import { deleteTrail } from '../../src/trails/editing/delete-trail.ts';
import { restoreDeletedTrail } from '../../src/trails/editing/deleted-trails.ts';
import { updateTrail } from '../../src/trails/editing/update-trail.ts';
import { changeStatus } from '../../src/trails/publication/change-status.ts';
import { publishTrail } from '../../src/trails/publication/publish.ts';
import { getVersion, restoreVersion } from '../../src/trails/publication/versions.ts';
import { addFavourite, removeFavourite } from '../../src/trails/readers/favourites.ts';
import { giveFeedback } from '../../src/trails/readers/feedback.ts';
import { addTeamGrant, addUserGrant, removeTrailGrant, removeUserGrant } from '../../src/trails/readers/grants.ts';
import { cancelSchedule, scheduleAction } from '../../src/trails/schedules/schedules.ts';
import { getDraft } from '../../src/trails/trails.ts';
import { deleteWorkspace } from '../../src/workspaces/workspace.ts';
import { openTestDatabase } from '../support/database.ts';
import { touchedRows } from '../support/touched-rows.ts';
import { byOf, readyDocument, rules } from './catalog.ts';
import { type Catalog, iso, saved, TOMORROW, type TwoCatalogs, twoCatalogs } from './two-catalogs.ts';

const TABLES = [
  ...[
    'audit_entries',
    'catalog_changes',
    'catalogs',
    'deleted_trails',
    'trail_approvals',
    'trail_safety',
    'trail_care',
    'trail_favourites',
  ],
  ...[
    'trail_feedback',
    'trail_grants',
    'trail_revisions',
    'trail_schedules',
    'trail_search',
    'trail_versions',
    'trails',
  ],
];

let database: Database;
let two: TwoCatalogs;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoCatalogs(database);
});
afterAll(() => database.close());

const about = (trail_id: string, revision: number, note: string | null = 'a word') => ({ trail_id, revision, note });

const CHANGES: Readonly<Record<string, (tx: Tx, catalog: Catalog) => Promise<unknown>>> = {
  'makes a trail': (tx, { id, people }) => createTrail(tx, id, readyDocument('Made'), byOf(people.cid), rules),
  'saves a live trail': (tx, { id, trails, people }) => saved(tx, id, trails.live, people.ben, 'Saved'),
  'saves a draft': (tx, { id, trails, people }) => saved(tx, id, trails.draft, people.ben, 'Saved'),
  'restores a version': async (tx, { id, trails, people }) => {
    const draft = await getDraft(tx, id, trails.live);
    return restoreVersion(tx, id, draft, await getVersion(tx, id, trails.live, 1), byOf(people.ben), rules);
  },
  'asks for approval': (tx, { id, trails, people }) =>
    requestApproval(tx, id, about(trails.coming, 1), byOf(people.ben), rules),
  'asks for approval again': (tx, { id, trails, people }) =>
    requestApproval(tx, id, { ...about(trails.draft, 1), audience: 'restricted' }, byOf(people.ben), rules),
  'approves what was asked': (tx, { id, trails, people }) =>
    approveRevision(tx, id, about(trails.draft, 1), byOf(people.olga), rules),
  'approves what was not asked': (tx, { id, trails, people }) =>
    approveRevision(tx, id, about(trails.coming, 1, null), byOf(people.olga), rules),
  'withdraws a request': (tx, { id, trails, people }) =>
    withdrawApproval(tx, id, about(trails.draft, 1), byOf(people.cid), false),
  'approves and publishes': async (tx, { id, trails, people }) => {
    await approveRevision(tx, id, about(trails.live, 3), byOf(people.olga), rules);
    await publishTrail(tx, id, about(trails.live, 3), byOf(people.ben), rules);
  },
  'publishes for the first time': async (tx, { id, trails, people }) => {
    await changeCatalogRules(tx, id, { approval_required: false }, byOf(people.olga));
    await publishTrail(tx, id, about(trails.draft, 1), byOf(people.ben), rules);
  },
  'publishes what is live already': (tx, { id, trails, people }) =>
    publishTrail(tx, id, about(trails.closed, 1), byOf(people.ben), rules),
  unpublishes: (tx, { id, trails, people }) => changeStatus(tx, id, trails.live, 'unpublish', byOf(people.ben)),
  'archives a live trail': (tx, { id, trails, people }) =>
    changeStatus(tx, id, trails.closed, 'archive', byOf(people.ben)),
  'archives a draft': (tx, { id, trails, people }) => changeStatus(tx, id, trails.draft, 'archive', byOf(people.ben)),
  unarchives: (tx, { id, trails, people }) => changeStatus(tx, id, trails.archived, 'unarchive', byOf(people.ben)),
  'deletes a live trail': (tx, { id, trails, people }) => deleteTrail(tx, id, trails.live, byOf(people.ben), true),
  'deletes a draft': (tx, { id, trails, people }) => deleteTrail(tx, id, trails.draft, byOf(people.ben), true),
  'deletes a live trail that is kept': async (tx, { id, trails, people }) => {
    await changeCatalogRules(tx, id, { keep_deleted: true }, byOf(people.olga));
    await deleteTrail(tx, id, trails.live, byOf(people.ben), true);
  },
  'restores a deleted trail': async (tx, { id, trails, people }) => {
    await changeCatalogRules(tx, id, { keep_deleted: true }, byOf(people.olga));
    await deleteTrail(tx, id, trails.live, byOf(people.ben), true);
    await restoreDeletedTrail(tx, id, trails.live, byOf(people.olga));
  },
  'closes a live trail': (tx, { id, trails, people }) =>
    updateTrail(tx, id, trails.live, { visibility: 'restricted' }, byOf(people.ben)),
  'numbers a live trail': (tx, { id, trails, people }) =>
    updateTrail(tx, id, trails.live, { sort_order: 9 }, byOf(people.ben)),
  'closes a draft': (tx, { id, trails, people }) =>
    updateTrail(tx, id, trails.draft, { visibility: 'restricted', sort_order: 9 }, byOf(people.ben)),
  'moves a trail to the top': (tx, { id, trails, people }) => moveTrail(tx, id, trails.draft, null, byOf(people.ben)),
  'moves a trail to the end': (tx, { id, trails, people }) =>
    moveTrail(tx, id, trails.live, trails.coming, byOf(people.ben)),
  'moves a trail to where it is': (tx, { id, trails, people }) =>
    moveTrail(tx, id, trails.draft, trails.closed, byOf(people.ben)),
  'grants a live trail': (tx, { id, trails, people }) =>
    addUserGrant(tx, id, trails.closed, 'BEN@one.test', byOf(people.cid)),
  'grants a draft': (tx, { id, trails, people }) =>
    addUserGrant(tx, id, trails.draft, 'ben@one.test', byOf(people.cid)),
  'grants again': (tx, { id, trails, people }) => addUserGrant(tx, id, trails.closed, 'amy@one.test', byOf(people.cid)),
  'takes a grant': (tx, { id, trails, people }) => removeUserGrant(tx, id, trails.closed, people.amy, byOf(people.cid)),
  'grants to a workspace': (tx, { people }) => addTeamGrant(tx, two.shared.granted, two.other.id, byOf(people.olga)),
  'takes a workspace’s grant': (tx, { id, people }) =>
    removeTrailGrant(tx, SVC_CATALOG_ID, two.shared.granted, id, byOf(people.olga)),
  'names an owner': (tx, { id, trails, people }) =>
    changeCare(tx, id, trails.live, { owner_email: 'AMY@one.test' }, byOf(people.cid)),
  'names nobody': (tx, { id, trails, people }) => changeCare(tx, id, trails.live, { owner_id: null }, byOf(people.cid)),
  'asks for no review': (tx, { id, trails, people }) =>
    changeCare(tx, id, trails.live, { review_by: null }, byOf(people.cid)),
  reviews: (tx, { id, trails, people }) =>
    changeCare(tx, id, trails.live, { review_by: '2028-02-29', reviewed: true }, byOf(people.ben)),
  'changes no care': (tx, { id, trails, people }) =>
    changeCare(tx, id, trails.live, { owner_id: people.ben, review_by: '2027-01-31' }, byOf(people.cid)),
  'cares for what nobody cared for': (tx, { id, trails, people }) =>
    changeCare(tx, id, trails.closed, { review_by: '2027-03-01' }, byOf(people.cid)),
  'schedules again': (tx, { id, trails, people }) =>
    scheduleAction(
      tx,
      id,
      { ...about(trails.coming, 1), action: 'publish', at: iso(TOMORROW + 1_000) },
      byOf(people.ben),
      rules,
      Date.now(),
    ),
  'schedules an end': (tx, { id, trails, people }) =>
    scheduleAction(
      tx,
      id,
      { ...about(trails.closed, 7), action: 'unpublish', at: iso(TOMORROW) },
      byOf(people.ben),
      rules,
      Date.now(),
    ),
  'cancels a schedule': (tx, { id, trails, people }) =>
    cancelSchedule(tx, { catalog_id: id, trail_id: trails.coming, action: 'publish' }, byOf(people.ben)),
  votes: (tx, { id, trails, people }) => giveFeedback(tx, { team_id: id, account_id: people.dan }, trails.live, false),
  'votes otherwise': (tx, { id, trails, people }) =>
    giveFeedback(tx, { team_id: id, account_id: people.amy }, trails.live, true),
  'takes a vote back': (tx, { id, trails, people }) =>
    giveFeedback(tx, { team_id: id, account_id: people.amy }, trails.live, null),
  marks: (tx, { id, trails, people }) => addFavourite(tx, { team_id: id, account_id: people.cid }, trails.live),
  'marks again': (tx, { id, trails, people }) => addFavourite(tx, { team_id: id, account_id: people.amy }, trails.live),
  'takes a mark off': (tx, { id, trails, people }) =>
    removeFavourite(tx, { team_id: id, account_id: people.amy }, trails.live),
  'wants no approvals': (tx, { id, people }) =>
    changeCatalogRules(tx, id, { approval_required: false }, byOf(people.olga)),
  'wants approvals as before': (tx, { id, people }) =>
    changeCatalogRules(tx, id, { approval_required: true }, byOf(people.olga)),
  'deletes the workspace': (tx, { id, people }) => deleteWorkspace(tx, id, byOf(people.olga)),
};

test('changes these rows with each action, and nothing of another trail or workspace', async () => {
  const parts: string[] = [];
  for (const [what, change] of Object.entries(CHANGES)) {
    const lines = await touchedRows(database, TABLES, two.names, (tx) => change(tx, two.one)).catch(
      (thrown: unknown) => {
        throw new Error(`${what} fails`, { cause: thrown });
      },
    );
    parts.push([what, ...lines.map((line) => `  ${line}`)].join('\n'));
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('touched-rows.txt');
});
