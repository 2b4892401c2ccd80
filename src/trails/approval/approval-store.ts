// SQL for approvals: the last request and decision about each trail, and whether the catalog requires approval.
import { groupOf, isInGroup } from '../../directory/fragments-store.ts';
import { people, personName } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import type { Visibility } from '../visibility.ts';

/** `withdrawn`: taken back by the person who asked, or sent back by a reviewer. */
export type ApprovalState = 'requested' | 'approved' | 'withdrawn';

/** A trail's approval. All members but the first two are null if there was neither a request nor a decision. */
export interface ApprovalRow {
  readonly approval_required: boolean;
  /** The group whose members approve, and whether the person is in it; null: every publisher approves. */
  readonly approver_group: string | null;
  readonly is_approver: boolean | null;
  /** The person who saved the current revision. */
  readonly saved_by: string | null;
  readonly saved_by_name: string | null;
  readonly revision: number | null;
  readonly state: ApprovalState | null;
  readonly requested_by: string | null;
  readonly requested_by_name: string | null;
  readonly requested_at: string | null;
  readonly note: string | null;
  readonly decided_by: string | null;
  readonly decided_by_name: string | null;
  readonly decided_at: string | null;
  readonly answer: string | null;
  /** Of the content that was approved. */
  readonly fingerprint: string | null;
  /** The audience that it was requested or given for; null if there was neither a request nor a decision. */
  readonly audience: Visibility | null;
  /** The groups that it was requested or given for, if the audience is restricted. */
  readonly groups: readonly string[] | null;
  /** The groups that the trail is open to now. */
  readonly open_groups: readonly string[];
  /** The names of all these groups, by id. */
  readonly group_names: Readonly<Record<string, string>>;
}

/** Who would see a revision: everyone, or people with access and the members of these groups. */
export interface Audience {
  readonly visibility: Visibility;
  readonly groups: readonly string[];
}

/** The ids of the groups that trail `t` of the catalog is open to, alone or in a set. */
const openGroups = (catalogId: string): Sql => sql`array(
  select g.grantee_id from trail_grants g
  where g.catalog_id = ${catalogId} and g.trail_id = t.trail_id and g.kind = 'group'
  union
  select g.grantee_id from trail_set_items i
    join trail_set_grants g on g.catalog_id = ${catalogId} and g.set_id = i.set_id and g.kind = 'group'
  where i.catalog_id = ${catalogId} and i.trail_id = t.trail_id
  order by 1)`;

const named = (alias: string): Sql => sql`${personName(alias)} as ${trusted(`${alias}_name`)}`;

/** The trail's approval as seen by that person; undefined if the trail is not in the catalog. Makes one query. */
export const findApproval = (
  db: Db,
  catalogId: string,
  trailId: string,
  accountId: string | null,
): Promise<ApprovalRow | undefined> =>
  db.row<ApprovalRow>(sql`
    select c.approval_required, d.display_name as approver_group,
      case when d.display_name is not null
        then ${isInGroup(sql`${catalogId}`, sql`c.approver_group_id`, sql`${accountId}::uuid`)} end as is_approver,
      r.saved_by, ${named('saved_by')}, a.revision, a.state,
      a.requested_by, ${named('requested_by')}, a.requested_at, a.note,
      a.decided_by, ${named('decided_by')}, a.decided_at, a.answer, a.fingerprint, a.audience, a.groups,
      opened.groups as open_groups,
      (select coalesce(jsonb_object_agg(n.group_id, g.display_name), '{}')
        from (select distinct unnest(opened.groups || a.groups) as group_id) n
          cross join lateral ${groupOf(sql`${catalogId}`, sql`n.group_id`)} g) as group_names
    from trails t cross join lateral (select ${openGroups(catalogId)} as groups) opened
      join catalogs c on c.catalog_id = t.catalog_id
      left join lateral ${groupOf(sql`${catalogId}`, sql`c.approver_group_id`)} d on true
      left join trail_revisions r
        on r.catalog_id = t.catalog_id and r.trail_id = t.trail_id and r.revision = t.revision
      left join trail_approvals a on a.catalog_id = t.catalog_id and a.trail_id = t.trail_id
      left join ${people} saved_by on saved_by.account_id = r.saved_by
      left join ${people} requested_by on requested_by.account_id = a.requested_by
      left join ${people} decided_by on decided_by.account_id = a.decided_by
    where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}`);

