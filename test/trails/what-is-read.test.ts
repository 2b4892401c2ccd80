// Reads the trails of one of two similar workspaces: all rows of this workspace in order, none of the other's, and
// errors with their messages. After a deliberate change, review the differences and accept them (`npx vitest run
// test/trails/what-is-read.test.ts -u`).

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import type { CursorKeys } from '../../src/base/signed-cursor.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { approveRevision, getApproval, requestApproval, withdrawApproval } from '../../src/trails/approval/approval.ts';
import { changeCare, getCare, reviewsDue, waitingTrails } from '../../src/trails/care/care.ts';
import { catalogPositions, changesSince, liveTrails } from '../../src/trails/catalog/catalogs.ts';
import { countByStatus, factsOfPage, listTrails } from '../../src/trails/catalog/list-trails.ts';
import { listOrder, moveTrail } from '../../src/trails/catalog/order-trails.ts';
import { updateTrail } from '../../src/trails/editing/update-trail.ts';
import { changeStatus } from '../../src/trails/publication/change-status.ts';
import { publishTrail } from '../../src/trails/publication/publish.ts';
import { getVersion, listVersions } from '../../src/trails/publication/versions.ts';
import {
  addFavourite,
  favouritesOf,
  removeFavourite,
  visibleFavouritesOf,
} from '../../src/trails/readers/favourites.ts';
import { feedbackCounts, feedbackTotals, giveFeedback, ownFeedback } from '../../src/trails/readers/feedback.ts';
import { addTeamGrant, addUserGrant, listGrants, removeUserGrant } from '../../src/trails/readers/grants.ts';
import {
  getVisibleTrail,
  hiddenFromReader,
  hiddenFromTeam,
  listLivePublishedBefore,
  listLiveTitles,
  listUnrestrictedHeads,
  listVisibleHeads,
  listVisibleTrails,
  madeForOtherTools,
  unrestrictedTrails,
  visibleTrails,
} from '../../src/trails/readers/visible-trails.ts';
import { cancelSchedule, comingChanges, listSchedules, scheduleAction } from '../../src/trails/schedules/schedules.ts';
import { getDraft, getTrail } from '../../src/trails/trails.ts';
import { openTestDatabase } from '../support/database.ts';
import { named } from '../support/touched-rows.ts';
import { byOf, rules } from './catalog.ts';
import { type Catalog, iso, TOMORROW, type TwoCatalogs, twoCatalogs } from './two-catalogs.ts';

let database: Database;
let two: TwoCatalogs;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoCatalogs(database);
});
afterAll(() => database.close());

type Reading = (db: Database, one: Catalog, other: Catalog) => Promise<unknown>;
type Refusing = (tx: Tx, one: Catalog, other: Catalog) => Promise<unknown>;
const KEY: CursorKeys = [Buffer.alloc(32, 7)];
const DAY = 86_400_000;
const NEW_YEAR = Date.parse('2027-01-17T00:00:00Z');

const reader = ({ id, people }: Catalog, who: keyof Catalog['people'] = 'amy') => ({
  team_id: id,
  account_id: people[who],
});
const ids = async (rows: Promise<Iterable<{ readonly trail_id: string } | string>>) =>
  [...(await rows)].map((row) => (typeof row === 'string' ? row : row.trail_id)).join(' ');
/** Ids without a defined order, sorted by creation. */
const inOrder = async (set: Promise<Iterable<string>>) => [...(await set)].sort();
const heads = async (rows: Promise<readonly { trail_id: string; version: number; skill_name: string }[]>) =>
  (await rows).map(({ trail_id, version, skill_name }) => `${trail_id} ${version} ${skill_name}`);
const titles = async (page: Promise<{ readonly items: Buffer }>) =>
  (JSON.parse(`[${(await page).items.toString()}]`) as { title: string }[]).map(({ title }) => title).join(' | ');
