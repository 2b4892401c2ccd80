// SQL for owners, for trails that await something, and for the additional facts in a list of trails.
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { memberships, people, personName } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { nothing, type Sql, sql } from '../../storage/sql.ts';
import type { Status } from '../lifecycle.ts';
import { editedBy, granteeCount } from '../readers/opened-trails-store.ts';

/** The trail's owner: as assigned, or else its creator. */
const owner: Sql = sql`case when c.trail_id is null then t.created_by else c.owner_id end`;

const withCare = (catalogId: string): Sql =>
  sql`left join trail_care c on c.catalog_id = ${catalogId} and c.trail_id = t.trail_id`;

/** A day as text: `2027-01-31`. */
const reviewBy: Sql = sql`to_char(c.review_by, 'YYYY-MM-DD') as review_by`;

export interface CareRow {
  readonly owner_id: string | null;
  readonly owner_name: string | null;
  /** False if the owner is no longer an active member. */
  readonly owner_is_active: boolean;
  readonly review_by: string | null;
  readonly reviewed_at: string | null;
  readonly reviewed_by_name: string | null;
}

const ownerName: Sql = sql`${personName('o')} as owner_name`;
const withOwner: Sql = sql`left join ${people} o on o.account_id = ${owner}`;

/** The trail's owner and review date; undefined if the trail is not in the catalog. */
export const findCare = (db: Db, catalogId: string, trailId: string): Promise<CareRow | undefined> =>
  db.row<CareRow>(sql`
    select ${owner} as owner_id, ${ownerName}, ${reviewBy}, c.reviewed_at,
      ${personName('r')} as reviewed_by_name,
      coalesce(m.status = 'active', o.is_operator and t.catalog_id = ${SVC_CATALOG_ID}, false) as owner_is_active
    from trails t ${withCare(catalogId)} ${withOwner}
      left join ${memberships} m on m.team_id = ${catalogId} and m.account_id = o.account_id
      left join ${people} r on r.account_id = c.reviewed_by
    where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}`);

