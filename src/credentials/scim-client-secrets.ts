// Client secrets of SCIM connections: an expiry of one to three years, three good at once, so that each can be replaced
// in time. What they are exchanged for is in scim-access-tokens.ts.
import type { By } from '../audit/audit-log.ts';
import type { Db, Tx } from '../storage/database.ts';
import {
  type CredentialKind,
  type CredentialState,
  createOfKind,
  listOfKind,
  type MadeThrough,
  revokeOfKind,
} from './connection-credentials.ts';
import type { ClientSecret } from './scim-client.ts';
import * as store from './scim-client-store.ts';

/** What can be chosen when a client secret is made. */
export const SECRET_EXPIRIES = ['1y', '2y', '3y'] as const;
/** What a set-up link can choose. */
export const LINK_SECRET_EXPIRIES = ['1y'] as const;
export type SecretExpiry = (typeof SECRET_EXPIRIES)[number];

/** Good ones of a connection at the same time. */
const MOST_SECRETS = 3;

const KIND: CredentialKind<ClientSecret, string> = {
  name: 'secret',
  prefix: 'svc_secret_',
  lifetimes: { '1y': 365, '2y': 730, '3y': 1_095 } satisfies Record<SecretExpiry, number>,
  most: MOST_SECRETS,
  tooMany: 'The connection has three good client secrets already. Revoke one that is not used first.',
  unknown: 'There is no such client secret of this connection.',
  idOf: ({ secret_id }) => secret_id,
  select: store.selectSecrets,
  insert: (tx, teamId, connectionId, { id, hash, prefix, ...row }) =>
    store.insertSecret(tx, teamId, connectionId, { ...row, secret_id: id, secret_hash: hash, secret_prefix: prefix }),
  markRevoked: store.markSecretRevoked,
};

/** A client secret as administrators see it. `expiring`: good, but for less than 30 days. */
export interface ListedClientSecret extends ClientSecret {
  readonly state: CredentialState;
}

/**
 * Makes a client secret; one that a set-up link makes waits for the confirmation of the connection. Refuses with
 * `validation` another expiry, with `conflict` a fourth open secret.
 */
export async function createClientSecret(
  tx: Tx,
  teamId: string,
  connectionId: string,
  expires: string,
  now: number,
  by: By,
  link?: MadeThrough,
): Promise<{ secret_id: string; secret: string; expires_at: string }> {
  const { id, token, expires_at } = await createOfKind(KIND, tx, teamId, connectionId, expires, now, by, link);
  return { secret_id: id, secret: token, expires_at };
}

/**
 * Revokes a client secret, and with it every token that was issued to it, at once. Refuses with `not-found`; revoking
 * twice changes nothing.
 */
export const revokeClientSecret = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  secretId: string,
  now: number,
  by: By,
): Promise<void> => revokeOfKind(KIND, tx, teamId, connectionId, secretId, now, by);

/** The client secrets of a connection, newest first, without anything secret. */
export const listClientSecrets = (
  db: Db,
  teamId: string,
  connectionId: string,
  now: number,
): Promise<ListedClientSecret[]> => listOfKind(KIND, db, teamId, connectionId, now);