const listed =
  (query: object) =>
  (db: Database, { id }: Catalog) =>
    titles(listTrails(db, id, { limit: 9, ...query }, KEY));
const due = { waits: 'review' as const, until: '2027-01-31' };

const READINGS: Readonly<Record<string, Reading>> = {
  'all trails': listed({}),
  'live trails': listed({ status: 'live' }),
  'archived trails': listed({ status: 'archived' }),
  'two trails': listed({ limit: 2 }),
  'trails that match': listed({ q: 'LIVE a' }),
  'trails that match by words': listed({ q: 'ahead live', byWords: true }),
  'trails of ben': (db, { id, people }) =>
    titles(listTrails(db, id, { limit: 9, care: { owner: people.ben, until: '2027-01-01' } }, KEY)),
  'trails of cid': (db, { id, people }) =>
    titles(listTrails(db, id, { limit: 9, care: { owner: people.cid, until: '2027-01-01' } }, KEY)),
  'trails of nobody': listed({ care: { owner: 'nobody', until: '2027-01-01' } }),
  'trails to review': listed({ care: due }),
  'trails to review a day before': listed({ care: { ...due, until: '2027-01-30' } }),
  'trails to approve': listed({ care: { waits: 'approval', until: '2027-01-01' } }),
  'trails with schedules': listed({ care: { waits: 'schedule', until: '2027-01-01' } }),
  'how many of each': (db, { id }) => countByStatus(db, id, {}),
  'how many match': (db, { id }) => countByStatus(db, id, { q: 'live' }),
  'facts of a page': async (db, { id }) => {
    const facts = await factsOfPage(db, id, await listTrails(db, id, { limit: 9 }, KEY));
    return facts.map((row) => named(JSON.stringify(row), two.names)).sort();
  },
  'the order': (db, { id }) => listOrder(db, id),
  'a trail': async (db, { id, trails }) => ({
    ...(await getTrail(db, id, trails.live)),
    document: '',
    row_version: '',
  }),
  'approval of live': async (db, { id, trails, people }) => {
    const { row, standing, obstacle } = await getApproval(db, id, trails.live, people.olga);
    return { ...row, standing, obstacle };
  },
  'approval of draft, by who saved': async (db, { id, trails, people }) => {
    const { standing, obstacle } = await getApproval(db, id, trails.draft, people.cid);
    return { standing, obstacle };
  },
  'approval by nobody': async (db, { id, trails }) => (await getApproval(db, id, trails.coming, null)).obstacle,
  'care of live': (db, { id, trails }) => getCare(db, id, trails.live),
  'care of closed': (db, { id, trails }) => getCare(db, id, trails.closed),
  'what waits': (db, { id }) => waitingTrails(db, id, NEW_YEAR),
  'what waits a day before': async (db, { id }) => (await waitingTrails(db, id, NEW_YEAR - DAY)).reviews,
  'reviews that are due': (db, { id }) => reviewsDue(db, id, NEW_YEAR + DAY, 1),
  favourites: (db, one) => ids(favouritesOf(db, reader(one))),
  'favourites of ben': (db, one) => ids(favouritesOf(db, reader(one, 'ben'))),
  'visible favourites': (db, one) => ids(visibleFavouritesOf(db, reader(one))),
  'votes on live': (db, { id, trails }) => feedbackCounts(db, id, trails.live),
  'votes in all': async (db, { id }) =>
    (await feedbackTotals(db, id)).map((row) => named(JSON.stringify(row), two.names)).sort(),
  'votes of amy and dan': async (db, one) => {
    const trail = await getVisibleTrail(db, reader(one), one.trails.live);
    return [
      (await ownFeedback(db, reader(one), trail)) ?? 'none',
      (await ownFeedback(db, reader(one, 'dan'), trail)) ?? 'none',
    ];
  },
  'grants of closed': (db, { id, trails }) => listGrants(db, id, trails.closed),
  'grants of live': (db, { id, trails }) => listGrants(db, id, trails.live),
  'grants of a service-wide trail': (db) => listGrants(db, SVC_CATALOG_ID, two.shared.granted),
  'schedules of coming': (db, { id, trails }) => listSchedules(db, id, trails.coming),
  'coming changes': (db, { id }) => comingChanges(db, id),
  'versions of live': (db, { id, trails }) => listVersions(db, id, trails.live),
  'a version': async (db, { id, trails }) => ({ ...(await getVersion(db, id, trails.live, 1)), document: '' }),
  'what amy sees': (db, one) => heads(listVisibleTrails(db, reader(one), null, 9)),
  'what ben sees': (db, one) => heads(listVisibleHeads(db, reader(one, 'ben'))),
  'what amy of here sees there': (db, one, { id }) =>
    heads(listVisibleHeads(db, { team_id: id, account_id: one.people.amy })),
  'one of what amy sees': (db, one) => heads(listVisibleTrails(db, reader(one), null, 1)),
  'what comes behind': (db, one) =>
    heads(listVisibleTrails(db, reader(one), { catalog_id: one.id, sort_order: 1, trail_id: one.trails.live }, 2)),
  'what comes behind a service-wide one': (db, one) =>
    heads(
      listVisibleTrails(db, reader(one), { catalog_id: SVC_CATALOG_ID, sort_order: 1, trail_id: two.shared.open }, 2),
    ),
  'some of what amy sees': (db, one) =>
    ids(visibleTrails(db, reader(one), [one.trails.closed, one.trails.draft, two.shared.granted])),
  'what everybody sees': (db, { id }) => heads(listUnrestrictedHeads(db, id)),
  'some of what everybody sees': (db, { id, trails }) => ids(unrestrictedTrails(db, id, Object.values(trails))),
  'hidden from ben': (db, one) => ids(hiddenFromReader(db, reader(one, 'ben'))),
  'hidden from the other team': (db, _, { id }) => ids(hiddenFromTeam(db, id)),
  'made for others than claude': (db, one) => ids(inOrder(madeForOtherTools(db, reader(one), 'claude'))),
  'made for others than gemini': (db, one) => ids(inOrder(madeForOtherTools(db, reader(one), 'gemini'))),
  'live titles': (db, { id }) => listLiveTitles(db, id),
  'live for a while': async (db, { id }) =>
    (await listLivePublishedBefore(db, id, iso(TOMORROW))).map(({ title }) => title),
  'live since yesterday': (db, { id }) => listLivePublishedBefore(db, id, iso(TOMORROW - 2 * DAY)),
  'live for the judge': async (db, { id }) => {
    const found: string[] = [];
    for await (const batch of liveTrails(db, id))
      found.push(...batch.map(({ trail_id, document }) => `${trail_id} ${document.slice(0, 20)}`));
    return found;
  },
  'changes for the judge': async (db, { id }) => {
    const seq = (await catalogPositions(db, [id])).get(id)?.seq ?? 0;
    const marks = await db.rows<{ seq: number; mark: string }>(sql`
      select seq, mark from catalog_changes where catalog_id = ${id}`);
    const changed = async (from: number) => {
      const found = await changesSince(db, id, {
        seq: from,
        mark: marks.find((one) => one.seq === from)?.mark ?? null,
      });
      if (found === 'rebuild') return found;
      return `${found.position.seq}: ${found.changed.map((row) => `${row.trail_id} ${row.document !== null}`).join(' ')}`;
    };
    return [await changed(0), await changed(seq - 1), await changed(seq), await changed(-1)];
  },
};

