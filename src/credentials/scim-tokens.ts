// Tokens of SCIM connections (contract 5.6). Two may be valid at the same time, so that one can replace the other. Also
// finds the caller that a token identifies.

import { havePassed, instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { type Sentence, t } from '../base/texts/t.ts';
import type { Db } from '../storage/database.ts';
import { credentialStateOf, credentialsOf, type Listed } from './connection-credentials.ts';
import { NOTE_USE_EVERY_MS } from './note-use.ts';
import type { ScimCaller, ScimToken } from './scim-token.ts';
import * as store from './scim-token-store.ts';
import type { TokenExpiry } from './token-expiry.ts';
import { looksLikeToken } from './tokens.ts';

export { tokenVersion } from './scim-token-store.ts';

export type ListedScimToken = Listed<ScimToken>;

/** The static tokens of connections. */
export const {
  list: listScimTokens,
  create: createScimToken,
  revoke: revokeScimToken,
} = credentialsOf({
  name: 'token',
  prefix: 'svc_scim_',
  lifetimes: { '90d': 90, '180d': 180, '1y': 365, none: null } satisfies Record<TokenExpiry, number | null>,
  max: 2,
  tooMany: 'The connection already has two valid tokens. Revoke the unused one first.',
  unknown: 'This connection has no such token.',
  idOf: ({ token_id }: ScimToken) => token_id,
  made: (token_id, token, expires_at) => ({ token_id, token, expires_at }),
  select: store.selectTokens,
  insert: store.insertToken,
  markRevoked: store.markRevoked,
});

/** True if the text has the format of a static or issued token. Other texts are rejected without a query. */
export const isScimToken = (text: string): boolean =>
  looksLikeToken('svc_scim_', text) || looksLikeToken('svc_oauth_', text);

/**
 * Finds the connection that a token identifies, by the token's hash, in one query. Fails with `unauthorized` if the
 * token is unknown, revoked or expired, awaits confirmation, or belongs to a connection other than `connectionId`, or
 * if the connection is disabled. The endpoint checks the plan.
 */
export async function getScimCaller(db: Db, connectionId: string, hash: Buffer, now: number): Promise<ScimCaller> {
  const row = await store.findByHash(db, hash);
  if (row === undefined || row.connection_id !== connectionId.toLowerCase()) throw unauthorized(NOT_OF_THIS_CONNECTION);
  const state = credentialStateOf(row, now);
  if (state === 'revoked' || state === 'expired')
    throw unauthorized(
      t(
        'The token is {state, select, revoked {revoked} other {expired}}. Create a new one in the connection ' +
          'settings, or request a new one.',
        { state },
      ),
    );
  if (state === 'waiting') throw unauthorized(WAITING);
  if (!row.enabled)
    throw unauthorized('The connection is disabled. An admin can enable it in the connection settings.');
  if (row.last_used_at === null || havePassed(NOTE_USE_EVERY_MS, Date.parse(row.last_used_at), now)) {
    await store.markUsed(db, row.team_id, row.connection_id, row.token_id, instant(now));
  }
  return row;
}

const WAITING: Sentence =
  'The token works once an admin of the workspace has confirmed the connection. Ask an admin to open the connection ' +
  'under Directory sync and choose "Confirm connection".';

const NOT_OF_THIS_CONNECTION: Sentence =
  'The token does not belong to this connection. Copy the base URL and the token from the same connection.';

const unauthorized = (sentence: Sentence): Error => refuse('unauthorized', sentence, { sent: true });
