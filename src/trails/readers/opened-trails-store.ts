// SQL for the trails that are open to a grantee although they are restricted. This is the only place that says whom a
// grant reaches: every way to read asks visible-trail-store.ts, which asks this file.
import { groupsOfMember } from '../../directory/fragments-store.ts';
import { amongKeys } from '../../storage/key-range.ts';
import { nothing, type Sql, sql } from '../../storage/sql.ts';

/** A grantee of a restricted trail: a person of the workspace, any member of a group (for previews), or a workspace. */
export interface Grantee {
  readonly kind: 'user' | 'group' | 'team';
  readonly id: string;
}

/**
 * Selects `trail_id`: the trails of the catalog that are open to the grantee, optionally only those among these ids.
 * For a person: through a grant of their own, or through a group that they are in at this moment.
 */
export function openedTo(catalogId: string, { kind, id }: Grantee, among?: readonly string[]): Sql {
  const own = grantsOf(catalogId, sql`${kind}`, sql`${id}`, among);
  return kind === 'user' ? sql`${own} union all ${throughGroups(catalogId, id, among)}` : own;
}

/** Selects `trail_id`: the trails that a group of the grantee features. */
export const featuredTo = (catalogId: string, { kind, id }: Grantee): Sql =>
  kind === 'user'
    ? throughGroups(catalogId, id, undefined, FEATURED)
    : grantsOf(catalogId, sql`${kind}`, sql`${id}`, undefined, FEATURED);

const FEATURED = sql`and g.reach = 'featured'`;

/** Looks up each group of the person. A join would read all grants if statistics say there are almost none. */
const throughGroups = (
  catalogId: string,
  accountId: string,
  among: readonly string[] | undefined,
  condition: Sql = nothing,
): Sql => sql`
  select through.trail_id from ${groupsOfMember(sql`${catalogId}`, sql`${accountId}`)} own
    cross join lateral (
      ${grantsOf(catalogId, sql`'group'`, sql`own.group_id`, among, condition)} offset 0) through`;

const grantsOf = (
  catalogId: string,
  kind: Sql,
  id: Sql,
  among: readonly string[] | undefined,
  condition: Sql = nothing,
): Sql => sql`
  select g.trail_id from trail_grants g
  where g.catalog_id = ${catalogId} and g.kind = ${kind} and g.grantee_id = ${id} ${condition}
    ${among === undefined ? nothing : sql`and ${amongKeys(sql`g.trail_id`, among)}`}`;
