// SQL for bearer credentials for /v1. One query returns everything needed to admit a request.

import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Role, Scope } from '../directory/roles.ts';
import type { Plan } from '../directory/teams/plans.ts';
import { standingOf } from '../directory/views-store.ts';
import type { AuthorizationVersion } from '../storage/batched-read.ts';
import type { Db, Tx } from '../storage/database.ts';
import { matching } from '../storage/key-range.ts';
import { nextStamp } from '../storage/next-stamp.ts';
import { type Sql, sql } from '../storage/sql.ts';
import type { EndingCredential } from './ending-credential.ts';
import { forgetAllOf, inTenantOfToken, noteTokenOwner } from './owners-store.ts';

export interface CredentialRow {
  readonly catalog_id: string;
  readonly credential_id: string;
  readonly kind: 'api_key' | 'oauth';
  readonly name: string;
  readonly client_id: string | null;
  readonly token_prefix: string | null;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly replaced_by: string | null;
  readonly account_id: string;
  readonly person_name: string;
  readonly person_email: string | null;
}

export interface AdmissionRow extends CredentialRow {
  readonly team_id: string | null;
  readonly team_name: string | null;
  readonly plan: Plan | null;
  readonly trails_enabled: boolean | null;
  readonly is_member: boolean;
  readonly roles: readonly Role[];
  /** The only resource that the token may access, e.g. `/v1`. Null: every resource that accepts API keys. */
  readonly resource: string | null;
  /** The consent under which an app's tokens are issued. Null: there is no consent. */
  readonly grant_id: string | null;
  readonly authorization_version: string;
}

/** A token issued under a grant requires that the membership has not been deactivated since. An API key does not. */
const IS_ALIVE = sql`(c.grant_id is null
  or case when p.team_id is null then p.is_operator else p.is_active and p.activation = c.activation end)`;

const COLUMNS = sql`
  c.catalog_id, c.credential_id, c.kind, c.name, c.client_id, c.token_prefix, c.scopes, c.created_at, c.expires_at,
  coalesce(c.revoked_at, case when not ${IS_ALIVE} then c.created_at end) as revoked_at,
  c.last_used_at, c.replaced_by, c.account_id, p.person_name, p.person_email`;

/** A credential `c`, with the standing `p` of its person in the credential's workspace. */
const withStandingIn = (catalogId: Sql): Sql => sql`api_credentials c
  join lateral ${standingOf(sql`c.account_id`, catalogId)} p on true`;

/** Finds a credential by its token's hash, with the person's standing and the authorization version. */
export const findAdmission = (db: Db, hash: Buffer): Promise<AdmissionRow | undefined> =>
  inTenantOfToken(db, hash, (catalogId) =>
    db.row<AdmissionRow>(sql`
    select ${COLUMNS}, c.resource, c.grant_id, p.team_id, p.team_name, p.plan, p.trails_enabled, p.roles,
      case when c.catalog_id = ${SVC_CATALOG_ID} then p.is_operator else p.is_active end as is_member,
      concat_ws(':', c.stamp, p.authorization_version) as authorization_version
    from ${withStandingIn(sql`${catalogId}::uuid`)} where c.catalog_id = ${catalogId} and c.token_hash = ${hash}`),
  );

/** The authorization version of a credential's caller; null if the credential is gone. */
export const credentialVersion: AuthorizationVersion = {
  key: { catalog_id: 'uuid', credential_id: 'uuid', account_id: 'uuid' },
  tenant: 'catalog_id',
  select: (catalogId, member) => sql`(
    select concat_ws(':', c.stamp, p.authorization_version)
    from ${withStandingIn(catalogId)} where c.catalog_id = ${catalogId}
      and c.credential_id = ${member('credential_id')})`,
  // A member's stamp also changes with the member's roles and groups.
  sources: ([catalogId, credentialId, accountId]) => [
    `api_credentials ${credentialId}`,
    `accounts ${accountId}`,
    `members ${accountId}`,
    `teams ${catalogId}`,
  ],
};

export interface NewKeyRow {
  readonly catalog_id: string;
  readonly credential_id: string;
  readonly account_id: string;
  readonly name: string;
  readonly token_hash: Buffer;
  readonly token_prefix: string;
  readonly scopes: readonly Scope[];
  readonly expires_at: string | null;
}

export async function insertKey(tx: Tx, made: NewKeyRow): Promise<void> {
  await tx.rows(sql`
    insert into api_credentials (catalog_id, credential_id, account_id, kind, name, token_hash, token_prefix, scopes,
      expires_at)
    values (${made.catalog_id}, ${made.credential_id}, ${made.account_id}, 'api_key', ${made.name}, ${made.token_hash},
      ${made.token_prefix}, ${made.scopes}, ${made.expires_at})`);
  await noteTokenOwner(tx, made.catalog_id, made.token_hash);
}

