// What of a workspace's credentials ends within 30 days, or has: for those who have to replace it in time.
import { instant } from '../base/clock.ts';
import type { Db } from '../storage/database.ts';
import { EXPIRY_WARNING_MS } from './connection-credentials.ts';
import { selectEndingConnections, selectEndingKeys } from './ending-in-team-store.ts';

/** A key, or a connection that nothing will open any more. */
export interface EndingInTeam {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** Null: the connection never had a credential. */
  readonly expires_at: string | null;
  /** True where nothing opens the connection now. */
  readonly has_ended: boolean;
}

/** Connections without a credential that lasts 30 days more, then keys that end within them. Two queries. */
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
