// SQL that finds the records whose names or addresses are in the way of a user.
import { emailKeyOf, people } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { lookedUp } from '../rows/record-lookup-store.ts';
import type { ScimContext } from '../scim-context.ts';

/** A value that only one user of a connection may have. */
export type UniqueAttribute = 'userName' | 'externalId' | 'emails';

/** Another record of the connection with the same value. */
export interface Holder {
  readonly attribute: UniqueAttribute;
  readonly record_id: string;
  readonly active: boolean;
}

export interface UniqueNames {
  readonly user_name_key: string;
  readonly external_id: string | null;
  /** The address whose account must not have a record; null to leave it out. */
  readonly email: string | null;
}

const byKey = (context: ScimContext, condition: Sql): Sql => lookedUp('scim_user_records', context, condition);

/** The connection's records, except `exceptId`, that have one of the names. At most one for each attribute. */
export const selectHolders = (
  db: Db,
  context: ScimContext,
  { user_name_key, external_id, email }: UniqueNames,
  exceptId: string | null,
): Promise<Holder[]> =>
  db.rows<Holder>(sql`
    select h.attribute, h.record_id, h.active from (
      select 'userName' as attribute, r.record_id, r.active
      from ${byKey(context, sql`r.user_name_key = ${user_name_key}`)} r
      union all select 'externalId', r.record_id, r.active
      from ${byKey(context, sql`r.external_id = ${external_id}`)} r
      union all select 'emails', r.record_id, r.active
      from ${people} p cross join lateral ${byKey(context, sql`r.account_id = p.account_id`)} r
      where p.email_key = ${emailKeyOf(email ?? '')}
    ) h where h.record_id is distinct from ${exceptId}::uuid`);

/** Another person in this connection whose record has that email address or uses it as userName. */
export const findEmailHolder = (db: Db, context: ScimContext, accountId: string, key: string) =>
  db.row<Omit<Holder, 'attribute'>>(sql`
    select h.record_id, h.active from (
      select r.record_id, r.account_id, r.active from ${byKey(context, sql`r.email_key = ${key}`)} r
      union all select r.record_id, r.account_id, r.active from ${byKey(context, sql`r.user_name_key = ${key}`)} r
    ) h where h.account_id <> ${accountId} limit 1`);
