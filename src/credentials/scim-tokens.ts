// Tokens of SCIM connections (contract 5.6): two good at once so that one can replace the other, and the caller that a
// token stands for.

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
  most: 2,
  tooMany: 'The connection has two good tokens already. Revoke the one that is no longer used first.',
  unknown: 'There is no such token of this connection.',
  idOf: ({ token_id }) => token_id,
  select: store.selectTokens,
  insert: (tx, teamId, connectionId, { id, hash, prefix, ...row }) =>
    store.insertToken(tx, teamId, connectionId, { ...row, token_id: id, token_hash: hash, token_prefix: prefix }),
  markRevoked: store.markRevoked,
};

/** A token as administrators see it. `expiring`: good, but for less than 30 days. */
export interface ListedScimToken extends ScimToken {
  readonly state: CredentialState;
}

/**
 * Makes a token of a connection; one that a set-up link makes waits for the confirmation of the connection. Refuses
 * with `validation` another expiry, with `conflict` a third open token.
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

/** Revokes a token at once. Refuses with `not-found`; revoking twice changes nothing. */
export const revokeScimToken = (
  tx: Tx,
  teamId: string,
  connectionId: string,
  tokenId: string,
  now: number,
  by: By,
): Promise<void> => revokeOfKind(KIND, tx, teamId, connectionId, tokenId, now, by);

/** The static tokens of a connection, newest first, without anything secret. */
export const listScimTokens = (db: Db, teamId: string, connectionId: string, now: number): Promise<ListedScimToken[]> =>
  listOfKind(KIND, db, teamId, connectionId, now);

/** True for the shape of a static token or of an issued one: anything else is refused without a query. */
export const isScimToken = (text: string): boolean =>
  looksLikeToken('svc_scim_', text) || looksLikeToken('svc_oauth_', text);

/**
 * The connection that a token speaks for, by the token's hash: one look-up. Refuses with `unauthorized` one that is
 * unknown, revoked, expired, waiting for a confirmation, of another connection than the address names, or of a
 * disabled one. The plan is the door's to judge.
 */
export async function getScimCaller(db: Db, connectionId: string, hash: Buffer, now: number): Promise<ScimCaller> {
  const row = await store.findByHash(db, hash);
  if (row === undefined || row.connection_id !== connectionId.toLowerCase()) throw unauthorized(NOT_OF_THIS_CONNECTION);
  const state = credentialStateOf(row, now);
  if (state === 'revoked' || state === 'expired')
    throw unauthorized(`The token is ${state}. Create a new one in the connection settings, or ask for a new one.`);
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
  'under Directory sync and to choose "Confirm connection".';

const NOT_OF_THIS_CONNECTION =
  'The token is not one of this connection. Copy base URL and token from the same connection.';

const unauthorized = (sentence: string): Error => refuse('unauthorized', sentence, { sent: true });
