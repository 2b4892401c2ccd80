// Client secrets of SCIM connections. They expire after one to three years. Three may be valid at the same time, so
// that each can be replaced in time. For the tokens issued for them see scim-access-tokens.ts.
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

/** The available lifetimes of a client secret. */
export const SECRET_EXPIRIES = ['1y', '2y', '3y'] as const;
/** The lifetimes available through a set-up link. */
export const LINK_SECRET_EXPIRIES = ['1y'] as const;
export type SecretExpiry = (typeof SECRET_EXPIRIES)[number];

/** Maximum number of valid secrets per connection. */
const MAX_SECRETS = 3;

const KIND: CredentialKind<ClientSecret, string> = {
  name: 'secret',
  prefix: 'svc_secret_',
  lifetimes: { '1y': 365, '2y': 730, '3y': 1_095 } satisfies Record<SecretExpiry, number>,
  max: MAX_SECRETS,
  tooMany: 'The connection already has three valid client secrets. Revoke an unused one first.',
  unknown: 'This connection has no such client secret.',
  idOf: ({ secret_id }) => secret_id,
  select: store.selectSecrets,
  insert: (tx, teamId, connectionId, { id, hash, prefix, ...row }) =>
    store.insertSecret(tx, teamId, connectionId, { ...row, secret_id: id, secret_hash: hash, secret_prefix: prefix }),
  markRevoked: store.markSecretRevoked,
};

/** A client secret as admins see it. `expiring`: expires within 30 days. */
export interface ListedClientSecret extends ClientSecret {
  readonly state: CredentialState;
}

/**
 * Creates a client secret. One created through a set-up link waits until the connection is confirmed. Refuses with
 * `validation` if the expiry is not available, and with `conflict` if three secrets are already open.
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
 * Revokes a client secret and every token issued for it, immediately. Refuses with `not-found`. Revoking again changes
 * nothing.
 */
export const revokeClientSecret = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  secretId: string,
  now: number,
  by: By,
): Promise<void> => revokeOfKind(KIND, tx, teamId, connectionId, secretId, now, by);

/** The client secrets of a connection, newest first, without the secrets themselves. */
export const listClientSecrets = (
  db: Db,
  teamId: string,
  connectionId: string,
  now: number,
): Promise<ListedClientSecret[]> => listOfKind(KIND, db, teamId, connectionId, now);
