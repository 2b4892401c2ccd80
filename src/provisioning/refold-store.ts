// The SQL that brings records of older releases into the normal form of names. Only texts beyond ASCII, and ones with
// outer blanks, were stored in another form.
import type { Db } from '../storage/database.ts';
import { limitOf } from '../storage/limit.ts';
import { type Sql, sql, trusted } from '../storage/sql.ts';

export interface RecordPlace {
  readonly team_id: string;
  readonly connection_id: string;
  readonly record_id: string;
}

/** A record of a user; `extra_emails` is JSON or null. Of a group there are none. */
export interface OldRecord extends RecordPlace {
  readonly attributes: string;
  readonly extra_emails: string | null;
}

export interface FoldedUser {
  readonly user_name_key: string;
  readonly email_key: string | null;
  readonly display_name_key: string | null;
  readonly folded: string;
}

const MAY_DIFFER = trusted(String.raw`r.attributes::text ~ '[^\u0001-\u007f]|"\s|\s"'`);

const beyond = (after: RecordPlace | undefined): Sql =>
  after === undefined
    ? trusted('true')
    : sql`(r.team_id, r.connection_id, r.record_id)
        > (${after.team_id}::uuid, ${after.connection_id}::uuid, ${after.record_id}::uuid)`;

/** Records of users in the order of their key, from after that one. */
export const selectOldUsers = (db: Db, after: RecordPlace | undefined, limit: number): Promise<OldRecord[]> =>
  db.rows(sql`
    select r.team_id, r.connection_id, r.record_id, r.attributes, r.extra_emails from scim_user_records r
    where ${beyond(after)} and ${MAY_DIFFER} order by r.team_id, r.connection_id, r.record_id ${limitOf(limit)}`);

/** Records of groups in the order of their key, from after that one. */
export const selectOldGroups = (db: Db, after: RecordPlace | undefined, limit: number): Promise<OldRecord[]> =>
  db.rows(sql`
    select r.team_id, r.connection_id, r.record_id, r.attributes, null as extra_emails from scim_group_records r
    where ${beyond(after)} and ${MAY_DIFFER} order by r.team_id, r.connection_id, r.record_id ${limitOf(limit)}`);

/** Saves the normal forms where one differs; answers whether. The attributes must still be those that were read. */
export async function refoldUser(db: Db, place: OldRecord, columns: FoldedUser): Promise<boolean> {
  const row = await db.row(sql`
    update scim_user_records r set user_name_key = ${columns.user_name_key}, email_key = ${columns.email_key},
      display_name_key = ${columns.display_name_key}, folded = ${columns.folded}::text::jsonb
    where ${isAt(place)} and (user_name_key, email_key, display_name_key, folded) is distinct from
      (${columns.user_name_key}::text, ${columns.email_key}::text, ${columns.display_name_key}::text,
        ${columns.folded}::text::jsonb)
    returning 1 as changed`);
  return row !== undefined;
}

/** As `refoldUser`. */
export async function refoldGroup(db: Db, place: OldRecord, nameKey: string, folded: string): Promise<boolean> {
  const row = await db.row(sql`
    update scim_group_records r set display_name_key = ${nameKey}, folded = ${folded}::text::jsonb
    where ${isAt(place)} and (display_name_key, folded) is distinct from (${nameKey}::text, ${folded}::text::jsonb)
    returning 1 as changed`);
  return row !== undefined;
}

const isAt = ({ team_id, connection_id, record_id, attributes }: OldRecord): Sql => sql`
  r.team_id = ${team_id} and r.connection_id = ${connection_id} and r.record_id = ${record_id}
    and r.attributes::text = ${attributes}`;
