// The common rules for tokens and client secrets of a SCIM connection (contract 5.6). They are shown once, stored as
// hashes, and have a fixed expiry. Several may be valid at the same time, so that one can replace another.

import { type By, recordChange } from '../audit/audit-log.ts';
import { DAY_MS, instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { invalid } from '../base/issue.ts';
import { refuse } from '../base/refusal.ts';
import { type Sentence, t } from '../base/texts/t.ts';
import { subjectOf } from '../directory/connections/connection.ts';
import { lockConnection } from '../directory/connections/connections.ts';
import type { Db, Tx } from '../storage/database.ts';
import { type MintedToken, mintToken, type TokenPrefix } from './tokens.ts';

/** Credentials that expire within this time trigger a warning (contract 5.6). */
export const EXPIRY_WARNING_MS = 30 * DAY_MS;

/** `waiting`: created through a set-up link, and no admin has confirmed the connection yet. */
export type CredentialState = 'waiting' | 'valid' | 'expiring' | 'expired' | 'revoked';

interface Ending {
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly is_waiting: boolean;
}

/** The set-up link that created a credential. */
export interface MadeThrough {
  readonly link_id: string;
  /** The person that the admin created the link for. */
  readonly note: string;
}

/** Maximum lifetime, in days, of a credential created through a set-up link. */
const MAX_LINK_DAYS = 365;

/** The values to store for a new credential. */
export interface NewCredential<End extends string | null> extends Pick<MintedToken, 'hash' | 'prefix'> {
  readonly id: string;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: End;
  readonly setup_link_id: string | null;
  readonly setup_link_note: string | null;
}

/** One kind of credential: tokens or client secrets. */
interface CredentialKind<Row extends Ending, Made> {
  /**
   * Part of the names of audit entries (`team.connection.token_created`), and of the field with the id (`token_id`).
   */
  readonly name: 'token' | 'secret';
  readonly prefix: TokenPrefix;
  /** The available lifetimes in days. Null: the credential never expires. */
  readonly lifetimes: Readonly<Record<string, Row['expires_at'] extends string ? number : number | null>>;
  /** How many may be valid at the same time. `tooMany` is the error if that limit is reached. */
  readonly max: number;
  readonly tooMany: Sentence;
  readonly unknown: Sentence;
  readonly idOf: (row: Row) => string;
  /** The response to the creation of a credential. No other response contains the token. */
  readonly made: (id: string, token: string, expires_at: Row['expires_at']) => Made;
  readonly select: (db: Db, teamId: string, connectionId: string) => Promise<Row[]>;
  readonly insert: (
    tx: Tx,
    teamId: string,
    connectionId: string,
    row: NewCredential<Row['expires_at']>,
  ) => Promise<void>;
  readonly markRevoked: (tx: Tx, teamId: string, connectionId: string, id: string, now: string) => Promise<void>;
}

/** A credential as admins see it. `expiring`: it expires within 30 days. */
export type Listed<Row> = Row & { readonly state: CredentialState };

interface Credentials<Row, Made> {
  /** The connection's credentials, newest first, without the tokens themselves. */
  list(db: Db, teamId: string, connectionId: string, now: number): Promise<Listed<Row>[]>;
  /**
   * Creates a credential, for an admin or through a set-up link. One from a set-up link waits until the connection is
   * confirmed. Fails with `validation` if the expiry is not available, and with `conflict` if too many credentials are
   * valid.
   */
  create(
    tx: Tx,
    teamId: string,
    connectionId: string,
    expires: string,
    now: number,
    by: By,
    link?: MadeThrough,
  ): Promise<Made>;
  /** Revokes a credential immediately. Fails with `not-found`. Revoking a revoked credential changes nothing. */
  revoke(tx: Tx, teamId: string, connectionId: string, id: string, now: number, by: By): Promise<void>;
}

export const credentialsOf = <Row extends Ending, Made>(kind: CredentialKind<Row, Made>): Credentials<Row, Made> => ({
  async list(db, teamId, connectionId, now) {
    const rows = await kind.select(db, teamId, connectionId);
    return rows.map((row) => ({ ...row, state: credentialStateOf(row, now) }));
  },

  async create(tx, teamId, connectionId, expires, now, by, link) {
    const expires_at = expiryOf(kind, expires, now, link === undefined ? null : MAX_LINK_DAYS);
    const connection = await lockConnection(tx, teamId, connectionId);
    const all = await kind.select(tx, teamId, connectionId);
    if (all.filter((row) => isOpen(row, now)).length >= kind.max) throw refuse('conflict', kind.tooMany);
    const { token, hash, prefix } = mintToken(kind.prefix);
    const id = newId();
    const created_at = instant(now);
    const { link_id: setup_link_id = null, note: setup_link_note = null } = link ?? {};
    const made = { created_by: by.account_id, created_at, expires_at, setup_link_id, setup_link_note };
    await kind.insert(tx, teamId, connectionId, { id, hash, prefix, ...made });
    const after = { [`${kind.name}_id`]: id, expires_at };
    await recordChange(tx, teamId, `team.connection.${kind.name}_created`, subjectOf(connection), by, { after });
    return kind.made(id, token, expires_at);
  },

  async revoke(tx, teamId, connectionId, id, now, by) {
    const connection = await lockConnection(tx, teamId, connectionId);
    const row = (await kind.select(tx, teamId, connectionId)).find((one) => kind.idOf(one) === id);
    if (row === undefined) throw refuse('not-found', kind.unknown);
    if (row.revoked_at !== null) return;
    await kind.markRevoked(tx, teamId, connectionId, id, instant(now));
    const before = { [`${kind.name}_id`]: id };
    await recordChange(tx, teamId, `team.connection.${kind.name}_revoked`, subjectOf(connection), by, { before });
  },
});

/** The state at `now`. `expiring`: it expires within 30 days. */
export function credentialStateOf({ revoked_at, expires_at, is_waiting }: Ending, now: number): CredentialState {
  if (revoked_at !== null) return 'revoked';
  const left = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - now;
  if (left <= 0) return 'expired';
  if (is_waiting) return 'waiting';
  return left <= EXPIRY_WARNING_MS ? 'expiring' : 'valid';
}

/** True unless the credential is expired or revoked. */
function isOpen(row: Ending, now: number): boolean {
  const state = credentialStateOf(row, now);
  return state !== 'expired' && state !== 'revoked';
}

function expiryOf<Row extends Ending>(
  { lifetimes }: Pick<CredentialKind<Row, unknown>, 'lifetimes'>,
  text: string,
  now: number,
  maxDays: number | null,
): Row['expires_at'] {
  const choices = Object.keys(lifetimes).filter((name) => isWithin(lifetimes[name], maxDays));
  const days = choices.includes(text) ? lifetimes[text] : undefined;
  if (days === undefined)
    throw invalid(
      'expires',
      t('Unknown expiry {text}. Choose one of {choices}.', { text, choices: choices.join(', ') }),
    );
  // `lifetimes` contains null only if the row may have no expiry.
  return (days === null ? null : instant(now + days * DAY_MS)) as Row['expires_at'];
}

const isWithin = (days: number | null | undefined, maxDays: number | null): boolean =>
  maxDays === null || (typeof days === 'number' && days <= maxDays);
