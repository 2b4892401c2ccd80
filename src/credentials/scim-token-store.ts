// SQL for SCIM tokens.

import { connectionSettings, workspaces } from '../directory/views-store.ts';
import type { AuthorizationVersion } from '../storage/batched-read.ts';
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { firstOver } from '../storage/sweep-limit.ts';
import type { NewCredential } from './connection-credentials.ts';
import type { EndingCredential } from './ending-credential.ts';
import { forgetTokens, inTenantOfToken, noteTokenOwner } from './owners-store.ts';
import type { ScimCaller, ScimToken } from './scim-token.ts';
import { isWaiting } from './waiting-store.ts';

/** The credential that a one-hour token was issued for: a client secret of the connection, or its workload identity. */
export type IssuedTo = { readonly secret_id: string } | { readonly identity_id: string };

/** Stores a token. Without `issuedTo`, it is a static token. */
export async function insertToken(
  tx: Tx,
  teamId: string,
  connectionId: string,
  row: NewCredential<string | null>,
  issuedTo?: IssuedTo,
): Promise<void> {
  const { secret_id, identity_id } = { secret_id: null, identity_id: null, ...issuedTo };
  await tx.rows(sql`
    insert into scim_tokens (team_id, connection_id, token_id, token_hash, token_prefix, created_by, created_at,
      expires_at, secret_id, identity_id, setup_link_id, setup_link_note)
    values (${teamId}, ${connectionId}, ${row.id}, ${row.hash}, ${row.prefix}, ${row.created_by},
      ${row.created_at}, ${row.expires_at}, ${secret_id}, ${identity_id}, ${row.setup_link_id},
      ${row.setup_link_note})`);
  await noteTokenOwner(tx, teamId, row.hash);
}

export const selectTokens = (db: Db, teamId: string, connectionId: string): Promise<ScimToken[]> =>
  db.rows<ScimToken>(sql`
    select k.token_id, k.token_prefix, k.created_at, k.expires_at, k.revoked_at, k.last_used_at, k.setup_link_id,
      k.setup_link_note, ${isWaiting('k')} as is_waiting
    from scim_tokens k
      join ${connectionSettings} c on c.team_id = k.team_id and c.connection_id = k.connection_id
    where k.team_id = ${teamId} and k.connection_id = ${connectionId} and k.secret_id is null and k.identity_id is null
    order by k.token_id desc`);

/**
 * A token `k` with its connection `c`, its workspace `t`, and the secret `s` or identity `w` that it was issued for.
 */
const WITH_CONNECTION = sql`scim_tokens k
  join ${connectionSettings} c on c.team_id = k.team_id and c.connection_id = k.connection_id
  join ${workspaces} t on t.team_id = k.team_id
  left join scim_client_secrets s
    on s.team_id = k.team_id and s.connection_id = k.connection_id and s.secret_id = k.secret_id
  left join scim_workload_identities w
    on w.team_id = k.team_id and w.connection_id = k.connection_id and w.identity_id = k.identity_id`;

/** An issued token ends with the secret or identity that it was issued for. */
const REVOKED_AT = sql`coalesce(k.revoked_at, s.revoked_at,
  case when k.identity_id is not null and w.identity_id is null then k.created_at end)`;

const VERSION = sql`concat_ws(' ',
  coalesce(${REVOKED_AT}::text, '-'), c.enabled, c.paused, c.strict, c.manager_visibility,
  c.keeps_requests, c.declared_attributes::text,
  coalesce(c.attribute_mapping::text, '-'), t.plan, c.name)`;

/** The authorization version of a token's caller; null if the token is gone. */
export const tokenVersion: AuthorizationVersion = {
  key: { team_id: 'uuid', connection_id: 'uuid', token_id: 'uuid' },
  tenant: 'team_id',
  select: (teamId, member) => sql`(
    select ${VERSION} from ${WITH_CONNECTION}
    where k.team_id = ${teamId} and k.connection_id = ${member('connection_id')}
      and k.token_id = ${member('token_id')})`,
  sources: ([teamId, connectionId]) => [
    `teams ${teamId}`,
    `connections ${connectionId}`,
    `scim_tokens ${connectionId}`,
    `scim_client_secrets ${connectionId}`,
    `scim_workload_identities ${connectionId}`,
  ],
};

/** The token with that hash, its connection and the team's plan. */
export const findByHash = (
  db: Db,
  hash: Buffer,
): Promise<(ScimCaller & ScimToken & { readonly enabled: boolean }) | undefined> =>
  inTenantOfToken(db, hash, (teamId) =>
    db.row(sql`
    select k.token_id, k.token_prefix, k.created_at, k.expires_at, ${REVOKED_AT} as revoked_at,
      k.last_used_at, k.setup_link_id, k.setup_link_note, ${isWaiting('k')} as is_waiting,
      c.team_id, c.connection_id, c.name as connection_name, c.enabled, c.paused,
      c.strict, c.manager_visibility, c.keeps_requests, c.declared_attributes, c.attribute_mapping, t.plan,
      ${VERSION} as authorization_version
    from ${WITH_CONNECTION}
    where k.team_id = ${teamId} and k.token_hash = ${hash}`),
  );

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

/** Deletes issued tokens that expired before the given time. Returns the number deleted. */
export async function deleteIssued(db: Db, before: string): Promise<number> {
  const gone = await db.rows<{ token_hash: Buffer }>(sql`
    delete from scim_tokens where ${firstOver(
      db,
      sql`scim_tokens`,
      ['expires_at', 'team_id', 'connection_id', 'token_id'],
      sql`(secret_id is not null or identity_id is not null) and expires_at < ${before}::timestamptz`,
    )} returning token_hash`);
  await forgetTokens(
    db,
    gone.map(({ token_hash }) => token_hash),
  );
  return gone.length;
}

/** Tokens in all workspaces that expire after `from` and no later than `until`, with the names of their connections. */
export const tokensEndingBetween = (db: Db, from: string, until: string): Promise<EndingCredential[]> =>
  db.rows<EndingCredential>(sql`
    select k.team_id, 'connection' as kind, k.connection_id as id, c.name, k.expires_at
    from scim_tokens k
      join ${connectionSettings} c on c.team_id = k.team_id and c.connection_id = k.connection_id
    where k.expires_at > ${from} and k.expires_at <= ${until} and k.revoked_at is null
    order by k.expires_at`);