/** True in a catalog `c` that requires approval from a group that the person is in. */
const isApproving = (catalogId: string, accountId: string): Sql => sql`
  c.catalog_id = ${catalogId} and c.approval_required
    and ${isInGroup(sql`${catalogId}`, sql`c.approver_group_id`, sql`${accountId}`)}`;

export async function findApprover(db: Db, catalogId: string, accountId: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from catalogs c where ${isApproving(catalogId, accountId)}`);
  return row !== undefined;
}

/** The approvals `a` of current revisions, with their trails `t`. */
const currentApprovals = (catalogId: string): Sql => sql`
  trail_approvals a
    join trails t on t.catalog_id = ${catalogId} and t.trail_id = a.trail_id and t.revision = a.revision`;

export async function findDecider(db: Db, catalogId: string, accountId: string, trailId: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from catalogs c cross join ${currentApprovals(catalogId)}
    where ${isApproving(catalogId, accountId)} and a.catalog_id = ${catalogId} and a.trail_id = ${trailId}`);
  return row !== undefined;
}

/** A trail that waits for approval. */
export interface RequestRow {
  readonly id: string;
  readonly title: string;
  readonly requested_by: string | null;
  readonly requested_by_name: string | null;
  readonly requested_at: string | null;
}

/** The trails that wait for the person's approval. A person cannot approve what they requested themselves. */
export const selectRequests = (db: Db, catalogId: string, accountId: string): Promise<RequestRow[]> =>
  db.rows<RequestRow>(sql`
    select t.trail_id as id, t.title, a.requested_by, ${named('requested_by')}, a.requested_at
    from catalogs c cross join ${currentApprovals(catalogId)}
      left join ${people} requested_by on requested_by.account_id = a.requested_by
    where ${isApproving(catalogId, accountId)} and a.catalog_id = ${catalogId} and a.state = 'requested'
      and a.requested_by is distinct from ${accountId}::uuid and t.status <> 'archived'
    order by a.requested_at, t.trail_id ${limitOf(200)}`);

/** Stores a request for approval of that revision, replacing the previous state. */
export const upsertRequest = (
  tx: Tx,
  catalogId: string,
  trailId: string,
  request: {
    readonly revision: number;
    readonly account_id: string | null;
    readonly note: string | null;
    readonly audience: Audience;
  },
): Promise<object[]> =>
  tx.rows(sql`
    insert into trail_approvals as a (
      catalog_id, trail_id, revision, state, requested_by, requested_at, note, audience, groups)
    values (${catalogId}, ${trailId}, ${request.revision}, 'requested', ${request.account_id}::uuid,
      statement_timestamp(), ${request.note}::text, ${request.audience.visibility}, ${request.audience.groups}::uuid[])
    on conflict (catalog_id, trail_id) do update set revision = excluded.revision, state = 'requested',
      audience = excluded.audience, groups = excluded.groups,
      requested_by = excluded.requested_by, requested_at = excluded.requested_at, note = excluded.note,
      decided_by = null, decided_at = null, answer = null, fingerprint = null`);

/** Stores the decision about that revision, replacing requests for other revisions. */
export const upsertDecision = (
  tx: Tx,
  catalogId: string,
  trailId: string,
  decision: {
    readonly revision: number;
    readonly state: 'approved' | 'withdrawn';
    readonly account_id: string | null;
    readonly answer: string | null;
    readonly fingerprint: string | null;
    readonly audience: Audience;
  },
): Promise<object[]> =>
  tx.rows(sql`
    insert into trail_approvals as a (
      catalog_id, trail_id, revision, state, decided_by, decided_at, answer, fingerprint, audience, groups)
    values (${catalogId}, ${trailId}, ${decision.revision}, ${decision.state}, ${decision.account_id}::uuid,
      statement_timestamp(), ${decision.answer}::text, ${decision.fingerprint}::text,
      ${decision.audience.visibility}, ${decision.audience.groups}::uuid[])
    on conflict (catalog_id, trail_id) do update set state = excluded.state, decided_by = excluded.decided_by,
      audience = excluded.audience, groups = excluded.groups,
      decided_at = excluded.decided_at, answer = excluded.answer, fingerprint = excluded.fingerprint,
      revision = excluded.revision,
      requested_by = case when a.revision = excluded.revision then a.requested_by end,
      requested_at = case when a.revision = excluded.revision then a.requested_at end,
      note = case when a.revision = excluded.revision then a.note end`);
