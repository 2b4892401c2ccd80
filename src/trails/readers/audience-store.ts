// SQL for the people who see a trail, and for the reasons.
import { groupWithSource } from '../../directory/fragments-store.ts';
import { memberships, people } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { foldedSql, searchedFor } from '../../storage/folded-text.ts';
import { roundedLimit } from '../../storage/limit.ts';
import { holdsWords } from '../../storage/searched-words.ts';
import { nothing, type Sql, sql } from '../../storage/sql.ts';
import type { Visibility } from '../visibility.ts';
import { reachedBy, reasonsFor } from './opened-trails-store.ts';

/** A trail, and its readers while it is live. */
export interface AudienceSubject {
  readonly trail_id: string;
  readonly visibility: Visibility;
}

/** A person who sees a trail. */
export interface AudiencePerson {
  readonly user_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly sort_key: string;
}

/** The position after which a page starts: a folded name and an id; null for the first page. */
export type AudiencePlace = Pick<AudiencePerson, 'sort_key' | 'user_id'>;

const searchKey: Sql = foldedSql(sql`a.name || ' ' || coalesce(a.email, '')`);

/** Active members who see the trail, as `s`, with their accounts `a`. */
const audienceOf = (catalogId: string, { trail_id, visibility }: AudienceSubject, q: string): Sql => sql`
  ${visibility === 'all_teams' ? memberships : sql`(${reachedBy(catalogId, trail_id)})`} s
    cross join lateral (
      select 1 from ${memberships} m
      where m.team_id = ${catalogId} and m.account_id = s.account_id and m.status = 'active' offset 0) active
    cross join lateral (
      select p.name, p.email, lower(p.name) as sort_key from ${people} p where p.account_id = s.account_id offset 0) a
  where ${visibility === 'all_teams' ? sql`s.team_id = ${catalogId}` : sql`true`}
    ${q === '' ? nothing : sql`and ${holdsWords(searchKey, searchedFor(q))}`}`;

/** A page of the people who see the trail, by name. The name or address has all words of `q`. */
export const selectAudience = (
  db: Db,
  catalogId: string,
  subject: AudienceSubject,
  q: string,
  after: AudiencePlace | null,
  limit: number,
): Promise<AudiencePerson[]> =>
  db.rows<AudiencePerson>(sql`
    select s.account_id as user_id, a.name, a.email, a.sort_key from ${audienceOf(catalogId, subject, q)}
      ${after === null ? nothing : sql`and (a.sort_key, s.account_id) > (${after.sort_key}, ${after.user_id}::uuid)`}
    order by a.sort_key, s.account_id ${roundedLimit(limit)}`);

/** The number of people who see the trail. */
export async function countPeople(db: Db, catalogId: string, subject: AudienceSubject): Promise<number> {
  const row = await db.row<{ total: number }>(sql`
    select count(*) as total from ${audienceOf(catalogId, subject, '')}`);
  return row?.total ?? 0;
}

/** The reason that a person sees a restricted trail. */
export interface ReasonRow {
  readonly trail_id: string;
  readonly account_id: string;
  /** The group with the grant; null for a direct grant. */
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly connection_id: string | null;
  readonly connection_name: string | null;
  /** The set with the grant; null for a grant of the single trail. */
  readonly set_id: string | null;
  readonly set_name: string | null;
}

/** The reasons that these people see these trails, with names. Direct grants come first. */
export const selectReasons = (db: Db, catalogId: string, trailIds: readonly string[], accountIds: readonly string[]) =>
  db.rows<ReasonRow>(sql`
    select r.trail_id, r.account_id, r.group_id, d.display_name as group_name, d.connection_id, d.connection_name,
      r.set_id, s.name as set_name
    from (${reasonsFor(catalogId, trailIds, accountIds)}) r
      left join lateral ${groupWithSource(sql`${catalogId}`, sql`r.group_id`)} d on true
      left join trail_sets s on s.catalog_id = ${catalogId} and s.set_id = r.set_id
    order by r.group_id is not null, r.set_id is not null, lower(d.display_name), lower(s.name)`);
