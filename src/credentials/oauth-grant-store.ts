// SQL for OAuth grants and their access tokens. To avoid deadlocks, transactions lock the membership first, then the
// grant, then its tokens.

import { standingOf } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { matching } from '../storage/key-range.ts';
import { nextStamp } from '../storage/next-stamp.ts';
import { type Sql, sql } from '../storage/sql.ts';
import { firstOver } from '../storage/sweep-limit.ts';
import { forgetIds, forgetTokens, inTenantOfId, inTenantOfToken, noteIdOwner, noteTokenOwner } from './owners-store.ts';

export interface OauthGrantRow {
  readonly catalog_id: string;
  readonly grant_id: string;
  readonly account_id: string;
  readonly client_id: string;
  readonly client_name: string;
  /** Empty for a program on the person's own machine. */
  readonly client_host: string;
  /** A path such as `/v1`. */
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly origin: 'consent' | 'device' | 'approval' | 'identity-provider';
  readonly created_at: string;
  readonly expires_at: string;
}

export interface ListedGrantRow extends OauthGrantRow {
  readonly person_name: string;
  readonly person_email: string | null;
  readonly last_used_at: string | null;
}

export interface AccessTokenRow {
  readonly catalog_id: string;
  readonly credential_id: string;
  readonly grant_id: string | null;
  readonly account_id: string;
  readonly client_id: string;
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string;
}

const COLUMNS = sql`g.catalog_id, g.grant_id, g.account_id, g.client_id, g.client_name, g.client_host, g.resource,
  g.scopes,
  g.origin, g.created_at, g.expires_at`;

/** A grant `g` with the standing `p` of its person in the grant's workspace. */
const withStandingIn = (catalogId: string): Sql => sql`oauth_grants g
  join lateral ${standingOf(sql`g.account_id`, sql`${catalogId}::uuid`)} p on true`;

/** A grant and its tokens are valid only while the membership has the activation under which the grant was made. */
const IS_ALIVE = sql`
  case when p.team_id is null then p.is_operator else p.is_active and p.activation = g.activation end`;

export async function insertOauthGrant(tx: Db, grant: OauthGrantRow, activation: number): Promise<void> {
  await tx.rows(sql`
    insert into oauth_grants (catalog_id, grant_id, account_id, client_id, client_name, client_host, resource, scopes,
      origin, created_at, expires_at, activation)
    values (${grant.catalog_id}, ${grant.grant_id}, ${grant.account_id}, ${grant.client_id}, ${grant.client_name},
      ${grant.client_host}, ${grant.resource}, ${grant.scopes}, ${grant.origin}, ${grant.created_at},
        ${grant.expires_at},
      ${activation})`);
  await noteIdOwner(tx, grant.catalog_id, grant.grant_id);
}

/** Inserts or renews a grant from an identity provider. Returns the stored grant. */
export async function putVouchedGrant(tx: Tx, grant: OauthGrantRow, activation: number): Promise<OauthGrantRow> {
  const row = await tx.row<OauthGrantRow>(sql`
    insert into oauth_grants as g (catalog_id, grant_id, account_id, client_id, client_name, client_host, resource,
      scopes, origin, created_at, expires_at, activation)
    values (${grant.catalog_id}, ${grant.grant_id}, ${grant.account_id}, ${grant.client_id}, ${grant.client_name},
      ${grant.client_host}, ${grant.resource}, ${grant.scopes}, 'identity-provider', ${grant.created_at},
      ${grant.expires_at}, ${activation})
    on conflict (catalog_id, account_id, client_id, resource, activation)
      where origin = 'identity-provider' and revoked_at is null
    do update set scopes = excluded.scopes, expires_at = excluded.expires_at, client_name = excluded.client_name
    returning ${COLUMNS}`);
  await noteIdOwner(tx, grant.catalog_id, row?.grant_id ?? grant.grant_id);
  return row ?? grant;
}

/** Finds a live grant by its id alone. The catalog comes from `id_owners`. */
export const findGrant = (db: Db, grantId: string, now: string): Promise<OauthGrantRow | undefined> =>
  inTenantOfId(db, grantId, (catalogId) =>
    db.row<OauthGrantRow>(sql`
      select ${COLUMNS} from ${withStandingIn(catalogId)}
      where g.catalog_id = ${catalogId} and g.grant_id = ${grantId} and ${IS_ALIVE} and g.revoked_at is null
        and g.expires_at > ${now}::timestamptz`),
  );

