// API keys and OAuth tokens of a catalog: made, listed, rotated with an overlap, revoked. A token is shown once, here,
// when it is made; what is stored cannot be turned back into it.
import { type By, recordChange } from '../audit/audit-log.ts';
import { isBlank } from '../base/blank.ts';
import { DAY_MS, instant, LAST_MOMENT } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { ALL_SCOPES, type Scope } from '../directory/roles.ts';
import { holdTeams } from '../directory/teams/teams.ts';
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
  /** RFC 3339, in the future; null or absent: never. */
  readonly expires_at?: string | null;
}

export interface MadeKey {
  readonly id: string;
  /** Shown once. */
  readonly key: string;
}

const LONGEST_NAME = 120;
/** How long the old key goes on beside the new one, unless the caller says otherwise. */
const DEFAULT_OVERLAP_MS = DAY_MS;

/**
 * Makes an API key. Refuses with `validation` a blank name, an unknown or missing scope, an expiry that is past, with
 * `not-found` where the workspace is being deleted.
 */
export async function createApiKey(tx: Tx, catalogId: string, wanted: NewKey, now: number, by: By): Promise<MadeKey> {
  const scopes = checkedScopes(wanted.scopes);
  const name = checkedName(wanted.name);
  const expires_at = checkedExpiry(wanted.expires_at ?? null, now);
  const id = newId();
  const minted = mintToken('svc_api_');
  const { account_id } = wanted;
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
 * Replaces a key by a new one with the same person, name, scopes and lifetime; the old one goes on for `overlapMs` (0:
 * it ends now). Refuses with `not-found` an unknown key, with `conflict` one that is revoked or was replaced before,
 * and the token of an app, which is good for one resource alone (Decision 67).
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
    throw refuse('conflict', 'That is the token of an app, which gets the next one itself. Create a new key instead.');
  if (old.revoked_at !== null) throw refuse('conflict', 'The key is revoked. Create a new key instead.');
  if (old.replaced_by !== null) throw refuse('conflict', 'The key was rotated before. Rotate its successor instead.');
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

/** Revokes a key at once, in every process. Refuses with `not-found`; revoking twice is no change. */
export async function revokeCredential(tx: Tx, catalogId: string, credentialId: string, by: By): Promise<void> {
  const found = await getCredential(tx, catalogId, credentialId);
  if (!(await store.markRevoked(tx, catalogId, credentialId))) return;
  const { name, kind } = found;
  await recordChange(tx, catalogId, 'credential.revoked', { id: credentialId, name, kind }, by);
}

export type { AdmissionRow } from './credential-store.ts';

/** A credential as it may be shown: everything but the token. */
export type Credential = store.CredentialRow;

/** Keeps the workspace from being deleted until the transaction ends: its credentials hang on nothing else. */
async function requireWorkspace(tx: Tx, catalogId: string): Promise<void> {
  if (catalogId === SVC_CATALOG_ID || (await holdTeams(tx, [catalogId])).has(catalogId)) return;
  throw refuse('not-found', 'There is no such workspace.');
}

/** What credentials are called, for those who tell what was done with them; absent: none of the catalog's. */
export async function credentialsById(
  db: Db,
  catalogId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, store.NamedCredential>> {
  const named = ids.length === 0 ? [] : await store.findCredentialNames(db, catalogId, [...new Set(ids)]);
  return new Map(named.map((one) => [one.id, one]));
}

/** The ids of somebody's keys and tokens, revoked and expired ones too. */
export const credentialIdsOf = async (db: Db, catalogId: string, accountId: string): Promise<string[]> =>
  (await store.selectIdsOf(db, catalogId, accountId)).map(({ id }) => id);

/** The credential. Refuses with `not-found`. */
export async function getCredential(tx: Tx, catalogId: string, credentialId: string): Promise<Credential> {
  const found = await store.findCredential(tx, catalogId, credentialId);
  if (found === undefined) throw refuse('not-found', 'There is no such key in this catalog.');
  return found;
}

function checkedScopes(given: readonly string[]): Scope[] {
  const unknown = given.filter((scope) => !ALL_SCOPES.includes(scope as Scope));
  if (unknown.length > 0)
    throw invalid('scopes', `Unknown scope ${unknown.join(', ')}. The scopes are ${ALL_SCOPES.join(', ')}.`);
  if (given.length === 0) throw invalid('scopes', `Name at least one scope of ${ALL_SCOPES.join(', ')}.`);
  return ALL_SCOPES.filter((scope) => given.includes(scope));
}

function checkedName(given: string): string {
  const name = given.trim();
  if (isBlank(name) || [...name].length > LONGEST_NAME)
    throw invalid('name', `A name must have 1 to ${LONGEST_NAME} characters.`);
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

/** A day of the calendar: the 30th of February would silently be the 2nd of March. */
const isDay = (text: string): boolean => new Date(Date.parse(text)).toJSON()?.slice(0, 10) === text;

/** As long from now as the old key was good from its making, at most until the last moment that there is. */
const againFrom = ({ created_at, expires_at }: store.CredentialRow, now: number): string | null =>
  expires_at === null ? null : instant(Math.min(now + Date.parse(expires_at) - Date.parse(created_at), LAST_MOMENT));
