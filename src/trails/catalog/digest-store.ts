// SQL for digests of a workspace. One statement reads everything, so the digests and the end of the feed agree.
import { hasAnnouncedIn } from '../../audit/fragments-store.ts';
import { groupMembers, memberships } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { lastEvent } from '../../webhooks/fragments-store.ts';
import { asText } from '../trail-read-store.ts';

/** Each digest is JSON text. */
export interface DigestRow {
  readonly trails: string;
  readonly grants: string;
  readonly sets: string;
  readonly set_grants: string;
  readonly members: string;
  readonly group_members: string;
  /** The last event of the feed, and whether committed events have no number yet. */
  readonly seq: number | null;
  readonly event_id: string | null;
  readonly is_behind: boolean;
}

/** `lines` has the columns `line` and `place`, which sorts them. */
const digestOf = (lines: Sql): Sql => sql`(
  select json_build_object('count', count(*), 'sha256', encode(sha256(convert_to(
    coalesce(string_agg(l.line || chr(10), '' order by l.place), ''), 'UTF8')), 'hex')) from (${lines}) l)`;

export const selectDigests = (db: Db, catalogId: string): Promise<DigestRow | undefined> =>
  db.row<DigestRow>(sql`
    select ${hasAnnouncedIn(catalogId)} as is_behind, e.seq, e.event_id,
      ${digestOf(sql`
        select t.trail_id as place, concat_ws(' ', t.trail_id, t.revision, t.status, t.visibility, t.sort_order,
          coalesce(t.published_version::text, '-'), ${asText('updated_at')}) as line
        from trails t where t.catalog_id = ${catalogId}`)} as trails,
      ${digestOf(sql`
        select (g.trail_id, g.kind, g.grantee_id) as place, concat_ws(' ', g.trail_id, g.kind, g.grantee_id) as line
        from trail_grants g where g.catalog_id = ${catalogId}`)} as grants,
      ${digestOf(sql`
        select (i.set_id, i.trail_id) as place, concat_ws(' ', i.set_id, i.trail_id) as line
        from trail_set_items i where i.catalog_id = ${catalogId}`)} as sets,
      ${digestOf(sql`
        select (g.set_id, g.kind, g.grantee_id) as place, concat_ws(' ', g.set_id, g.kind, g.grantee_id) as line
        from trail_set_grants g where g.catalog_id = ${catalogId}`)} as set_grants,
      ${digestOf(sql`
        select m.account_id as place, concat_ws(' ', m.account_id,
          case m.status when 'active' then 'active' else 'deprovisioned' end) as line
        from ${memberships} m where m.team_id = ${catalogId} and m.is_listed`)} as members,
      ${digestOf(sql`
        select (gm.group_id, gm.account_id) as place, concat_ws(' ', gm.group_id, gm.account_id) as line
        from ${groupMembers(catalogId)} gm
        join ${memberships} m on m.team_id = ${catalogId} and m.account_id = gm.account_id
        where m.is_listed`)} as group_members
    from (select 1) as one left join ${lastEvent(catalogId)} e on true`);
