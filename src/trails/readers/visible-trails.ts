// Trails as employees see them (contract 1): members of a workspace see its own catalog and the service-wide one. Only
// published snapshots; this code never reads drafts.
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import type { Db } from '../../storage/database.ts';
import { noSuchTrail } from '../trails.ts';
import type { Grantee } from './opened-trails-store.ts';
import {
  excludedIds,
  featuredIds,
  type NamedInTrails,
  namedInTrails,
  type OrderedPlace,
  otherToolIds,
  type ReaderIdentity,
  type ReaderView,
  type VisibleTrailHead,
  type VisibleTrailRow,
  visibleHeads,
  visiblePage,
  visibleRows,
} from './visible-trail-store.ts';

export type {
  LiveTrail,
  NamedInTrails,
  ReaderIdentity,
  ReaderView,
  VisibleTrailHead,
  VisibleTrailRow,
} from './visible-trail-store.ts';
export { listLivePublishedBefore, listLiveTitles, type OpenTrail, selectOpenTrails } from './visible-trail-store.ts';

/** A trail's position among those that a reader can see. */
export type VisiblePlace = OrderedPlace & Pick<VisibleTrailHead, 'catalog_id'>;

/**
 * At most that many live trails that the reader can see, after that position (null: from the beginning): first the
 * workspace's, then the service-wide ones, each in order.
 */
export async function listVisibleTrails(
  db: Db,
  reader: ReaderView,
  after: VisiblePlace | null,
  count: number,
): Promise<VisibleTrailRow[]> {
  const isBeyondOwn = after?.catalog_id === SVC_CATALOG_ID;
  const own = isBeyondOwn ? [] : await visiblePage(db, reader.team_id, granteeOf(reader), after, count);
  if (own.length === count) return own;
  const team = { kind: 'team', id: reader.team_id } as const;
  const shared = await visiblePage(db, SVC_CATALOG_ID, team, isBeyondOwn ? after : null, count - own.length);
  return [...own, ...shared];
}

/**
 * All live trails that the reader can see, without documents, optionally limited to these ids. Featured trails come
 * first, followed by the others in catalog order.
 */
export const listVisibleHeads = (
  db: Db,
  reader: ReaderIdentity,
  ids?: readonly string[],
): Promise<VisibleTrailHead[]> =>
  ofBothCatalogs(reader, (catalogId, grantee) => visibleHeads(db, catalogId, grantee, ids));

/** At most the first `most` of them. */
export async function listFirstHeads(db: Db, reader: ReaderIdentity, most: number): Promise<VisibleTrailHead[]> {
  const heads = await ofBothCatalogs(reader, (catalogId, grantee) =>
    visibleHeads(db, catalogId, grantee, undefined, most),
  );
  return heads.slice(0, most);
}

/** Ids of the trails that a group of the reader features, in catalog order. */
export const featuredFor = (db: Db, reader: ReaderView): Promise<string[]> =>
  featuredIds(db, reader.team_id, granteeOf(reader));

const granteeOf = (reader: ReaderView): Grantee =>
  'group_id' in reader ? { kind: 'group', id: reader.group_id } : { kind: 'user', id: reader.account_id };

/** The given trails that the reader can see, in no particular order. */
export async function visibleTrails(db: Db, reader: ReaderView, ids: readonly string[]): Promise<VisibleTrailRow[]> {
  if (ids.length === 0) return [];
  return ofBothCatalogs(reader, (catalogId, grantee) => visibleRows(db, catalogId, grantee, ids));
}

/** Concatenates the results of `read` for the workspace's catalog (for the person) and for the service-wide one. */
async function ofBothCatalogs<One>(
  reader: ReaderView,
  read: (catalogId: string, grantee: Grantee) => Promise<One[]>,
): Promise<One[]> {
  const own = await read(reader.team_id, granteeOf(reader));
  return [...own, ...(await read(SVC_CATALOG_ID, { kind: 'team', id: reader.team_id }))];
}

/** The roles and AI tools that most of the trails name that the reader can see, most frequent first. */
export async function namedForReader(db: Db, reader: ReaderIdentity): Promise<NamedInTrails[]> {
  const counts = new Map<string, NamedInTrails>();
  for (const one of await ofBothCatalogs(reader, (catalogId, grantee) => namedInTrails(db, catalogId, grantee))) {
    const key = `${one.kind}/${one.name}`;
    counts.set(key, { ...one, trails: one.trails + (counts.get(key)?.trails ?? 0) });
  }
  return [...counts.values()].sort((one, other) => other.trails - one.trails);
}

/** All unrestricted live trails of a catalog, in order, without documents. */
export const listUnrestrictedHeads = (db: Db, catalogId: string): Promise<VisibleTrailHead[]> =>
  visibleHeads(db, catalogId, 'everybody');

/** The given trails that are live and unrestricted in the catalog, in no particular order. */
export const unrestrictedTrails = async (
  db: Db,
  catalogId: string,
  ids: readonly string[],
): Promise<VisibleTrailRow[]> => (ids.length === 0 ? [] : visibleRows(db, catalogId, 'everybody', ids));

/** A live trail that the reader can see. Fails with `not-found` for others, such as drafts. */
export async function getVisibleTrail(db: Db, reader: ReaderIdentity, trailId: string): Promise<VisibleTrailRow> {
  const [row] = await visibleTrails(db, reader, [trailId]);
  return row ?? noSuchTrail();
}

/** True if the workspace can see that service-wide trail. */
export const isSharedWith = async (db: Db, teamId: string, trailId: string): Promise<boolean> =>
  (await visibleHeads(db, SVC_CATALOG_ID, { kind: 'team', id: teamId }, [trailId])).length > 0;

/** Live service-wide trails that the workspace cannot see, which the judge must skip (Decision 26). */
export const hiddenFromTeam = async (db: Db, teamId: string): Promise<ReadonlySet<string>> =>
  new Set(await excludedIds(db, SVC_CATALOG_ID, { kind: 'team', id: teamId }));

/** Live trails in either catalog that the reader cannot see, which `find_trail` must not offer. */
export const hiddenFromReader = async (db: Db, reader: ReaderView): Promise<ReadonlySet<string>> =>
  new Set(await ofBothCatalogs(reader, (catalogId, grantee) => excludedIds(db, catalogId, grantee)));

/** Live trails in either catalog that are only for other AI tools. */
export const madeForOtherTools = async (db: Db, reader: ReaderView, tool: string): Promise<ReadonlySet<string>> =>
  new Set(await ofBothCatalogs(reader, (catalogId) => otherToolIds(db, catalogId, tool)));
