// Tokens of SCIM connections (contract 5.6): shown once, hash only, an expiry fixed when made, two good at once so that
// one can replace the other.

import { type By, recordChange } from '../audit/audit-log.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { lockConnection } from '../directory/connections.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { ScimCaller, ScimToken } from './scim-token.ts';
import * as store from './scim-token-store.ts';
import { hashToken, looksLikeToken, mintToken } from './tokens.ts';

/** What can be chosen when a token is made (contract 8). */
export const TOKEN_EXPIRIES = ['90d', '180d', '1y', 'none'] as const;
export type TokenExpiry = (typeof TOKEN_EXPIRIES)[number];

const DAY_MS = 24 * 3_600_000;
const LIFETIME_DAYS: Readonly<Record<TokenExpiry, number | null>> = { '90d': 90, '180d': 180, '1y': 365, none: null };
/** A token that expires within this is warned of (contract 5.6). */
export const EXPIRY_WARNING_MS = 30 * DAY_MS;
const MOST_AT_ONCE = 2;
/** `last_used_at` is written at most this often a token. */
export const NOTE_USE_EVERY_MS = 5 * 60_000;

export type CredentialState = 'valid' | 'expiring' | 'expired' | 'revoked';

/** A token as administrators see it. `expiring`: good, but for less than 30 days. */
export interface ListedScimToken extends ScimToken {
  readonly state: CredentialState;
}

/** The authorization version of a token's caller: null when the token is gone. */
export const { tokenVersion } = store;

/** Makes a token of a connection. Refuses with `validation` another expiry, with `conflict` a third good token. */
export async function createScimToken(
  tx: Tx,
  teamId: string,
  connectionId: string,
  expires: string,
  now: number,
  by: By,
): Promise<{ token_id: string; token: string; expires_at: string | null }> {
  const expires_at = expiryOf(expires, now);
  const { name } = await lockConnection(tx, teamId, connectionId);
  const tokens = await listScimTokens(tx, teamId, connectionId, now);
  if (tokens.filter(isGood).length >= MOST_AT_ONCE)
    throw refuse(
      'conflict',
      'The connection has two good tokens already. Revoke the one that is no longer used first.',
    );
  const { token, hash, prefix } = mintToken('svc_scim_');
  const token_id = newId();
  const row = { token_id, token_hash: hash, token_prefix: prefix, expires_at, created_by: by.account_id };
  await store.insertToken(tx, teamId, connectionId, { ...row, created_at: new Date(now).toISOString() });
  const after = { token_id, expires_at };
  await recordChange(tx, teamId, 'team.connection.token_created', subjectOf(connectionId, name), by, { after });
  return { token_id, token, expires_at };
}

/** Revokes a token at once. Refuses with `not-found`; revoking twice changes nothing. */
export async function revokeScimToken(
  tx: Tx,
  teamId: string,
  connectionId: string,
  tokenId: string,
  now: number,
  by: By,
): Promise<void> {
  const { name } = await lockConnection(tx, teamId, connectionId);
  const found = (await store.selectTokens(tx, teamId, connectionId)).find(({ token_id }) => token_id === tokenId);
  if (found === undefined) throw refuse('not-found', 'There is no such token of this connection.');
  if (found.revoked_at !== null) return;
  await store.markRevoked(tx, teamId, connectionId, tokenId, new Date(now).toISOString());
  const before = { token_id: tokenId };
  await recordChange(tx, teamId, 'team.connection.token_revoked', subjectOf(connectionId, name), by, { before });
}

/** The static tokens of a connection, newest first, without anything secret. */
export async function listScimTokens(
  db: Db,
  teamId: string,
  connectionId: string,
  now: number,
): Promise<ListedScimToken[]> {
  const rows = await store.selectTokens(db, teamId, connectionId);
  return rows.map((row) => ({ ...row, state: stateOf(row, now) }));
}

/**
 * The connection that `token` speaks for: one hash, one look-up. Refuses with `unauthorized` what is garbage, unknown,
 * revoked, expired, of another connection than the address names, or of a disabled one. The plan is the door's to
 * judge.
 */
export async function getScimCaller(db: Db, connectionId: string, token: string, now: number): Promise<ScimCaller> {
  if (!isScimToken(token)) throw unauthorized(NOT_OF_THIS_CONNECTION);
  return findScimCaller(db, connectionId, hashToken(token), now);
}

/** True for the shape of a static token or of an issued one: anything else is refused without a query. */
export const isScimToken = (text: string): boolean =>
  looksLikeToken('svc_scim_', text) || looksLikeToken('svc_oauth_', text);

/** `getScimCaller` for who has hashed the token already. */
export async function findScimCaller(db: Db, connectionId: string, hash: Buffer, now: number): Promise<ScimCaller> {
  const row = await store.findByHash(db, hash);
  if (row === undefined || row.connection_id !== connectionId.toLowerCase()) throw unauthorized(NOT_OF_THIS_CONNECTION);
  const state = stateOf(row, now);
  if (state === 'revoked' || state === 'expired')
    throw unauthorized(`The token is ${state}. Create a new one in the connection settings, or ask for a new one.`);
  if (!row.enabled)
    throw unauthorized('The connection is disabled. An admin can enable it in the connection settings.');
  if (row.last_used_at === null || now - Date.parse(row.last_used_at) >= NOTE_USE_EVERY_MS) {
    await store.markUsed(db, row.team_id, row.connection_id, row.token_id, new Date(now).toISOString());
  }
  return row;
}

const NOT_OF_THIS_CONNECTION =
  'The token is not one of this connection. Copy base URL and token from the same connection.';

const isGood = ({ state }: ListedScimToken): boolean => state === 'valid' || state === 'expiring';

/** Whether what has that end is good at `now`. `expiring`: for less than 30 days more. */
export function stateOf(token: Pick<ScimToken, 'revoked_at' | 'expires_at'>, now: number): CredentialState {
  if (token.revoked_at !== null) return 'revoked';
  if (token.expires_at === null) return 'valid';
  const left = Date.parse(token.expires_at) - now;
  if (left <= 0) return 'expired';
  return left <= EXPIRY_WARNING_MS ? 'expiring' : 'valid';
}

function expiryOf(given: string, now: number): string | null {
  const expiry = TOKEN_EXPIRIES.find((known) => known === given);
  if (expiry === undefined) {
    const message = `Unknown expiry ${given}. Choose one of ${TOKEN_EXPIRIES.join(', ')}.`;
    throw invalid('expires', message);
  }
  const days = LIFETIME_DAYS[expiry];
  return days === null ? null : new Date(now + days * DAY_MS).toISOString();
}

const unauthorized = (sentence: string): Error => refuse('unauthorized', sentence, { sent: true });
const subjectOf = (id: string, name: string) => ({ kind: 'connection', id, name });