export async function isActiveMember(db: Db, catalogId: string, accountId: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from ${memberships} m
    where m.team_id = ${catalogId} and m.account_id = ${accountId} and m.status = 'active'`);
  return row !== undefined;
}

export interface CareChange {
  readonly owner_id: string | null;
  readonly review_by: string | null;
  /** The person who has just reviewed the trail, or null. */
  readonly reviewed_by: string | null;
}

export const upsertCare = (tx: Tx, catalogId: string, trailId: string, to: CareChange): Promise<object[]> =>
  tx.rows(sql`
    insert into trail_care as c (catalog_id, trail_id, owner_id, review_by, reviewed_at, reviewed_by)
    values (${catalogId}, ${trailId}, ${to.owner_id}::uuid, ${to.review_by}::date,
      case when ${to.reviewed_by}::uuid is not null then statement_timestamp() end, ${to.reviewed_by}::uuid)
    on conflict (catalog_id, trail_id) do update set owner_id = excluded.owner_id, review_by = excluded.review_by,
      reviewed_at = coalesce(excluded.reviewed_at, c.reviewed_at),
      reviewed_by = coalesce(excluded.reviewed_by, c.reviewed_by)`);

/** Filters for a list of trails. `due`: with a review due by `until`. */
export interface CareFilter {
  /** An account, or `nobody`. */
  readonly owner?: string | undefined;
  readonly waits?: WaitsFor | undefined;
  /** Limits the list to the trails that this account may edit. */
  readonly editor?: string | undefined;
  /** A day. */
  readonly until: string;
}

/** Conditions on a trail `t` of the catalog, each starting with `and`. */
export function careConditions(catalogId: string, { owner: wanted, waits, editor, until }: CareFilter): Sql {
  const edited = editor === undefined ? nothing : sql`and t.trail_id in (${editedBy(catalogId, editor)})`;
  const own = wanted === undefined ? edited : sql`${edited} ${ownedBy(catalogId, wanted)}`;
  if (waits === undefined) return own;
  return sql`${own} and t.status <> 'archived' and exists (${WAITING[waits](catalogId, until)})`;
}

const ownedBy = (catalogId: string, accountId: string): Sql =>
  accountId === 'nobody'
    ? sql`and ${ownerOfTrail(catalogId)} is null`
    : sql`and ${ownerOfTrail(catalogId)} = ${accountId}::uuid`;

const ownerOfTrail = (catalogId: string): Sql => sql`(
  case when exists (select 1 from trail_care c where c.catalog_id = ${catalogId} and c.trail_id = t.trail_id)
    then (select c.owner_id from trail_care c where c.catalog_id = ${catalogId} and c.trail_id = t.trail_id)
    else t.created_by end)`;

const WAITING: Readonly<Record<WaitsFor, (catalogId: string, until: string) => Sql>> = {
  review: (catalogId, until) => sql`
    select 1 from trail_care c
    where c.catalog_id = ${catalogId} and c.trail_id = t.trail_id and c.review_by <= ${until}::date`,
  approval: (catalogId) => sql`
    select 1 from trail_approvals a
    where a.catalog_id = ${catalogId} and a.trail_id = t.trail_id and a.revision = t.revision
      and a.state = 'requested'`,
  schedule: (catalogId) => sql`
    select 1 from trail_schedules s
    where s.catalog_id = ${catalogId} and s.trail_id = t.trail_id and s.state in ('waiting', 'failed')`,
  examples: () => sql`
    select 1 where t.surfacing_tests_revision = t.revision and t.surfacing_tests ->> 'all_pass' = 'false'`,
};

/** Additional facts in the authors' list. */
export interface TrailFacts {
  readonly trail_id: string;
  readonly owner_id: string | null;
  readonly owner_name: string | null;
  readonly review_by: string | null;
  /** The approval of the current revision, if one was requested. */
  readonly approval: 'requested' | 'approved' | 'withdrawn' | null;
  /** The next scheduled change, or a failed one. */
  readonly schedule: 'waiting' | 'failed' | null;
  /** People, workspaces and groups with a grant on the trail or on one of its sets. */
  readonly audience_count: number;
}

/** The facts about those trails, in no particular order. Makes one query. */
export const selectFacts = (db: Db, catalogId: string, trailIds: readonly string[]): Promise<TrailFacts[]> =>
  db.rows<TrailFacts>(sql`
    select t.trail_id, ${owner} as owner_id, ${ownerName}, ${reviewBy}, a.state as approval,
      (select case when bool_or(s.state = 'failed') then 'failed' else 'waiting' end from trail_schedules s
        where s.catalog_id = ${catalogId} and s.trail_id = t.trail_id and s.state in ('waiting', 'failed')
        having count(*) > 0) as schedule,
      ${granteeCount(catalogId, sql`t.trail_id`)} as audience_count
    from trails t ${withCare(catalogId)} ${withOwner}
      left join trail_approvals a
        on a.catalog_id = ${catalogId} and a.trail_id = t.trail_id and a.revision = t.revision
    where t.catalog_id = ${catalogId} and t.trail_id = any(${[...trailIds]}::uuid[])`);

/** The things that a trail may be waiting for. */
export type WaitsFor = 'review' | 'approval' | 'schedule' | 'examples';

/** A trail that needs someone's attention. */
export interface WaitingTrail {
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly owner_id: string | null;
  readonly owner_name: string | null;
  readonly review_by: string | null;
}

/** Trails with a due review, a requested approval or a failed schedule, most urgent first, and their total number. */
export const selectWaiting = (db: Db, catalogId: string, waits: WaitsFor, until: string, limit: number) =>
  db.rows<WaitingTrail & { readonly total: number }>(sql`
    select t.trail_id as id, t.title, t.status, ${owner} as owner_id, ${ownerName}, ${reviewBy},
      (count(*) over ())::integer as total
    from trails t ${withCare(catalogId)} ${withOwner}
    where t.catalog_id = ${catalogId} ${careConditions(catalogId, { waits, until })}
      ${waits === 'schedule' ? hasFailed(catalogId) : nothing}
    order by c.review_by nulls last, t.updated_at desc, t.trail_id ${limitOf(limit)}`);

const hasFailed = (catalogId: string): Sql => sql`and exists (
  select 1 from trail_schedules s
  where s.catalog_id = ${catalogId} and s.trail_id = t.trail_id and s.state = 'failed')`;
