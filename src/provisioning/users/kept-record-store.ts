// SQL for the records of people who can be restored. A record is kept in `suspensions`, so its names are free.
import { emailKeyOf, people } from '../../directory/views-store.ts';
import type { Tx } from '../../storage/database.ts';
import { sql, trusted } from '../../storage/sql.ts';
import type { Scope } from '../guard/guard-store.ts';
import type { SuspensionState } from '../guard/suspension-store.ts';

/** Moves the person's record into the suspension. */
export async function moveRecord(tx: Tx, { team_id, connection_id }: Scope, { record_id, account_id }: Kept) {
  const kept = await tx.row<{ record: string }>(sql`
    select row_to_json(r)::text as record from scim_user_records r
    where r.team_id = ${team_id} and r.connection_id = ${connection_id} and r.record_id = ${record_id}`);
  await tx.rows(sql`
    update suspensions set record = ${kept?.record ?? null}::text::json
    where team_id = ${team_id} and connection_id = ${connection_id} and account_id = ${account_id}`);
  await tx.rows(sql`
    delete from scim_user_records r
    where r.team_id = ${team_id} and r.connection_id = ${connection_id} and r.record_id = ${record_id}`);
}

interface Kept {
  readonly record_id: string;
  readonly account_id: string;
}

const COLUMNS = trusted(`record_id, account_id, user_name, user_name_key, external_id, active, email, email_key,
  display_name, display_name_key, attributes, folded, extra_emails, mapping, created_at`);

/** Moves the record back, with a new version. Returns the names of the person, or the names that are taken. */
export async function returnRecord(
  tx: Tx,
  { team_id, connection_id }: Scope,
  accountId: string,
): Promise<ReturnedRecord | undefined> {
  return tx.row<ReturnedRecord>(sql`
    insert into scim_user_records as n (team_id, connection_id, ${COLUMNS}, version, last_modified)
    select s.team_id, s.connection_id, ${COLUMNS_OF_RECORD}, r.version + 1, statement_timestamp()
    from suspensions s cross join lateral json_to_record(s.record) as r (
      record_id uuid, account_id uuid, user_name text, user_name_key text, external_id text, active boolean, email text,
      email_key text, display_name text, display_name_key text, attributes json, folded jsonb, extra_emails json,
      mapping json, created_at timestamptz, version bigint)
    where s.team_id = ${team_id} and s.connection_id = ${connection_id} and s.account_id = ${accountId}
    returning n.record_id, n.account_id, n.user_name, n.external_id, n.email`);
}

const COLUMNS_OF_RECORD = trusted(`r.record_id, r.account_id, r.user_name, r.user_name_key, r.external_id, r.active,
  r.email, r.email_key, r.display_name, r.display_name_key, r.attributes, r.folded, r.extra_emails, r.mapping,
  r.created_at`);

export interface ReturnedRecord extends Kept {
  readonly user_name: string;
  readonly external_id: string | null;
  readonly email: string | null;
}

/** The names in the kept record of a person. */
export interface KeptNames {
  readonly account_id: string;
  readonly state: SuspensionState;
  readonly user_name_key: string;
  readonly external_id: string | null;
  readonly email: string | null;
}

/** The kept record of a person, by account or by the address of the account. */
export const findKept = (
  tx: Tx,
  { team_id, connection_id }: Scope,
  by: { readonly account_id: string } | { readonly address: string },
): Promise<KeptNames | undefined> =>
  tx.row<KeptNames>(sql`
    select s.account_id, s.state, s.record ->> 'user_name_key' as user_name_key,
      s.record ->> 'external_id' as external_id, p.email
    from suspensions s join ${people} p on p.account_id = s.account_id
    where s.team_id = ${team_id} and s.connection_id = ${connection_id} and s.record is not null
      and ${'account_id' in by ? sql`s.account_id = ${by.account_id}` : sql`p.email_key = ${emailKeyOf(by.address)}`}`);
