// Reads two similar catalogs after a change in one of them: items that were unpublished, decided or saved again, or
// have failed, no longer count, and the other catalog is unchanged. After a deliberate change, review the differences
// and accept them (`npx vitest run test/trails/what-is-read-later.test.ts -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import { deactivateMember, reactivateMember } from '../../src/directory/members/members.ts';
import type { Database, Db, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { approveRevision, getApproval, requestApproval, withdrawApproval } from '../../src/trails/approval/approval.ts';
import { changeCare, getCare, waitingTrails } from '../../src/trails/care/care.ts';
import { selectFacts } from '../../src/trails/care/care-store.ts';
import { changeCatalogRules } from '../../src/trails/catalog/catalog-rules.ts';
import { KEPT_REVISIONS } from '../../src/trails/document/limits.ts';
import { updateTrail } from '../../src/trails/editing/update-trail.ts';
import { changeStatus } from '../../src/trails/publication/change-status.ts';
import { publishTrail } from '../../src/trails/publication/publish.ts';
import { addFavourite, favouritesOf, MAX_FAVORITES, visibleFavouritesOf } from '../../src/trails/readers/favourites.ts';
import { feedbackCounts, giveFeedback } from '../../src/trails/readers/feedback.ts';
import {
  hiddenFromReader,
  hiddenFromTeam,
  listLivePublishedBefore,
  listLiveTitles,
  listVisibleHeads,
  listVisibleTrails,
  madeForOtherTools,
  unrestrictedTrails,
  visibleTrails,
} from '../../src/trails/readers/visible-trails.ts';
import { cancelSchedule, comingChanges, scheduleAction } from '../../src/trails/schedules/schedules.ts';
import { openTestDatabase } from '../support/database.ts';
import { named } from '../support/touched-rows.ts';
import { byOf, rules } from './catalog.ts';
import { type Catalog, iso, saved, TOMORROW, type TwoCatalogs, twoCatalogs } from './two-catalogs.ts';

let database: Database;
let two: TwoCatalogs;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoCatalogs(database);
});
afterAll(() => database.close());

const NEW_YEAR = Date.parse('2027-01-17T00:00:00Z');
const reader = ({ id, people }: Catalog, who: keyof Catalog['people'] = 'amy') => ({
  team_id: id,
  account_id: people[who],
});
const ids = (rows: readonly ({ readonly trail_id: string } | string)[]): string =>
  rows.map((row) => (typeof row === 'string' ? row : row.trail_id)).join(' ');

/** For reads that return rows in no particular order. */
const sorted = (trailIds: Iterable<string>): string =>
  [...trailIds]
    .map((id) => named(id, two.names))
    .sort()
    .join(' ');

/** Everything that employees see of a catalog, through every kind of request. */
async function seen(db: Db, one: Catalog): Promise<readonly string[]> {
  const all = [...Object.values(one.trails), ...Object.values(two.shared)];
  return [
    `amy sees ${ids(await listVisibleHeads(db, reader(one)))}`,
    `page by page ${ids(await listVisibleTrails(db, reader(one), null, 9))}`,
    `of all ${sorted((await visibleTrails(db, reader(one), all)).map(({ trail_id }) => trail_id))}`,
    `everybody ${ids(await unrestrictedTrails(db, one.id, all))}`,
    `hidden from ben ${sorted(await hiddenFromReader(db, reader(one, 'ben')))}`,
    `hidden from the team ${sorted(await hiddenFromTeam(db, one.id))}`,
    `for other tools ${sorted(await madeForOtherTools(db, reader(one), 'none'))}`,
    `titles ${(await listLiveTitles(db, one.id)).map(({ title }) => title)}`,
    `published ${(await listLivePublishedBefore(db, one.id, iso(TOMORROW))).map(({ title }) => title)}`,
    `favourites ${ids(await favouritesOf(db, reader(one)))}`,
    `visible ones ${ids(await visibleFavouritesOf(db, reader(one)))}`,
  ];
}

/** Pending work for the people who maintain a catalog. */
async function waiting(db: Db, { id, trails }: Catalog): Promise<readonly string[]> {
  const waits = await waitingTrails(db, id, NEW_YEAR);
  const facts = await selectFacts(db, id, Object.values(trails));
  return [
    ...Object.entries(waits).map(
      ([what, { total, items }]) => `${what} ${total}: ${items.map((item: { readonly id: string }) => item.id)}`,
    ),
    ...facts.map(({ trail_id, approval, schedule }) => `${trail_id} ${approval} ${schedule}`).sort(),
  ];
}

