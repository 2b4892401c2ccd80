// The employees' side of trails (contract 1): what a member of a workspace sees, out of its own catalog and the
// service-wide one. Published snapshots only; a draft is never read here.
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import type { Db } from '../../storage/database.ts';
import { noSuchTrail } from '../trails.ts';
import {
  excludedIds,
  type Grantee,
  type OrderedPlace,
  otherToolIds,
  type ReaderIdentity,
  type VisibleTrailHead,
  type VisibleTrailRow,
  visibleHeads,
  visiblePage,
  visibleRows,
} from './visible-trail-store.ts';

export type { LiveTrail, ReaderIdentity, VisibleTrailHead, VisibleTrailRow } from './visible-trail-store.ts';
export { listLivePublishedBefore, listLiveTitles } from './visible-trail-store.ts';

/** Where a trail stands among those that a reader sees. */
export type VisiblePlace = OrderedPlace & Pick<VisibleTrailHead, 'catalog_id'>;

/**
 * So many live trails that the reader sees, after that place (null: from the beginning): the workspace's in their
 * order, then the service-wide ones in theirs.
 */
export async function listVisibleTrails(
  db: Db,
  reader: ReaderIdentity,
  after: VisiblePlace | null,
  count: number,
): Promise<VisibleTrailRow[]> {
  const isBeyondOwn = after?.catalog_id === SVC_CATALOG_ID;
  const self = { kind: 'user', id: reader.account_id } as const;
  const own = isBeyondOwn ? [] : await visiblePage(db, reader.team_id, self, after, count);
  if (own.length === count) return own;
  const team = { kind: 'team', id: reader.team_id } as const;
  const shared = await visiblePage(db, SVC_CATALOG_ID, team, isBeyondOwn ? after : null, count - own.length);
  return [...own, ...shared];
}

/** Every live trail that the reader sees, in that order, without the documents; of these ids only, where given. */
export const listVisibleHeads = (
  db: Db,
  reader: ReaderIdentity,
  ids?: readonly string[],
): Promise<VisibleTrailHead[]> =>
  ofBothCatalogs(reader, (catalogId, grantee) => visibleHeads(db, catalogId, grantee, ids));

/** Those of the trails named that the reader sees, in no order. */
export async function visibleTrails(
  db: Db,
  reader: ReaderIdentity,
  ids: readonly string[],
): Promise<VisibleTrailRow[]> {
  if (ids.length === 0) return [];
  return ofBothCatalogs(reader, (catalogId, grantee) => visibleRows(db, catalogId, grantee, ids));
}

/** What `read` answers of the workspace's catalog, as the person sees it, and then of the service-wide one. */
async function ofBothCatalogs<One>(
  { team_id, account_id }: ReaderIdentity,
  read: (catalogId: string, grantee: Grantee) => Promise<One[]>,
): Promise<One[]> {
  const own = await read(team_id, { kind: 'user', id: account_id });
  return [...own, ...(await read(SVC_CATALOG_ID, { kind: 'team', id: team_id }))];
}

/** Every live trail of one catalog that is restricted to nobody, in their order, without the documents. */
export const listUnrestrictedHeads = (db: Db, catalogId: string): Promise<VisibleTrailHead[]> =>
  visibleHeads(db, catalogId, 'everybody');

/** Those of the trails named that are live in the catalog and restricted to nobody, in no order. */
export const unrestrictedTrails = async (
  db: Db,
  catalogId: string,
  ids: readonly string[],
): Promise<VisibleTrailRow[]> => (ids.length === 0 ? [] : visibleRows(db, catalogId, 'everybody', ids));

/**
 * One live trail that the reader sees. Refuses with `not-found` for any other: a draft, or one not granted to the
 * reader.
 */
export async function getVisibleTrail(db: Db, reader: ReaderIdentity, trailId: string): Promise<VisibleTrailRow> {
  const [row] = await visibleTrails(db, reader, [trailId]);
  return row ?? noSuchTrail();
}

/** Whether the workspace sees that service-wide trail. */
export const isSharedWith = async (db: Db, teamId: string, trailId: string): Promise<boolean> =>
  (await visibleHeads(db, SVC_CATALOG_ID, { kind: 'team', id: teamId }, [trailId])).length > 0;

/** Live service-wide trails that the workspace does not see: a judge leaves them out (Decision 26). */
export const hiddenFromTeam = async (db: Db, teamId: string): Promise<ReadonlySet<string>> =>
  new Set(await excludedIds(db, SVC_CATALOG_ID, { kind: 'team', id: teamId }));

/** Live trails that the reader does not see, of either catalog: "what are you about to do?" must not offer them. */
export const hiddenFromReader = async (db: Db, reader: ReaderIdentity): Promise<ReadonlySet<string>> =>
  new Set(await ofBothCatalogs(reader, (catalogId, grantee) => excludedIds(db, catalogId, grantee)));

/** Live trails of either catalog that are made for other AI tools than this provider's. */
export const madeForOtherTools = async (db: Db, reader: ReaderIdentity, tool: string): Promise<ReadonlySet<string>> =>
  new Set(await ofBothCatalogs(reader, (catalogId) => otherToolIds(db, catalogId, tool)));
