// What tokens and client secrets of a SCIM connection have in common (contract 5.6): shown once, hash only, an expiry
// that is fixed when made, a few good at once so that one can replace the other.

import { type By, recordChange } from '../audit/audit-log.ts';
import { DAY_MS, instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { subjectOf } from '../directory/connections/connection.ts';
import { lockConnection } from '../directory/connections/connections.ts';
import type { Db, Tx } from '../storage/database.ts';
import { type MintedToken, mintToken, type TokenPrefix } from './tokens.ts';

/** What expires within this is warned of (contract 5.6). */
export const EXPIRY_WARNING_MS = 30 * DAY_MS;

/** `waiting`: made through a set-up link, and no admin has confirmed the connection yet. */
export type CredentialState = 'waiting' | 'valid' | 'expiring' | 'expired' | 'revoked';

interface Ending {
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly is_waiting: boolean;
}

/** The set-up link through which a credential is made. */
export interface MadeThrough {
  readonly link_id: string;
  /** For whom the admin made the link. */
  readonly note: string;
}

/** A credential that a set-up link makes is good for a year at most, in days. */
const MAX_LINK_DAYS = 365;

/** What a new one is stored with. */
export interface NewCredential<End extends string | null> extends Pick<MintedToken, 'hash' | 'prefix'> {
  readonly id: string;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: End;
  readonly setup_link_id: string | null;
  readonly setup_link_note: string | null;
}

/** One kind of them. */
export interface CredentialKind<Row extends Ending, End extends Row['expires_at']> {
  /** Names the id in audit entries (`token_id`) and the entries themselves (`team.connection.token_created`). */
  readonly name: 'token' | 'secret';
  readonly prefix: TokenPrefix;
  /** What can be chosen when one is made, in days; null: it never ends. */
  readonly lifetimes: Readonly<Record<string, End extends string ? number : number | null>>;
  /** How many may be good at the same time, and what a person who makes one more is told. */
  readonly most: number;
  readonly tooMany: string;
  readonly unknown: string;
  readonly idOf: (row: Row) => string;
  readonly select: (db: Db, teamId: string, connectionId: string) => Promise<Row[]>;
  readonly insert: (tx: Tx, teamId: string, connectionId: string, row: NewCredential<End>) => Promise<void>;
  readonly markRevoked: (tx: Tx, teamId: string, connectionId: string, id: string, now: string) => Promise<void>;
}

/** Those of a connection with their states, the newest first, without anything secret. */
export async function listOfKind<Row extends Ending, End extends Row['expires_at']>(
  kind: CredentialKind<Row, End>,
  db: Db,
  teamId: string,
  connectionId: string,
  now: number,
): Promise<(Row & { readonly state: CredentialState })[]> {
  const rows = await kind.select(db, teamId, connectionId);
  return rows.map((row) => ({ ...row, state: credentialStateOf(row, now) }));
}

/**
 * Makes one, for an admin or through a set-up link. Refuses with `validation` another expiry, with `conflict` one more
 * than may be good.
 */
export async function createOfKind<Row extends Ending, End extends Row['expires_at']>(
  kind: CredentialKind<Row, End>,
  tx: Tx,
  teamId: string,
  connectionId: string,
  expires: string,
  now: number,
  by: By,
  link: MadeThrough | undefined,
): Promise<{ readonly id: string; readonly token: string; readonly expires_at: End }> {
  const expires_at = expiryOf(kind, expires, now, link === undefined ? null : MAX_LINK_DAYS);
  const connection = await lockConnection(tx, teamId, connectionId);
  const all = await kind.select(tx, teamId, connectionId);
  if (all.filter((row) => isOpen(row, now)).length >= kind.most) throw refuse('conflict', kind.tooMany);
  const { token, hash, prefix } = mintToken(kind.prefix);
  const id = newId();
  const created_at = instant(now);
  const { link_id: setup_link_id = null, note: setup_link_note = null } = link ?? {};
  const made = { created_by: by.account_id, created_at, expires_at, setup_link_id, setup_link_note };
  await kind.insert(tx, teamId, connectionId, { id, hash, prefix, ...made });
  const after = { [`${kind.name}_id`]: id, expires_at };
  await recordChange(tx, teamId, `team.connection.${kind.name}_created`, subjectOf(connection), by, { after });
  return { id, token, expires_at };
}

/** Revokes one at once. Refuses with `not-found`; revoking twice changes nothing. */
export async function revokeOfKind<Row extends Ending, End extends Row['expires_at']>(
  kind: CredentialKind<Row, End>,
  tx: Tx,
  teamId: string,
  connectionId: string,
  id: string,
  now: number,
  by: By,
): Promise<void> {
  const connection = await lockConnection(tx, teamId, connectionId);
  const row = (await kind.select(tx, teamId, connectionId)).find((one) => kind.idOf(one) === id);
  if (row === undefined) throw refuse('not-found', kind.unknown);
  if (row.revoked_at !== null) return;
  await kind.markRevoked(tx, teamId, connectionId, id, instant(now));
  const before = { [`${kind.name}_id`]: id };
  await recordChange(tx, teamId, `team.connection.${kind.name}_revoked`, subjectOf(connection), by, { before });
}

/** The state of a credential with that end at `now`. `expiring`: good for less than 30 days more. */
export function credentialStateOf({ revoked_at, expires_at, is_waiting }: Ending, now: number): CredentialState {
  if (revoked_at !== null) return 'revoked';
  const left = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - now;
  if (left <= 0) return 'expired';
  if (is_waiting) return 'waiting';
  return left <= EXPIRY_WARNING_MS ? 'expiring' : 'valid';
}

/** True unless it has ended. */
function isOpen(row: Ending, now: number): boolean {
  const state = credentialStateOf(row, now);
  return state !== 'expired' && state !== 'revoked';
}

function expiryOf<Row extends Ending, End extends Row['expires_at']>(
  { lifetimes }: CredentialKind<Row, End>,
  text: string,
  now: number,
  maxDays: number | null,
): End {
  const choices = Object.keys(lifetimes).filter((name) => isWithin(lifetimes[name], maxDays));
  const days = choices.includes(text) ? lifetimes[text] : undefined;
  if (days === undefined) throw invalid('expires', `Unknown expiry ${text}. Choose one of ${choices.join(', ')}.`);
  // `lifetimes` holds a null only where an expiry may be null.
  return (days === null ? null : instant(now + days * DAY_MS)) as End;
}

const isWithin = (days: number | null | undefined, maxDays: number | null): boolean =>
  maxDays === null || (typeof days === 'number' && days <= maxDays);
