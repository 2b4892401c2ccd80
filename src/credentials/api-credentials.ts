// API keys and OAuth tokens of a catalog: create, list, rotate with an overlap, revoke. A token is shown only when it
// is created. Only its hash is stored.

import { type By, recordChange } from '../audit/audit-log.ts';
import { DAY_MS, instant, LAST_MOMENT } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { isBlank } from '../base/text.ts';
import { t } from '../base/texts/t.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { ALL_SCOPES, type Scope } from '../directory/roles.ts';
import { holdTeam } from '../directory/teams/teams.ts';
import type { Db, Tx } from '../storage/database.ts';
import * as store from './credential-store.ts';
import { mintToken } from './tokens.ts';

export {
  credentialVersion,
  deleteCredentialsOfCatalog,
  findAdmission,
  findCredentialCatalog,
  listCredentials,
  markUsed,
} from './credential-store.ts';

export interface NewKey {
  readonly account_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** RFC 3339, in the future. Null or absent: the key never expires. */
  readonly expires_at?: string | null;
}

export interface MadeKey {
  readonly id: string;
  /** Shown once. */
  readonly key: string;
}

const MAX_NAME_LENGTH = 120;
/** How long a rotated key stays valid by default. */
const DEFAULT_OVERLAP_MS = DAY_MS;

/**
 * Creates an API key. Fails with `validation` if the name is blank, a scope is unknown or missing, or the expiry is in
 * the past. Fails with `not-found` if the workspace is being deleted.
 */
export async function createApiKey(tx: Tx, catalogId: string, input: NewKey, now: number, by: By): Promise<MadeKey> {
  const scopes = checkedScopes(input.scopes);
  const name = checkedName(input.name);
  const expires_at = checkedExpiry(input.expires_at ?? null, now);
  const id = newId();
  const minted = mintToken('svc_api_');
  const { account_id } = input;
  await requireWorkspace(tx, catalogId);
  await store.insertKey(tx, {
    catalog_id: catalogId,
    credential_id: id,
    account_id,
    name,
    token_hash: minted.hash,
    token_prefix: minted.prefix,
    scopes,
    expires_at,
  });
  const after = { account_id, scopes, expires_at };
  await recordChange(tx, catalogId, 'credential.created', { id, name, kind: 'api_key' }, by, { after });
  return { id, key: minted.token };
}

/**
 * Replaces a key with a new one that has the same person, name, scopes and lifetime. The old key stays valid for
 * `overlapMs` (0: it ends immediately). Fails with `not-found` if the key is unknown. Fails with `conflict` if it is
 * revoked or already replaced, or if it is an app's token, which is limited to one resource (Decision 67).
 */
export async function rotateApiKey(
  tx: Tx,
  catalogId: string,
  credentialId: string,
  now: number,
  by: By,
  overlapMs = DEFAULT_OVERLAP_MS,
): Promise<MadeKey> {
  await store.holdCredential(tx, catalogId, credentialId);
  const old = await getCredential(tx, catalogId, credentialId);
  if (old.kind !== 'api_key')
    throw refuse('conflict', 'This token belongs to an app, which renews it automatically. Create a new key instead.');
  if (old.revoked_at !== null) throw refuse('conflict', 'The key is revoked. Create a new key instead.');
  if (old.replaced_by !== null) throw refuse('conflict', 'The key was already rotated. Rotate its successor instead.');
  const { account_id, name, scopes } = old;
  const made = await createApiKey(
    tx,
    catalogId,
    { account_id, name, scopes, expires_at: againFrom(old, now) },
    now,
    by,
  );
  await store.markReplaced(tx, catalogId, credentialId, made.id, instant(now + overlapMs));
  return made;
}

/** Revokes a key immediately, in every process. Fails with `not-found`. Revoking a revoked key changes nothing. */
export async function revokeCredential(tx: Tx, catalogId: string, credentialId: string, by: By): Promise<void> {
  const found = await getCredential(tx, catalogId, credentialId);
  if (!(await store.markRevoked(tx, catalogId, credentialId))) return;
  const { name, kind } = found;
  await recordChange(tx, catalogId, 'credential.revoked', { id: credentialId, name, kind }, by);
}

export type { AdmissionRow } from './credential-store.ts';

/** A credential without its token. */
export type Credential = store.CredentialRow;

/**
 * Prevents the workspace from being deleted until the transaction ends, since credentials have no foreign key that
 * would.
 */
async function requireWorkspace(tx: Tx, catalogId: string): Promise<void> {
  if (catalogId === SVC_CATALOG_ID || (await holdTeam(tx, catalogId))) return;
  throw refuse('not-found', 'There is no such workspace.');
}

/** The names of credentials, for reports of what was done with them. Contains only credentials of this catalog. */
export async function credentialsById(
  db: Db,
  catalogId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, store.NamedCredential>> {
  const named = ids.length === 0 ? [] : await store.findCredentialNames(db, catalogId, [...new Set(ids)]);
  return new Map(named.map((one) => [one.id, one]));
}

/** The ids of a person's keys and tokens, including revoked and expired ones. */
export const credentialIdsOf = async (db: Db, catalogId: string, accountId: string): Promise<string[]> =>
  (await store.selectIdsOf(db, catalogId, accountId)).map(({ id }) => id);

/** Fails with `not-found`. */
export async function getCredential(tx: Tx, catalogId: string, credentialId: string): Promise<Credential> {
  const found = await store.findCredential(tx, catalogId, credentialId);
  if (found === undefined) throw refuse('not-found', 'There is no such key in this catalog.');
  return found;
}

function checkedScopes(given: readonly string[]): Scope[] {
  const unknown = given.filter((scope) => !ALL_SCOPES.includes(scope as Scope));
  if (unknown.length > 0)
    throw invalid(
      'scopes',
      t('Unknown scope {unknown}. The scopes are {allScopes}.', {
        unknown: unknown.join(', '),
        allScopes: ALL_SCOPES.join(', '),
      }),
    );
  if (given.length === 0)
    throw invalid('scopes', t('Choose at least one of the scopes {allScopes}.', { allScopes: ALL_SCOPES.join(', ') }));
  return ALL_SCOPES.filter((scope) => given.includes(scope));
}

function checkedName(given: string): string {
  const name = given.trim();
  if (isBlank(name) || [...name].length > MAX_NAME_LENGTH)
    throw invalid('name', t('A name must have 1 to {limit} characters.', { limit: MAX_NAME_LENGTH }));
  return name;
}

function checkedExpiry(given: string | null, now: number): string | null {
  if (given === null) return null;
  const at = Date.parse(given);
  if (Number.isNaN(at) || at > LAST_MOMENT || !isDay(given.slice(0, 10)))
    throw invalid('expires_at', 'An expiry must be a date-time such as 2027-01-31T00:00:00Z.');
  if (at <= now) throw invalid('expires_at', 'The expiry is in the past. Choose a later one.');
  return instant(at);
}

/** Checks that the day exists. `Date` would silently turn February 30 into March 2. */
const isDay = (text: string): boolean => new Date(Date.parse(text)).toJSON()?.slice(0, 10) === text;

/** Gives the new key the same lifetime as the old one, starting now and limited to the latest possible date. */
const againFrom = ({ created_at, expires_at }: store.CredentialRow, now: number): string | null =>
  expires_at === null ? null : instant(Math.min(now + Date.parse(expires_at) - Date.parse(created_at), LAST_MOMENT));