const about = (trail_id: string, revision: number) => ({ trail_id, revision, note: null });
const failed = (tx: Tx, { id, trails }: Catalog, state: string) =>
  tx.rows(sql`
    update trail_schedules set state = ${state} where catalog_id = ${id} and trail_id = ${trails.live}`);
const tested = (tx: Tx, catalogId: string, trailId: string, revision: number, allPass: boolean) =>
  tx.rows(sql`
    update trails set surfacing_tests_revision = ${revision},
      surfacing_tests = ${JSON.stringify({ all_pass: allPass, failing: [] })}::jsonb
    where catalog_id = ${catalogId} and trail_id = ${trailId}`);

const READINGS: Readonly<Record<string, (tx: Tx, one: Catalog, other: Catalog) => Promise<readonly unknown[]>>> = {
  'nothing has changed': async (tx, one) => [...(await seen(tx, one)), ...(await waiting(tx, one))],
  'everything was unpublished': async (tx, one, other) => {
    const { id, trails, people } = one;
    for (const trail of [trails.live, trails.closed]) await changeStatus(tx, id, trail, 'unpublish', byOf(people.cid));
    for (const trail of Object.values(two.shared))
      await changeStatus(tx, SVC_CATALOG_ID, trail, 'unpublish', byOf(people.olga));
    return [...(await seen(tx, one)), ...(await seen(tx, other))];
  },
  'everything was archived': async (tx, one) => {
    const { id, trails, people } = one;
    for (const trail of [trails.live, trails.closed]) await changeStatus(tx, id, trail, 'archive', byOf(people.cid));
    return [...(await seen(tx, one)), ...(await waiting(tx, one))];
  },
  'a trail was opened to everybody': async (tx, one) => {
    const { id, trails, people } = one;
    await changeCatalogRules(tx, id, { approval_required: false }, byOf(people.olga));
    await updateTrail(tx, id, trails.closed, { visibility: 'all_teams' }, byOf(people.cid));
    return seen(tx, one);
  },
  'who saw it is from another workspace': (tx, one, other) =>
    listVisibleHeads(tx, { team_id: other.id, account_id: one.people.cid }).then((heads) => [ids(heads)]),
  'the moment of its publication': async (tx, { id }) => {
    const [first, second] = await listLivePublishedBefore(tx, id, iso(TOMORROW));
    return [
      await listLivePublishedBefore(tx, id, first?.published_at ?? ''),
      (await listLivePublishedBefore(tx, id, second?.published_at ?? '')).map(({ title }) => title),
    ];
  },
  'a request was approved': async (tx, one) => {
    const { id, trails, people } = one;
    await approveRevision(tx, id, about(trails.draft, 1), byOf(people.olga), rules);
    return [...(await waiting(tx, one)), (await getApproval(tx, id, trails.draft, people.ben)).standing];
  },
  'a request was withdrawn': async (tx, one) => {
    const { id, trails, people } = one;
    await withdrawApproval(tx, id, about(trails.draft, 1), byOf(people.cid), false);
    return [...(await waiting(tx, one)), (await getApproval(tx, id, trails.draft, people.ben)).standing];
  },
  'an approved draft was saved again': async (tx, one) => {
    const { id, trails, people } = one;
    await approveRevision(tx, id, about(trails.draft, 1), byOf(people.olga), rules);
    await saved(tx, id, trails.draft, people.ben, 'Saved again');
    return [...(await waiting(tx, one)), (await getApproval(tx, id, trails.draft, people.olga)).standing];
  },
  'a requested draft was saved again': async (tx, one) => {
    await saved(tx, one.id, one.trails.live, one.people.ben, 'Saved again');
    return waiting(tx, one);
  },
  'an approved draft was published': async (tx, one) => {
    const { id, trails, people } = one;
    await approveRevision(tx, id, about(trails.live, 3), byOf(people.olga), rules);
    await publishTrail(tx, id, about(trails.live, 3), byOf(people.ben), rules);
    return [...(await seen(tx, one)), ...(await waiting(tx, one))];
  },
  'schedules failed': async (tx, one, other) => {
    await failed(tx, one, 'failed');
    return [...(await waiting(tx, one)), ...(await waiting(tx, other))];
  },
  'schedules were carried out or cancelled': async (tx, one) => {
    await failed(tx, one, 'done');
    const key = { catalog_id: one.id, trail_id: one.trails.coming };
    for (const action of ['publish', 'unpublish'] as const)
      await cancelSchedule(tx, { ...key, action }, byOf(one.people.cid));
    return waiting(tx, one);
  },
  'examples fail, of this revision or an earlier one': async (tx, one, other) => {
    await tested(tx, one.id, one.trails.draft, 1, false);
    await tested(tx, one.id, one.trails.live, 1, false);
    await tested(tx, one.id, one.trails.coming, 1, true);
    return [...(await waiting(tx, one)), ...(await waiting(tx, other))];
  },
  'a trail was reviewed': async (tx, one) => {
    const { id, trails, people } = one;
    const by = byOf(people.cid);
    const reviewed = await changeCare(tx, id, trails.live, { reviewed: true, review_by: '2028-01-01' }, by);
    const again = await changeCare(tx, id, trails.live, { review_by: '2028-01-01' }, by);
    const last = await changeCare(tx, id, trails.live, { review_by: '2100-12-31', owner_id: null }, by);
    return [reviewed, again, last, await getCare(tx, id, trails.closed), ...(await waiting(tx, one))];
  },
  'votes were changed and taken back': async (tx, one) => {
    const { id, trails } = one;
    await giveFeedback(tx, reader(one), trails.live, true);
    await giveFeedback(tx, reader(one, 'ben'), trails.live, null);
    await giveFeedback(tx, reader(one), trails.closed, null);
    return [await feedbackCounts(tx, id, trails.live), await feedbackCounts(tx, id, trails.closed)];
  },
  'a trail was saved fifty times more': async (tx, { id, trails, people }, other) => {
    const kept = () =>
      tx.rows(sql`
        select catalog_id, trail_id, count(*) as kept, min(revision) as first, max(revision) as last
        from trail_revisions where catalog_id in (${id}, ${other.id}) and trail_id in (${trails.draft}, ${trails.live},
          ${other.trails.draft}) group by 1, 2 order by 1, 2`);
    const saves = async (count: number) => {
      for (let at = 0; at < count; at += 1) await saved(tx, id, trails.draft, people.ben, `Saved ${at}`);
      return kept();
    };
    return [await saves(KEPT_REVISIONS - 1), await saves(1)].flat();
  },
};

