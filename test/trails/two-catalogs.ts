// The catalogs of two similar workspaces (test/directory/two-workspaces.ts), each with trails in every status and
// people's personal data about them. There are also two service-wide trails.
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { requestApproval } from '../../src/trails/approval/approval.ts';
import { changeCare } from '../../src/trails/care/care.ts';
import { changeCatalogRules } from '../../src/trails/catalog/catalog-rules.ts';
import type { TrailDocument } from '../../src/trails/document/document.ts';
import { createTrail } from '../../src/trails/editing/create-trail.ts';
import { saveDocument } from '../../src/trails/editing/save-document.ts';
import { updateTrail } from '../../src/trails/editing/update-trail.ts';
import { changeStatus } from '../../src/trails/publication/change-status.ts';
import { publishTrail } from '../../src/trails/publication/publish.ts';
import { addFavourite } from '../../src/trails/readers/favourites.ts';
import { giveFeedback } from '../../src/trails/readers/feedback.ts';
import { addTeamGrant, addUserGrant } from '../../src/trails/readers/grants.ts';
import { scheduleAction } from '../../src/trails/schedules/schedules.ts';
import { getDraft, getTrail } from '../../src/trails/trails.ts';
import { type TwoWorkspaces, twoWorkspaces, type Workspace } from '../directory/two-workspaces.ts';
import { nextMoment } from '../support/next-moment.ts';
import { byOf, readyDocument, rules } from './catalog.ts';

/** One day from now. */
export const TOMORROW = Date.now() + 86_400_000;
export const iso = (at: number): string => new Date(at).toISOString();

export interface Catalog extends Workspace {
  /**
   * `live` has two versions and a newer draft. `closed` is live for Amy and Cid. `coming` is scheduled for publication.
   */
  readonly trails: Readonly<Record<'live' | 'closed' | 'draft' | 'archived' | 'coming', string>>;
}

export interface TwoCatalogs {
  readonly one: Catalog;
  readonly other: Catalog;
  /** Service-wide trails: one for all workspaces, and one for the first workspace alone. */
  readonly shared: Readonly<Record<'open' | 'granted', string>>;
  readonly names: ReadonlyMap<string, string>;
}

type Named = (name: string, id: string) => string;

export async function twoCatalogs(database: Database): Promise<TwoCatalogs> {
  const two = await twoWorkspaces(database);
  const names = new Map(two.names);
  const named: Named = (name, id) => {
    names.set(id, name);
    return id;
  };
  const shared = await database.inTransaction((tx) => serviceWide(tx, named, two));
  // One transaction each, so that timestamps show the order.
  const one = await filled(database, named, two.one, 'one', shared.open);
  const other = await filled(database, named, two.other, 'other', shared.open);
  return { one, other, shared, names };
}

const created = async (tx: Tx, catalogId: string, by: string, title: string, more: Partial<TrailDocument> = {}) =>
  (await createTrail(tx, catalogId, { ...readyDocument(title), ...more }, byOf(by), rules)).trail_id;

const published = async (tx: Tx, catalogId: string, trail_id: string, by: string, note: string | null = null) => {
  const { revision } = await getTrail(tx, catalogId, trail_id);
  await publishTrail(tx, catalogId, { trail_id, revision, note }, byOf(by), rules);
};

export const saved = async (tx: Tx, catalogId: string, trailId: string, by: string, title: string) => {
  const draft = await getDraft(tx, catalogId, trailId);
  return saveDocument(tx, catalogId, draft, readyDocument(title), byOf(by), rules);
};

async function serviceWide(tx: Tx, named: Named, { one }: TwoWorkspaces): Promise<TwoCatalogs['shared']> {
  const by = one.people.olga;
  const open = named('open', await created(tx, SVC_CATALOG_ID, by, 'Open to all', { tools: [] }));
  const granted = named('granted', await created(tx, SVC_CATALOG_ID, by, 'Granted to one', { tools: ['gemini'] }));
  await updateTrail(tx, SVC_CATALOG_ID, granted, { visibility: 'restricted' }, byOf(by));
  await addTeamGrant(tx, granted, one.id, byOf(by));
  for (const id of [open, granted]) await published(tx, SVC_CATALOG_ID, id, by);
  return { open, granted };
}

async function filled(database: Database, named: Named, team: Workspace, at: string, open: string): Promise<Catalog> {
  const { id, people } = team;
  const { amy, ben, cid, olga } = people;
  const make = (name: string, title: string) =>
    database.inTransaction(async (tx) => named(`${name}@${at}`, await created(tx, id, cid, title)));
  const [live, closed] = [await make('live', 'Live'), await make('closed', 'Closed')];
  const [draft, archived, coming] = [
    await make('draft', 'Draft'),
    await make('archived', 'Old'),
    await make('coming', 'New'),
  ];
  const reader = (account_id: string) => ({ team_id: id, account_id });
  await database.inTransaction(async (tx) => {
    // The first change, so that it is the oldest on slow machines, too.
    await changeStatus(tx, id, archived, 'archive', byOf(cid));
    await published(tx, id, live, cid, 'the first');
    await giveFeedback(tx, reader(amy), live, true);
    await saved(tx, id, live, cid, 'Live again');
    await published(tx, id, live, olga);
    await nextMoment(tx);
    await giveFeedback(tx, reader(amy), live, false);
    await giveFeedback(tx, reader(ben), live, true);
    await giveFeedback(tx, reader(cid), live, true);
    await saved(tx, id, live, cid, 'Live ahead');
    await updateTrail(tx, id, closed, { visibility: 'restricted' }, byOf(cid));
    await addUserGrant(tx, id, closed, `amy@${at}.test`, byOf(cid));
    await addUserGrant(tx, id, closed, `cid@${at}.test`, byOf(cid));
    await published(tx, id, closed, cid);
    await giveFeedback(tx, reader(amy), closed, true);
    for (const trail of [live, closed, open]) {
      await addFavourite(tx, reader(amy), trail);
      await nextMoment(tx);
    }
    await addFavourite(tx, reader(ben), live);
    await changeCare(tx, id, live, { owner_id: ben, review_by: '2027-01-31' }, byOf(cid));
    await changeCare(tx, id, draft, { owner_id: null, review_by: '2027-02-01' }, byOf(cid));
    await changeCare(tx, id, archived, { review_by: '2027-01-01' }, byOf(cid)).catch(() => undefined);
    const key = { trail_id: coming, revision: 1, note: 'soon' };
    await scheduleAction(tx, id, { ...key, action: 'publish', at: iso(TOMORROW) }, byOf(cid), rules, Date.now());
    const end = { ...key, action: 'unpublish' as const, at: iso(TOMORROW + 86_400_000) };
    await scheduleAction(tx, id, end, byOf(cid), rules, Date.now());
    const over = { ...end, trail_id: live, at: iso(TOMORROW + 3_600_000) };
    await scheduleAction(tx, id, over, byOf(ben), rules, Date.now());
    await changeCatalogRules(tx, id, { approval_required: true }, byOf(olga));
    for (const [trail_id, revision] of [
      [draft, 1],
      [live, 3],
    ] as const)
      await requestApproval(tx, id, { trail_id, revision, note: 'please' }, byOf(cid), rules);
  });
  return { ...team, trails: { live, closed, draft, archived, coming } };
}
