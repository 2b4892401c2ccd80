// The SQL of SCIM tokens.

import { connectionSettings, workspaces } from '../directory/views-store.ts';
import type { AuthorizationVersion } from '../storage/batched-read.ts';
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import type { ScimCaller, ScimToken } from './scim-token.ts';

export interface NewTokenRow {
  readonly token_id: string;
  readonly token_hash: Buffer;
  readonly token_prefix: string;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
}

export async function insertToken(tx: Tx, teamId: string, connectionId: string, row: NewTokenRow): Promise<void> {
  await tx.rows(sql`
    insert into scim_tokens (team_id, connection_id, token_id, token_hash, token_prefix, created_by, created_at,
      expires_at)
    values (${teamId}, ${connectionId}, ${row.token_id}, ${row.token_hash}, ${row.token_prefix}, ${row.created_by},
      ${row.created_at}, ${row.expires_at})`);
}

export const selectTokens = (db: Db, teamId: string, connectionId: string): Promise<ScimToken[]> =>
  db.rows<ScimToken>(sql`
    select token_id, token_prefix, created_at, expires_at, revoked_at, last_used_at from scim_tokens
    where team_id = ${teamId} and connection_id = ${connectionId} order by token_id desc`);

/** A token `k` with its connection `c` and its workspace `t`. */
const WITH_CONNECTION = sql`scim_tokens k
  join ${connectionSettings} c on c.team_id = k.team_id and c.connection_id = k.connection_id
  join ${workspaces} t on t.team_id = k.team_id`;

const VERSION = sql`concat_ws(' ',
  coalesce(k.revoked_at::text, '-'), c.enabled, c.strict, c.manager_visibility, t.plan, c.name)`;

/** What a remembered caller's authority rests on, as it is now; null when the token is gone. */
export const tokenVersion: AuthorizationVersion = {
  key: { team_id: 'uuid', connection_id: 'uuid', token_id: 'uuid' },
  select: sql`(
    select ${VERSION} from ${WITH_CONNECTION}
    where k.team_id = caller.team_id and k.connection_id = caller.connection_id and k.token_id = caller.token_id)`,
};

/** The token of that hash with its connection and its team's plan. */
export const findByHash = (
  db: Db,
  hash: Buffer,
): Promise<(ScimCaller & ScimToken & { readonly enabled: boolean }) | undefined> =>
  db.row(sql`
    select k.token_id, k.token_prefix, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
      c.team_id, c.connection_id, c.name as connection_name, c.enabled, c.strict, c.manager_visibility, t.plan,
      ${VERSION} as authorization_version
    from ${WITH_CONNECTION}
    where k.token_hash = ${hash}`);

export async function markRevoked(
  tx: Tx,
  teamId: string,
  connectionId: string,
  tokenId: string,
  now: string,
): Promise<void> {
  await tx.rows(sql`
    update scim_tokens set revoked_at = ${now}
    where team_id = ${teamId} and connection_id = ${connectionId} and token_id = ${tokenId}`);
}

export async function markUsed(
  db: Db,
  teamId: string,
  connectionId: string,
  tokenId: string,
  now: string,
): Promise<void> {
  await db.rows(sql`
    update scim_tokens set last_used_at = ${now}
    where team_id = ${teamId} and connection_id = ${connectionId} and token_id = ${tokenId}`);
}