/** Locks the grant until the transaction ends. False if it was revoked or belongs to an earlier activation. */
export async function holdGrant(tx: Tx, catalogId: string, grantId: string, activation: number): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from oauth_grants where catalog_id = ${catalogId} and grant_id = ${grantId}
      and revoked_at is null and activation = ${activation} for share`);
  return row !== undefined;
}

/** Names every token of a grant after its client. A grant has few valid tokens, so this is cheap. */
export async function insertAccessToken(
  tx: Tx,
  grant: OauthGrantRow,
  token: AccessTokenRow,
  hash: Buffer,
  activation: number,
): Promise<void> {
  await tx.rows(sql`
    insert into api_credentials (catalog_id, credential_id, account_id, kind, name, client_id, resource, grant_id,
      token_hash, token_prefix, scopes, created_at, expires_at, activation)
    values (${token.catalog_id}, ${token.credential_id}, ${token.account_id}, 'oauth', ${grant.client_name},
      ${token.client_id}, ${token.resource}, ${token.grant_id}, ${hash}, null, ${token.scopes}, ${token.created_at},
      ${token.expires_at}, ${activation})`);
  await noteTokenOwner(tx, token.catalog_id, hash);
}

/** The token with that hash, if it is valid. */
export const findAccessToken = (db: Db, hash: Buffer, now: string): Promise<AccessTokenRow | undefined> =>
  inTenantOfToken(db, hash, (catalogId) =>
    db.row<AccessTokenRow>(sql`
      select g.catalog_id, g.credential_id, g.grant_id, g.account_id, g.client_id, g.resource, g.scopes, g.created_at,
        g.expires_at
      from api_credentials g join lateral ${standingOf(sql`g.account_id`, sql`${catalogId}::uuid`)} p on true
      where g.catalog_id = ${catalogId} and g.token_hash = ${hash} and g.kind = 'oauth'
        and g.revoked_at is null and g.expires_at > ${now}::timestamptz and ${IS_ALIVE}`),
  );

export async function revokeAccessToken(db: Db, hash: Buffer): Promise<void> {
  await inTenantOfToken(db, hash, (catalogId) =>
    db.rows(sql`
      update api_credentials set revoked_at = statement_timestamp(), stamp = ${nextStamp}
      where catalog_id = ${catalogId} and token_hash = ${hash} and kind = 'oauth' and revoked_at is null`),
  );
}

export interface GrantFilter {
  readonly grant_id?: string | undefined;
  readonly account_id?: string | undefined;
  readonly client_id?: string | undefined;
  readonly origin?: OauthGrantRow['origin'] | undefined;
  /** Only grants that people have agreed to, and none of this account's. */
  readonly agreed_except?: string | undefined;
}

const agreedByOthers = (accountId: string | undefined): Sql =>
  accountId === undefined ? sql`true` : sql`g.account_id <> ${accountId} and g.origin <> 'identity-provider'`;

/** Revokes the catalog's live grants that match the filter, together with their tokens. Returns the grants. */
export async function revokeGrants(tx: Tx, catalogId: string, filter: GrantFilter): Promise<OauthGrantRow[]> {
  const revoked = await tx.rows<OauthGrantRow>(sql`
    update oauth_grants g set revoked_at = statement_timestamp()
    where g.catalog_id = ${catalogId} and g.revoked_at is null
      and ${matching(sql`g.grant_id`, filter.grant_id)} and ${matching(sql`g.account_id`, filter.account_id)}
      and ${matching(sql`g.client_id`, filter.client_id)} and ${matching(sql`g.origin`, filter.origin)}
      and ${agreedByOthers(filter.agreed_except)}
    returning ${COLUMNS}`);
  if (revoked.length === 0) return [];
  await tx.rows(sql`
    update api_credentials set revoked_at = statement_timestamp(), stamp = ${nextStamp}
    where catalog_id = ${catalogId} and grant_id = any(${revoked.map((grant) => grant.grant_id)}::uuid[])
      and revoked_at is null`);
  return revoked;
}

/** The catalog's live grants, newest first. If an account is given, only that person's. */
export const selectGrants = (db: Db, catalogId: string, accountId: string | undefined, now: string) =>
  db.rows<ListedGrantRow>(sql`
    select ${COLUMNS}, p.person_name, p.person_email,
      (select max(c.last_used_at) from api_credentials c
        where c.catalog_id = ${catalogId} and c.grant_id = g.grant_id) as last_used_at
    from ${withStandingIn(catalogId)}
    where ${IS_ALIVE} and g.catalog_id = ${catalogId} and g.revoked_at is null and g.expires_at > ${now}::timestamptz
      and ${matching(sql`g.account_id`, accountId)}
    order by g.created_at desc, g.grant_id desc`);

/** True if the person has a live grant of the client in the catalog. */
export const hasGrant = async (
  db: Db,
  catalogId: string,
  accountId: string,
  clientId: string,
  now: string,
): Promise<boolean> =>
  (await db.row(sql`
    select 1 from ${withStandingIn(catalogId)}
    where ${IS_ALIVE} and g.catalog_id = ${catalogId} and g.account_id = ${accountId} and g.client_id = ${clientId}
      and g.revoked_at is null and g.expires_at > ${now}::timestamptz limit 1`)) !== undefined;

/** Deletes tokens that expired before the given time. Returns the number deleted. */
export async function deleteEndedTokens(db: Db, before: string): Promise<number> {
  const tokens = await db.rows<{ token_hash: Buffer }>(sql`
    delete from api_credentials where ${firstOver(
      db,
      sql`api_credentials`,
      ['expires_at', 'catalog_id', 'credential_id'],
      sql`kind = 'oauth' and grant_id is not null and expires_at < ${before}::timestamptz`,
    )} returning token_hash`);
  await forgetTokens(
    db,
    tokens.map(({ token_hash }) => token_hash),
  );
  return tokens.length;
}

/** Deletes grants that ended before the given time. Returns the number deleted. */
export async function deleteEndedGrants(db: Db, before: string): Promise<number> {
  const grants = await db.rows<{ grant_id: string }>(sql`
    delete from oauth_grants where ${firstOver(
      db,
      sql`oauth_grants`,
      ['least(expires_at, revoked_at)', 'catalog_id', 'grant_id'],
      sql`least(expires_at, revoked_at) < ${before}::timestamptz`,
    )} returning grant_id`);
  await forgetIds(
    db,
    grants.map(({ grant_id }) => grant_id),
  );
  return grants.length;
}
