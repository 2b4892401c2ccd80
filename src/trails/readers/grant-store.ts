// SQL for grants to people and workspaces, which decide who sees a restricted trail. For groups see
// group-grant-store.ts.

import { emailKeyOf, memberships, people, personName, workspaces } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';

/** A grant of either kind. `name` is the person's or the workspace's. */
export interface GrantRow {
  readonly kind: 'user' | 'team';
  readonly grantee_id: string;
  readonly granted_at: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** All grants, oldest first; undefined if the trail is not found. Makes one query. */
export async function findGrants(db: Db, catalogId: string, trailId: string): Promise<GrantRow[] | undefined> {
  const rows = await db.rows<GrantRow | { kind: null }>(sql`
    select g.kind, g.grantee_id, g.granted_at, a.email,
      case g.kind when 'team' then team.name else nullif(a.name, '') end as name
    from trails t
      left join trail_grants g on g.catalog_id = t.catalog_id and g.trail_id = t.trail_id and g.kind <> 'group'
      left join ${people} a on g.kind = 'user' and a.account_id = g.grantee_id
      left join ${workspaces} team on g.kind = 'team' and team.team_id = g.grantee_id
    where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}
    order by g.granted_at, g.grantee_id`);
  if (rows.length === 0) return undefined;
  return rows.filter((row): row is GrantRow => row.kind !== null);
}

/** The workspace's active member with that email address, ignoring case. */
export const findGranteeByEmail = (db: Db, teamId: string, email: string) =>
  db.row<{ grantee_id: string; name: string }>(sql`
    select a.account_id as grantee_id, ${personName('a')} as name
    from ${people} a join ${memberships} m on m.account_id = a.account_id
    where m.team_id = ${teamId} and m.status = 'active' and a.email_key = ${emailKeyOf(email)}`);

export const findGrantedTeam = (tx: Tx, teamId: string) =>
  tx.row<{ grantee_id: string; name: string }>(sql`
    select w.team_id as grantee_id, w.name from ${workspaces} w where w.team_id = ${teamId}`);

/** True if the grant is new, false if it already existed. */
export async function insertGrant(
  tx: Tx,
  catalogId: string,
  trailId: string,
  kind: GrantRow['kind'],
  granteeId: string,
  grantedBy: string | null,
): Promise<boolean> {
  const row = await tx.row(sql`
    insert into trail_grants (catalog_id, trail_id, kind, grantee_id, granted_by)
    values (${catalogId}, ${trailId}, ${kind}, ${granteeId}, ${grantedBy})
    on conflict do nothing returning grantee_id`);
  return row !== undefined;
}

/** Removes the grant and returns the grantee's name; undefined if the grant did not exist. */
export const removeGrant = (tx: Tx, catalogId: string, trailId: string, kind: GrantRow['kind'], granteeId: string) =>
  tx.row<{ readonly name: string | null }>(sql`
    delete from trail_grants
    where catalog_id = ${catalogId} and trail_id = ${trailId} and kind = ${kind} and grantee_id = ${granteeId}
    returning case kind
      when 'team' then (select w.name from ${workspaces} w where w.team_id = grantee_id)
      else (select ${personName('a')} from ${people} a where a.account_id = grantee_id)
    end as name`);

/** The catalog's trails on which the grantee has a grant, locked in an order that prevents deadlocks. */
export const lockGrantedTrails = (
  tx: Tx,
  catalogId: string,
  kind: GrantRow['kind'] | 'group',
  granteeId: string,
): Promise<{ readonly trail_id: string }[]> =>
  tx.rows<{ trail_id: string }>(sql`
    select t.trail_id from trails t
      join trail_grants g on g.catalog_id = t.catalog_id and g.trail_id = t.trail_id
    where t.catalog_id = ${catalogId} and g.kind = ${kind} and g.grantee_id = ${granteeId}
    order by t.trail_id for update of t`);
