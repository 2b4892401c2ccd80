// Lists the people who see a trail, and the trails that a person sees, with the reasons.
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { getMember } from '../../directory/members/members.ts';
import type { Db } from '../../storage/database.ts';
import { getTrail } from '../trails.ts';
import {
  type AudiencePerson,
  type AudiencePlace,
  countPeople,
  type ReasonRow,
  selectAudience,
  selectReasons,
} from './audience-store.ts';
import { listVisibleTrails, type VisiblePlace, type VisibleTrailRow } from './visible-trails.ts';

export type { AudiencePerson, AudiencePlace } from './audience-store.ts';

/**
 * A reason to see a trail: it is for everyone, granted to the person or to the workspace, or open to a group. `set`:
 * the grant is for a set that contains the trail.
 */
export interface Reason {
  readonly kind: 'everyone' | 'person' | 'workspace' | 'group';
  readonly group: {
    readonly id: string;
    readonly name: string;
    readonly source: { readonly connection_id: string; readonly name: string } | null;
  } | null;
  readonly set: { readonly id: string; readonly name: string } | null;
}

export type PersonWithReasons = AudiencePerson & { readonly reasons: readonly Reason[] };

/** A page of the people who see the trail while it is live, by name. Fails with `not-found`. */
export async function listAudience(
  db: Db,
  catalogId: string,
  trailId: string,
  q: string,
  after: AudiencePlace | null,
  count: number,
): Promise<PersonWithReasons[]> {
  const subject = await getTrail(db, catalogId, trailId);
  const found = await selectAudience(db, catalogId, subject, q.trim(), after, count);
  const accountIds = found.map(({ user_id }) => user_id);
  const rows = await selectReasons(db, catalogId, [trailId], accountIds);
  const always = subject.visibility === 'all_teams' ? [EVERYONE] : [];
  return found.map((person) => ({
    ...person,
    reasons: [...always, ...rows.filter(({ account_id }) => account_id === person.user_id).map(reasonOf)],
  }));
}

/** The number of people who see the trail while it is live. Fails with `not-found`. */
export const countAudiencePeople = async (db: Db, catalogId: string, trailId: string): Promise<number> =>
  countPeople(db, catalogId, await getTrail(db, catalogId, trailId));

export interface TrailWithReasons {
  readonly row: VisibleTrailRow;
  readonly reasons: readonly Reason[];
}

/**
 * A page of the trails that the person sees, in catalog order. Empty if the person is not active. Fails with
 * `not-found` for anyone else.
 */
export async function listTrailsOfPerson(
  db: Db,
  teamId: string,
  accountId: string,
  after: VisiblePlace | null,
  count: number,
): Promise<TrailWithReasons[]> {
  const { status } = await getMember(db, teamId, accountId);
  if (status !== 'active') return [];
  const rows = await listVisibleTrails(db, { team_id: teamId, account_id: accountId }, after, count);
  const ids = rows.map(({ trail_id }) => trail_id);
  const found = await selectReasons(db, teamId, ids, [accountId]);
  return rows.map((row) => ({ row, reasons: reasonsOf(row, found) }));
}

function reasonsOf({ trail_id, catalog_id, visibility }: VisibleTrailRow, found: readonly ReasonRow[]): Reason[] {
  const always = visibility === 'all_teams' ? [EVERYONE] : [];
  if (catalog_id === SVC_CATALOG_ID) return always.length > 0 ? always : [{ ...EVERYONE, kind: 'workspace' }];
  return [...always, ...found.filter((reason) => reason.trail_id === trail_id).map(reasonOf)];
}

const EVERYONE: Reason = { kind: 'everyone', group: null, set: null };

function reasonOf({ group_id, group_name, connection_id, connection_name, set_id, set_name }: ReasonRow): Reason {
  const set = set_id === null ? null : { id: set_id, name: set_name ?? '' };
  if (group_id === null) return { kind: 'person', group: null, set };
  const source = connection_id === null ? null : { connection_id, name: connection_name ?? '' };
  return { kind: 'group', group: { id: group_id, name: group_name ?? '', source }, set };
}
