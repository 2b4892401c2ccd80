// The SQL of single sign-on: a workspace's settings, links to providers' subjects, and pending sign-in attempts.

import { enterpriseManaged } from '../credentials/views-store.ts';
import { emailKeyOf, memberships, people, verifiedDomains } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { matching } from '../storage/key-range.ts';
import { laterThan } from '../storage/next-stamp.ts';
import { type Sql, sql } from '../storage/sql.ts';

export interface SettingsRow {
  readonly issuer: string;
  readonly client_id: string;
  readonly sealed_secret: string | null;
  readonly enabled: boolean;
  readonly required: boolean;
  readonly updated_at: string;
}

export const findSettings = (db: Db, teamId: string): Promise<SettingsRow | undefined> =>
  db.row<SettingsRow>(sql`
    select issuer, client_id, sealed_secret, enabled, required, updated_at from single_sign_on
      where team_id = ${teamId}`);

/** Locks the settings until the transaction ends. Lock the team first, because deleting the team deletes them too. */
export const holdSettings = (tx: Tx, teamId: string) =>
  tx.row<Pick<SettingsRow, 'issuer' | 'client_id' | 'enabled'>>(
    sql`select issuer, client_id, enabled from single_sign_on where team_id = ${teamId} for share`,
  );

export async function putSettings(tx: Tx, teamId: string, to: SettingsRow): Promise<void> {
  await tx.rows(sql`
    insert into single_sign_on (team_id, issuer, client_id, sealed_secret, enabled, required, updated_at)
    values (${teamId}, ${to.issuer}, ${to.client_id}, ${to.sealed_secret}, ${to.enabled}, ${to.required},
      ${to.updated_at})
    on conflict (team_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      sealed_secret = excluded.sealed_secret, enabled = excluded.enabled, required = excluded.required,
      updated_at = ${laterThan(sql`single_sign_on.updated_at`, sql`excluded.updated_at`)}`);
}

export async function deleteSettings(tx: Tx, teamId: string): Promise<boolean> {
  const row = await tx.row(sql`delete from single_sign_on where team_id = ${teamId} returning team_id`);
  return row !== undefined;
}

/** The workspace that has single sign-on and has verified the domain. */
export const findTeamOfDomain = (db: Db, domain: string): Promise<{ team_id: string } | undefined> =>
  db.row(sql`
    select d.team_id from ${verifiedDomains} d join single_sign_on o on o.team_id = d.team_id
    where d.domain = ${domain} and o.enabled`);

export const countDomains = async (db: Db, teamId: string): Promise<number> => {
  const row = await db.row<{ domains: number }>(sql`
    select count(*) as domains from ${verifiedDomains} d where d.team_id = ${teamId}`);
  return row?.domains ?? 0;
};

export interface LinkedMember {
  readonly account_id: string;
  readonly status: 'active' | 'deactivated';
}

export const findLinked = (db: Db, teamId: string, issuer: string, subject: string) =>
  db.row<LinkedMember>(sql`
    select l.account_id, m.status from single_sign_on_links l
    join ${memberships} m on m.team_id = l.team_id and m.account_id = l.account_id
    where l.team_id = ${teamId} and l.issuer = ${issuer} and l.subject = ${subject} for key share of l`);

/** A member whom the workspace's provider may vouch for. */
export interface Linkable {
  readonly account_id: string;
  readonly name: string;
  readonly email: string;
}

/** The active member with that address, if the team has verified the address's domain. */
export const findLinkable = (db: Db, teamId: string, email: string): Promise<Linkable | undefined> =>
  db.row<Linkable>(linkable(teamId, email));

/** Like `findLinkable`, but only members provisioned by directory sync. */
export const findProvisioned = (db: Db, teamId: string, email: string): Promise<Linkable | undefined> =>
  db.row<Linkable>(sql`${linkable(teamId, email)} and m.connection_id is not null`);