/** The catalog's credentials, newest first. If an account is given, only that person's. */
export const listCredentials = (db: Db, catalogId: string, accountId?: string): Promise<CredentialRow[]> =>
  db.rows<CredentialRow>(sql`
    select ${COLUMNS} from ${withStandingIn(sql`${catalogId}::uuid`)}
    where c.catalog_id = ${catalogId} and c.grant_id is null
      and ${matching(sql`c.account_id`, accountId)}
    order by c.created_at desc, c.credential_id desc`);

export const findCredential = (db: Db, catalogId: string, credentialId: string): Promise<CredentialRow | undefined> =>
  db.row<CredentialRow>(sql`
    select ${COLUMNS} from ${withStandingIn(sql`${catalogId}::uuid`)}
    where c.catalog_id = ${catalogId} and c.credential_id = ${credentialId}`);

/** Locks the credential until the transaction ends. */
export async function holdCredential(tx: Tx, catalogId: string, credentialId: string): Promise<void> {
  await tx.rows(sql`
    select 1 from api_credentials where catalog_id = ${catalogId} and credential_id = ${credentialId}
    for no key update`);
}

export interface NamedCredential {
  readonly id: string;
  readonly kind: CredentialRow['kind'];
  readonly name: string;
}

/** The names of these credentials, including revoked and expired ones. */
export const findCredentialNames = (db: Db, catalogId: string, ids: readonly string[]): Promise<NamedCredential[]> =>
  db.rows<NamedCredential>(sql`
    select credential_id as id, kind, name from api_credentials
    where catalog_id = ${catalogId} and credential_id = any(${ids}::uuid[])`);

/** The ids of all of a person's credentials in a catalog, current and former. */
export const selectIdsOf = (db: Db, catalogId: string, accountId: string): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`
    select credential_id as id from api_credentials where catalog_id = ${catalogId} and account_id = ${accountId}`);

/** The catalog of a credential, for callers who have only its id. */
export const findCredentialCatalog = (db: Db, credentialId: string): Promise<{ catalog_id: string } | undefined> =>
  db.row(sql`select catalog_id from api_credentials where credential_id = ${credentialId}`);

/**
 * Deletes all credentials and OAuth grants of a catalog, and their entries in the owner tables. Call this before the
 * catalog is deleted.
 */
export async function deleteCredentialsOfCatalog(tx: Tx, catalogId: string): Promise<void> {
  await tx.rows(sql`delete from api_credentials where catalog_id = ${catalogId}`);
  await tx.rows(sql`delete from oauth_grants where catalog_id = ${catalogId}`);
  await forgetAllOf(tx, catalogId);
}

/** Revokes the credential immediately. False if it was already revoked. */
export async function markRevoked(tx: Tx, catalogId: string, credentialId: string): Promise<boolean> {
  const row = await tx.row(sql`
    update api_credentials set revoked_at = statement_timestamp(), stamp = ${nextStamp}
    where catalog_id = ${catalogId} and credential_id = ${credentialId} and revoked_at is null returning 1`);
  return row !== undefined;
}

/** Sets a rotated credential to expire at `until` and records its successor. */
export async function markReplaced(
  tx: Tx,
  catalogId: string,
  credentialId: string,
  by: string,
  until: string,
): Promise<void> {
  await tx.rows(sql`
    update api_credentials set replaced_by = ${by}, expires_at = least(coalesce(expires_at, 'infinity'),
      ${until}::timestamptz), stamp = ${nextStamp}
    where catalog_id = ${catalogId} and credential_id = ${credentialId}`);
}

/** Records the use without changing the authorization version. */
export async function markUsed(db: Db, catalogId: string, credentialId: string, at: string): Promise<void> {
  await db.rows(sql`
    update api_credentials set last_used_at = ${at} where catalog_id = ${catalogId} and credential_id = ${credentialId}
      and (last_used_at is null or last_used_at < ${at}::timestamptz)`);
}

/** API keys in all catalogs that expire after `from` and no later than `until`. Leaves out keys that were replaced. */
export const keysEndingBetween = (db: Db, from: string, until: string): Promise<EndingCredential[]> =>
  db.rows<EndingCredential>(sql`
    select catalog_id as team_id, 'api_key' as kind, credential_id as id, name, expires_at from api_credentials
    where kind = 'api_key' and expires_at > ${from} and expires_at <= ${until} and revoked_at is null
      and replaced_by is null
    order by expires_at`);
