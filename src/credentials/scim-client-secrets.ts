// Client secrets of SCIM connections: shown once, hash only, an expiry of one to three years fixed when made, three
// good at once, so that each can be replaced in time. What they are exchanged for is in scim-access-tokens.ts.
import { type By, recordChange } from '../audit/audit-log.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { lockConnection } from '../directory/connections.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { ClientSecret } from './scim-client.ts';
import * as store from './scim-client-store.ts';
import { type CredentialState, stateOf } from './scim-tokens.ts';
import { mintToken } from './tokens.ts';

/** What can be chosen when a client secret is made. */
export const SECRET_EXPIRIES = ['1y', '2y', '3y'] as const;
export type SecretExpiry = (typeof SECRET_EXPIRIES)[number];

const DAY_MS = 24 * 3_600_000;
const LIFETIME_DAYS: Readonly<Record<SecretExpiry, number>> = { '1y': 365, '2y': 730, '3y': 1_095 };
/** Good ones of a connection at the same time. */
export const MOST_SECRETS = 3;

/** A client secret as administrators see it. `expiring`: good, but for less than 30 days. */
export interface ListedClientSecret extends ClientSecret {
  readonly state: CredentialState;
}

/** Makes a client secret. Refuses with `validation` another expiry, with `conflict` a fourth good secret. */
export async function createClientSecret(
  tx: Tx,
  teamId: string,
  connectionId: string,
  expires: string,
  now: number,
  by: By,
): Promise<{ secret_id: string; secret: string; expires_at: string }> {
  const expires_at = expiryOf(expires, now);
  const { name } = await lockConnection(tx, teamId, connectionId);
  const secrets = await listClientSecrets(tx, teamId, connectionId, now);
  if (secrets.filter(({ state }) => state === 'valid' || state === 'expiring').length >= MOST_SECRETS)
    throw refuse(
      'conflict',
      'The connection has three good client secrets already. Revoke one that is not used first.',
    );
  const { token: secret, hash, prefix } = mintToken('svc_secret_');
  const secret_id = newId();
  const created_at = new Date(now).toISOString();
  const row = {
    secret_id,
    secret_hash: hash,
    secret_prefix: prefix,
    created_by: by.account_id,
    created_at,
    expires_at,
  };
  await store.insertSecret(tx, teamId, connectionId, row);
  const after = { secret_id, expires_at };
  await recordChange(tx, teamId, 'team.connection.secret_created', subjectOf(connectionId, name), by, { after });
  return { secret_id, secret, expires_at };
}

/**
 * Revokes a client secret, and with it every token that was issued to it, at once. Refuses with `not-found`; revoking
 * twice changes nothing.
 */
export async function revokeClientSecret(
  tx: Tx,
  teamId: string,
  connectionId: string,
  secretId: string,
  now: number,
  by: By,
): Promise<void> {
  const { name } = await lockConnection(tx, teamId, connectionId);
  const secret = (await store.selectSecrets(tx, teamId, connectionId)).find(({ secret_id }) => secret_id === secretId);
  if (secret === undefined) throw refuse('not-found', 'There is no such client secret of this connection.');
  if (secret.revoked_at !== null) return;
  await store.markSecretRevoked(tx, teamId, connectionId, secretId, new Date(now).toISOString());
  const before = { secret_id: secretId };
  await recordChange(tx, teamId, 'team.connection.secret_revoked', subjectOf(connectionId, name), by, { before });
}

/** The client secrets of a connection, newest first, without anything secret. */
export async function listClientSecrets(
  db: Db,
  teamId: string,
  connectionId: string,
  now: number,
): Promise<ListedClientSecret[]> {
  const rows = await store.selectSecrets(db, teamId, connectionId);
  return rows.map((row) => ({ ...row, state: stateOf(row, now) }));
}

function expiryOf(text: string, now: number): string {
  const expiry = SECRET_EXPIRIES.find((known) => known === text);
  if (expiry === undefined)
    throw invalid('expires', `Unknown expiry ${text}. Choose one of ${SECRET_EXPIRIES.join(', ')}.`);
  return new Date(now + LIFETIME_DAYS[expiry] * DAY_MS).toISOString();
}

const subjectOf = (id: string, name: string) => ({ kind: 'connection', id, name });