/** The audit entry for the trail's last action of this kind, if there is one. */
const audited = (tx: Tx, { id }: Catalog, trailId: string, kind: string) =>
  tx.rows(sql`
    select kind, before, after from audit_entries
    where team_id = ${id} and subject ->> 'id' = ${trailId} and kind = ${kind} order by entry_id desc limit 1`);
const saying = (trail_id: string, revision: number, note: string) => ({ trail_id, revision, note });
const standing = async (db: Db, { id, trails, people }: Catalog, trail: keyof Catalog['trails']) => {
  const { row, standing } = await getApproval(db, id, trails[trail], people.olga);
  const { note, answer, state, revision, requested_by, decided_by } = row;
  return { standing, state, revision, note, answer, requested_by, decided_by };
};

/** Repeats actions whose first run has already taken effect. */
const AGAIN: typeof READINGS = {
  'who asked for a revision before approves the one that another saved': async (tx, one) => {
    const { id, trails, people } = one;
    await requestApproval(tx, id, saying(trails.coming, 1, 'the first'), byOf(people.ben), rules);
    await saved(tx, id, trails.coming, people.olga, 'Saved by Olga');
    await approveRevision(tx, id, saying(trails.coming, 2, 'good'), byOf(people.ben), rules);
    return [await standing(tx, one, 'coming')];
  },
  'what was sent back is asked for again': async (tx, one) => {
    const { id, trails, people } = one;
    await withdrawApproval(tx, id, saying(trails.draft, 1, 'not yet'), byOf(people.olga), true);
    const sentBack = await standing(tx, one, 'draft');
    await requestApproval(tx, id, saying(trails.draft, 1, 'now?'), byOf(people.cid), rules);
    return [sentBack, await standing(tx, one, 'draft')];
  },
  'who approved takes it back, whatever the roles are now': async (tx, one) => {
    const { id, trails, people } = one;
    await approveRevision(tx, id, saying(trails.draft, 1, 'good'), byOf(people.olga), rules);
    await withdrawApproval(tx, id, saying(trails.draft, 1, 'wait'), byOf(people.olga), false);
    return [await standing(tx, one, 'draft'), ...(await audited(tx, one, trails.draft, 'trail.approval_withdrawn'))];
  },
  'one of two schedules failed': async (tx, one) => {
    await tx.rows(sql`
      update trail_schedules set state = 'failed'
      where catalog_id = ${one.id} and trail_id = ${one.trails.coming} and action = 'publish'`);
    const { total, items } = await comingChanges(tx, one.id);
    return [...(await waiting(tx, one)), total, ...items.map(({ id, action }) => `${id} ${action}`)];
  },
  'what failed ten times is scheduled anew': async (tx, one) => {
    const { id, trails, people } = one;
    await tx.rows(sql`
      update trail_schedules set state = 'failed', attempts = 10 where catalog_id = ${id} and trail_id = ${trails.live}`);
    const wanted = { ...about(trails.live, 3), action: 'unpublish' as const, at: iso(TOMORROW) };
    await scheduleAction(tx, id, wanted, byOf(people.cid), rules, TOMORROW - 1);
    return tx.rows(sql`
      select state, attempts from trail_schedules where catalog_id = ${id} and trail_id = ${trails.live}`);
  },
  'a schedule is a year away, to the millisecond': async (tx, one) => {
    const { id, trails, people } = one;
    const wanted = { ...about(trails.live, 3), action: 'unpublish' as const, at: iso(TOMORROW) };
    const schedules = await scheduleAction(tx, id, wanted, byOf(people.cid), rules, TOMORROW - 366 * 86_400_000);
    return schedules.map(({ action, state }) => `${action} ${state}`);
  },
  'what failed is put away, which nobody reads of': async (tx, one) => {
    await failed(tx, one, 'failed');
    const key = { catalog_id: one.id, trail_id: one.trails.live, action: 'unpublish' as const };
    await cancelSchedule(tx, key, byOf(one.people.cid));
    return audited(tx, one, one.trails.live, 'trail.schedule_cancelled');
  },
  'a person comes back and marks a trail again': async (tx, one) => {
    const { id, okta, trails, people } = one;
    const by = byOf(people.olga);
    await deactivateMember(tx, id, people.amy, okta, by);
    await reactivateMember(tx, id, people.amy, okta, by);
    const gone = await favouritesOf(tx, reader(one));
    await addFavourite(tx, reader(one), trails.closed);
    return [`${gone.length} marks`, ids(await favouritesOf(tx, reader(one)))];
  },
  'as many marks as there can be, of trails that are not seen any more': async (tx, one) => {
    const { id, people } = one;
    await tx.rows(sql`
      insert into trail_favourites (team_id, account_id, trail_id, activation)
      select team_id, account_id, gen_random_uuid(), activation from members, generate_series(1, ${MAX_FAVORITES}::integer)
      where team_id = ${id} and account_id = ${people.dan}`);
    await addFavourite(tx, reader(one, 'dan'), one.trails.live);
    return [ids(await visibleFavouritesOf(tx, reader(one, 'dan')))];
  },
};

/** The results, in a transaction that is rolled back. */
async function answered(name: string): Promise<string> {
  const undo = new Error('undo');
  const lines = [name];
  await database
    .inTransaction(async (tx) => {
      for (const row of (await { ...READINGS, ...AGAIN }[name]?.(tx, two.one, two.other)) ?? [])
        lines.push(typeof row === 'string' ? row : JSON.stringify(row));
      throw undo;
    })
    .catch((thrown: unknown) => {
      if (isRefusal(thrown)) lines.push(`${thrown.slug}: ${thrown.message}`);
      else if (thrown !== undo) throw thrown;
    });
  return named(lines.join('\n  '), two.names);
}

test('reads the same as before, except for the changes', async () => {
  const parts: string[] = [];
  for (const name of Object.keys({ ...READINGS, ...AGAIN })) parts.push(await answered(name));
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('what-is-read-later.txt');
});
