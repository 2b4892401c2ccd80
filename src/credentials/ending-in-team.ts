// A workspace's credentials that have expired or will expire within 30 days, for the people who must replace them in
// time.
import { instant } from '../base/clock.ts';
import type { Db } from '../storage/database.ts';
import { EXPIRY_WARNING_MS } from './connection-credentials.ts';
import { selectEndingConnections, selectEndingKeys } from './ending-in-team-store.ts';

/** A key, or a connection whose last valid credential is about to expire. */
export interface EndingInTeam {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** Null: the connection never had a credential. */
  readonly expires_at: string | null;
  /** For a connection: true if it currently has no valid credential. */
  readonly has_ended: boolean;
}

/**
 * Returns connections without a credential that stays valid for 30 days, followed by keys that expire within 30 days.
 * Runs two queries.
 */
export async function endingInTeam(db: Db, teamId: string, now: number): Promise<EndingInTeam[]> {
  const from = instant(now);
  const until = instant(now + EXPIRY_WARNING_MS);
  const connections = await selectEndingConnections(db, teamId, until);
  const keys = await selectEndingKeys(db, teamId, from, until);
  return [...connections, ...keys].map(({ kind, id, name, expires_at }) => ({
    ...{ kind, id, name, expires_at },
    has_ended: expires_at === null || Date.parse(expires_at) <= now,
  }));
}
