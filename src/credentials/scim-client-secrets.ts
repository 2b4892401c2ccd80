// Client secrets of SCIM connections. They expire after one to three years. Three may be valid at the same time, so
// that each can be replaced in time. See scim-access-tokens.ts for the tokens issued for them.
import { credentialsOf, type Listed } from './connection-credentials.ts';
import type { ClientSecret } from './scim-client.ts';
import * as store from './scim-client-store.ts';

/** The available lifetimes of a client secret. */
export const SECRET_EXPIRIES = ['1y', '2y', '3y'] as const;
/** The lifetimes available through a set-up link. */
export const LINK_SECRET_EXPIRIES = ['1y'] as const;
export type SecretExpiry = (typeof SECRET_EXPIRIES)[number];

export type ListedClientSecret = Listed<ClientSecret>;

/** Revoking a secret also ends every token issued for it. */
export const {
  list: listClientSecrets,
  create: createClientSecret,
  revoke: revokeClientSecret,
} = credentialsOf({
  name: 'secret',
  prefix: 'svc_secret_',
  lifetimes: { '1y': 365, '2y': 730, '3y': 1_095 } satisfies Record<SecretExpiry, number>,
  max: 3,
  tooMany: 'The connection already has three valid client secrets. Revoke an unused one first.',
  unknown: 'This connection has no such client secret.',
  idOf: ({ secret_id }: ClientSecret) => secret_id,
  made: (secret_id, secret, expires_at) => ({ secret_id, secret, expires_at }),
  select: store.selectSecrets,
  insert: store.insertSecret,
  markRevoked: store.markSecretRevoked,
});
