// Tokens of SCIM connections (contract 5.6). Two may be valid at the same time, so that one can replace the other. Also
// finds a token's caller.

import type { By } from '../audit/audit-log.ts';
import { havePassed, instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import type { Db, Tx } from '../storage/database.ts';
import {
  type CredentialKind,
  type CredentialState,
  createOfKind,
  credentialStateOf,
  listOfKind,
  type MadeThrough,
  revokeOfKind,
} from './connection-credentials.ts';
import { NOTE_USE_EVERY_MS } from './note-use.ts';
import type { ScimCaller, ScimToken } from './scim-token.ts';
import * as store from './scim-token-store.ts';
import type { TokenExpiry } from './token-expiry.ts';
import { looksLikeToken } from './tokens.ts';

export { tokenVersion } from './scim-token-store.ts';

const KIND: CredentialKind<ScimToken, string | null> = {
  name: 'token',
  prefix: 'svc_scim_',
  lifetimes: { '90d': 90, '180d': 180, '1y': 365, none: null } satisfies Record<TokenExpiry, number | null>,
  max: 2,
  tooMany: 'The connection already has two valid tokens. Revoke the unused one first.',
  unknown: 'This connection has no such token.',
  idOf: ({ token_id }) => token_id,
  select: store.selectTokens,
  insert: (tx, teamId, connectionId, { id, hash, prefix, ...row }) =>
    store.insertToken(tx, teamId, connectionId, { ...row, token_id: id, token_hash: hash, token_prefix: prefix }),
  markRevoked: store.markRevoked,
};

/** A token as admins see it. `expiring`: expires within 30 days. */
export interface ListedScimToken extends ScimToken {
  readonly state: CredentialState;
}

/**
 * Creates a token for a connection. One created through a set-up link waits until the connection is confirmed. Refuses
 * with `validation` if the expiry is not available, and with `conflict` if two tokens are already open.
 */
export async function createScimToken(
  tx: Tx,
  teamId: string,
  connectionId: string,
  expires: string,
  now: number,
  by: By,
  link?: MadeThrough,
): Promise<{ token_id: string; token: string; expires_at: string | null }> {
  const { id, token, expires_at } = await createOfKind(KIND, tx, teamId, connectionId, expires, now, by, link);
  return { token_id: id, token, expires_at };
}

/** Revokes a token immediately. Refuses with `not-found`. Revoking again changes nothing. */
export const revokeScimToken = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  tokenId: string,
  now: number,
  by: By,
): Promise<void> => revokeOfKind(KIND, tx, teamId, connectionId, tokenId, now, by);

/** The static tokens of a connection, newest first, without the tokens themselves. */
export const listScimTokens = (db: Db, teamId: string, connectionId: string, now: number): Promise<ListedScimToken[]> =>
  listOfKind(KIND, db, teamId, connectionId, now);

/** True if the text has the shape of a static or an issued token. Other texts are refused without a query. */
export const isScimToken = (text: string): boolean =>
  looksLikeToken('svc_scim_', text) || looksLikeToken('svc_oauth_', text);

/**
 * Finds the connection for a token, by the token's hash, in one query. Refuses with `unauthorized` if the token is
 * unknown, revoked, expired, or awaits confirmation, if it belongs to a connection other than `connectionId`, or if the
 * connection is disabled. The door checks the plan.
 */
export async function getScimCaller(db: Db, connectionId: string, hash: Buffer, now: number): Promise<ScimCaller> {
  const row = await store.findByHash(db, hash);
  if (row === undefined || row.connection_id !== connectionId.toLowerCase()) throw unauthorized(NOT_OF_THIS_CONNECTION);
  const state = credentialStateOf(row, now);
  if (state === 'revoked' || state === 'expired')
    throw unauthorized(`The token is ${state}. Create a new one in the connection settings, or request a new one.`);
  if (state === 'waiting') throw unauthorized(WAITING);
  if (!row.enabled)
    throw unauthorized('The connection is disabled. An admin can enable it in the connection settings.');
  if (row.last_used_at === null || havePassed(NOTE_USE_EVERY_MS, Date.parse(row.last_used_at), now)) {
    await store.markUsed(db, row.team_id, row.connection_id, row.token_id, instant(now));
  }
  return row;
}

const WAITING =
  'The token works once an admin of the workspace has confirmed the connection. Ask an admin to open the connection ' +
  'under Directory sync and choose "Confirm connection".';

const NOT_OF_THIS_CONNECTION =
  'The token does not belong to this connection. Copy the base URL and the token from the same connection.';

const unauthorized = (sentence: string): Error => refuse('unauthorized', sentence, { sent: true });