const about = (trail_id: string, revision: number) => ({ trail_id, revision, note: null });
const unpublishing = (trail_id: string, at: number) => ({
  ...about(trail_id, 1),
  action: 'unpublish' as const,
  at: iso(at),
});
const publishing = (trail_id: string, at: number) => ({ ...unpublishing(trail_id, at), action: 'publish' as const });
const NOW = TOMORROW - DAY;

const REFUSED: Readonly<Record<string, Refusing>> = {
  'a trail of another workspace': (tx, { id }, { trails }) => getTrail(tx, id, trails.live),
  'a draft of another workspace': (tx, { id }, { trails }) => getDraft(tx, id, trails.live),
  'a version that is none': (tx, { id, trails }) => getVersion(tx, id, trails.live, 3),
  'publishing without approval': (tx, { id, trails, people }) =>
    publishTrail(tx, id, about(trails.draft, 1), byOf(people.olga), rules),
  'publishing what was not asked for': (tx, { id, trails, people }) =>
    publishTrail(tx, id, about(trails.coming, 1), byOf(people.olga), rules),
  'publishing an earlier revision': (tx, { id, trails, people }) =>
    publishTrail(tx, id, about(trails.live, 2), byOf(people.olga), rules),
  'publishing an archived one': (tx, { id, trails, people }) =>
    publishTrail(tx, id, about(trails.archived, 1), byOf(people.olga), rules),
  'approving one’s own': (tx, { id, trails, people }) =>
    approveRevision(tx, id, about(trails.draft, 1), byOf(people.cid), rules),
  'approving what one asked for': async (tx, { id, trails, people }) => {
    await requestApproval(tx, id, about(trails.coming, 1), byOf(people.ben), rules);
    await approveRevision(tx, id, about(trails.coming, 1), byOf(people.ben), rules);
  },
  'asking for what is live': (tx, { id, trails, people }) =>
    requestApproval(tx, id, about(trails.closed, 1), byOf(people.ben), rules),
  'withdrawing what nobody asked': (tx, { id, trails, people }) =>
    withdrawApproval(tx, id, about(trails.coming, 1), byOf(people.olga), true),
  'withdrawing what another asked': (tx, { id, trails, people }) =>
    withdrawApproval(tx, id, about(trails.draft, 1), byOf(people.dan), false),
  'opening a live trail': (tx, { id, trails, people }) =>
    updateTrail(tx, id, trails.closed, { visibility: 'all_teams' }, byOf(people.cid)),
  'editing an archived one': (tx, { id, trails, people }) =>
    updateTrail(tx, id, trails.archived, { sort_order: 3 }, byOf(people.cid)),
  'unpublishing a draft': (tx, { id, trails, people }) =>
    changeStatus(tx, id, trails.draft, 'unpublish', byOf(people.cid)),
  'an owner of elsewhere': (tx, { id, trails, people }, other) =>
    changeCare(tx, id, trails.live, { owner_id: other.people.ben }, byOf(people.cid)),
  'an owner who is deactivated': (tx, { id, trails, people }) =>
    changeCare(tx, id, trails.live, { owner_id: people.eve }, byOf(people.cid)),
  'an owner by an address of elsewhere': (tx, { id, trails, people }) =>
    changeCare(tx, id, trails.live, { owner_email: 'ben@other.test' }, byOf(people.cid)),
  'another owner of a service-wide trail': (tx, { people }) =>
    changeCare(tx, SVC_CATALOG_ID, two.shared.open, { owner_id: people.ben }, byOf(people.cid)),
  'a day that is none': (tx, { id, trails, people }) =>
    changeCare(tx, id, trails.live, { review_by: '2027-02-29' }, byOf(people.cid)),
  'a day too late': (tx, { id, trails, people }) =>
    changeCare(tx, id, trails.live, { review_by: '2101-01-01' }, byOf(people.cid)),
  'a mark on what one does not see': (tx, one) => addFavourite(tx, reader(one, 'ben'), one.trails.closed),
  'a mark to take off that is none': (tx, one) => removeFavourite(tx, reader(one, 'ben'), one.trails.closed),
  'a vote on a draft': (tx, one) => giveFeedback(tx, reader(one), one.trails.draft, true),
  'a grant to a stranger': (tx, { id, trails, people }) =>
    addUserGrant(tx, id, trails.closed, 'ben@other.test', byOf(people.cid)),
  'a grant on an archived one': (tx, { id, trails, people }) =>
    addUserGrant(tx, id, trails.archived, 'ben@one.test', byOf(people.cid)),
  'a grant to a person on a service-wide one': (tx, { people }) =>
    addUserGrant(tx, SVC_CATALOG_ID, two.shared.granted, 'ben@one.test', byOf(people.cid)),
  'a grant to no workspace': (tx, { people }) => addTeamGrant(tx, two.shared.granted, people.amy, byOf(people.cid)),
  'a grant to take that is none': (tx, { id, trails, people }) =>
    removeUserGrant(tx, id, trails.closed, people.ben, byOf(people.cid)),
  'a grant to take from a service-wide one': (tx, { id, people }) =>
    removeUserGrant(tx, SVC_CATALOG_ID, two.shared.granted, id, byOf(people.cid)),
  'a grant to take from what is not there': (tx, { id, trails, people }) =>
    removeUserGrant(tx, SVC_CATALOG_ID, trails.live, id, byOf(people.cid)),
  'a move behind a trail of elsewhere': (tx, { id, trails, people }, other) =>
    moveTrail(tx, id, trails.live, other.trails.live, byOf(people.cid)),
  'a move of an archived one': (tx, { id, trails, people }) =>
    moveTrail(tx, id, trails.archived, null, byOf(people.cid)),
  'a schedule that is past': (tx, { id, trails, people }) =>
    scheduleAction(tx, id, unpublishing(trails.live, NOW), byOf(people.cid), rules, NOW),
  'a schedule in a year and two days': (tx, { id, trails, people }) =>
    scheduleAction(tx, id, unpublishing(trails.live, NOW + 366 * DAY + 1), byOf(people.cid), rules, NOW),
  'an end of what is not live': (tx, { id, trails, people }) =>
    scheduleAction(tx, id, unpublishing(trails.draft, TOMORROW), byOf(people.cid), rules, NOW),
  'an end at the beginning': (tx, { id, trails, people }) =>
    scheduleAction(tx, id, unpublishing(trails.coming, TOMORROW), byOf(people.cid), rules, NOW),
  'a beginning at the end': (tx, { id, trails, people }) =>
    scheduleAction(tx, id, publishing(trails.coming, TOMORROW + DAY), byOf(people.cid), rules, NOW),
  'a schedule to cancel that is none': (tx, { id, trails, people }) =>
    cancelSchedule(tx, { catalog_id: id, trail_id: trails.live, action: 'publish' }, byOf(people.cid)),
};

const textOf = (answer: unknown): string => {
  const rows = Array.isArray(answer) ? answer : [answer];
  return rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n  ') || 'nothing';
};

/** The error that refuses a piece of work. Its changes are rolled back. */
const refusalOf = (work: Refusing): Promise<string> =>
  database
    .inTransaction(async (tx) => {
      await work(tx, two.one, two.other);
      throw new Error('not refused');
    })
    .catch((thrown: unknown) => {
      if (!isRefusal(thrown)) throw thrown;
      return `${thrown.slug}: ${thrown.message} ${JSON.stringify(thrown.extras)}`;
    });

async function held(works: readonly string[], file: string, answer: (name: string) => Promise<string>): Promise<void> {
  const parts: string[] = [];
  for (const name of works) parts.push(`${name}\n  ${named(await answer(name), two.names)}`);
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot(file);
}

test('reads the rows of its own workspace', () =>
  held(Object.keys(READINGS), 'what-is-read.txt', async (name) =>
    textOf(await READINGS[name]?.(database, two.one, two.other)),
  ));

test('refuses with the expected messages', () =>
  held(Object.keys(REFUSED), 'what-is-refused.txt', (name) => refusalOf(REFUSED[name] ?? (async () => undefined))));