const linkable = (teamId: string, email: string): Sql => sql`
  select a.account_id, a.name, a.email from ${people} a join ${memberships} m on m.account_id = a.account_id
  join ${verifiedDomains} d on d.team_id = m.team_id and d.domain = split_part(a.email_key, '@', 2)
  where m.team_id = ${teamId} and m.status = 'active' and a.email_key = ${emailKeyOf(email)}`;

/** Workspaces `o` whose provider signs people in and vouches for apps. */
const VOUCHED_FOR = sql`single_sign_on o join ${enterpriseManaged} e on e.team_id = o.team_id and o.enabled`;

/** True if a workspace lets the issuer vouch for apps. */
export const isVouching = async (db: Db, issuer: string): Promise<boolean> =>
  (await db.row(sql`select 1 as yes from ${VOUCHED_FOR} where o.issuer = ${issuer} limit 1`)) !== undefined;

/** True if any workspace lets its provider vouch for apps. */
export const isAnyVouching = async (db: Db): Promise<boolean> =>
  (await db.row(sql`select 1 as yes from ${VOUCHED_FOR} limit 1`)) !== undefined;

/**
 * Returns at most two workspaces that let the issuer vouch and know the person, by subject or by a provisioned address.
 */
export const selectVouchedTeams = (
  db: Db,
  issuer: string,
  subject: string,
  email: string,
  teamId: string | undefined,
): Promise<{ team_id: string }[]> =>
  db.rows(sql`
    select o.team_id from ${VOUCHED_FOR}
    where o.issuer = ${issuer} and ${matching(sql`o.team_id`, teamId)}
      and (exists (select 1 from single_sign_on_links l
          where l.team_id = o.team_id and l.issuer = o.issuer and l.subject = ${subject})
        or exists (select 1 from ${people} a join ${memberships} m on m.account_id = a.account_id
          where m.team_id = o.team_id and m.connection_id is not null and a.email_key = ${emailKeyOf(email)}))
    order by o.team_id limit 2`);

export interface NewLink {
  readonly issuer: string;
  readonly subject: string;
  readonly account_id: string;
  readonly linked_at: string;
}

/** False if the subject is already linked, or the account is already linked at that issuer. */
export async function insertLink(tx: Tx, teamId: string, link: NewLink): Promise<boolean> {
  const row = await tx.row(sql`
    insert into single_sign_on_links (team_id, issuer, subject, account_id, linked_at)
    values (${teamId}, ${link.issuer}, ${link.subject}, ${link.account_id}, ${link.linked_at})
    on conflict do nothing returning subject`);
  return row !== undefined;
}

/** Deletes the links of one account, or (null) of all. Returns the number deleted. */
export async function deleteLinks(tx: Tx, teamId: string, accountId: string | null): Promise<number> {
  const gone = await tx.rows(sql`
    delete from single_sign_on_links
    where team_id = ${teamId} and ${matching(sql`account_id`, accountId ?? undefined)} returning subject`);
  return gone.length;
}

export interface SignInAttemptRow {
  readonly team_id: string;
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
  readonly return_to: string;
}

/** Stores the attempt and deletes expired ones. */
export async function insertAttempt(
  db: Db,
  attempt: SignInAttemptRow & { readonly binding_hash: Buffer; readonly expires_at: string; readonly now: string },
): Promise<void> {
  const { binding_hash, team_id, state, nonce, code_verifier, return_to, expires_at } = attempt;
  await db.rows(sql`delete from single_sign_on_attempts where expires_at <= ${attempt.now}::timestamptz`);
  await db.rows(sql`
    insert into single_sign_on_attempts (binding_hash, team_id, state, nonce, code_verifier, return_to, expires_at)
    values (${binding_hash}, ${team_id}, ${state}, ${nonce}, ${code_verifier}, ${return_to}, ${expires_at})`);
}

/** Deletes and returns the attempt if it has not expired, so it can be read only once. */
export const takeAttempt = (db: Db, hash: Buffer, now: string): Promise<SignInAttemptRow | undefined> =>
  db.row<SignInAttemptRow>(sql`
    delete from single_sign_on_attempts where binding_hash = ${hash} and expires_at > ${now}::timestamptz
    returning team_id, state, nonce, code_verifier, return_to`);
