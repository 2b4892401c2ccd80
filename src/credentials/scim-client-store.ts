// SQL for the credentials that a connection's identity provider uses to request tokens: client secrets and a workload
// identity.
import { connectionSettings, workspaces } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { laterThan } from '../storage/next-stamp.ts';
import { sql } from '../storage/sql.ts';
import type { NewCredential } from './connection-credentials.ts';
import type { EndingCredential } from './ending-credential.ts';
import { forgetIds, inTenantOfId, inTenantOfToken, noteIdOwner, noteTokenOwner } from './owners-store.ts';
import type { ClientSecret, ScimClient, WorkloadIdentity } from './scim-client.ts';
import { isWaiting } from './waiting-store.ts';

export async function insertSecret(
  tx: Tx,
  teamId: string,
  connectionId: string,
  row: NewCredential<string>,
): Promise<void> {
  await tx.rows(sql`
    insert into scim_client_secrets (team_id, connection_id, secret_id, secret_hash, secret_prefix, created_by,
      created_at, expires_at, setup_link_id, setup_link_note)
    values (${teamId}, ${connectionId}, ${row.id}, ${row.hash}, ${row.prefix}, ${row.created_by},
      ${row.created_at}, ${row.expires_at}, ${row.setup_link_id}, ${row.setup_link_note})`);
  await noteTokenOwner(tx, teamId, row.hash);
}

const SECRET = sql`s.secret_id, s.secret_prefix, s.created_at, s.expires_at, s.revoked_at, s.last_used_at,
  s.setup_link_id, s.setup_link_note, ${isWaiting('s')} as is_waiting`;

/** Newest first. */
export const selectSecrets = (db: Db, teamId: string, connectionId: string): Promise<ClientSecret[]> =>
  db.rows<ClientSecret>(sql`
    select ${SECRET} from scim_client_secrets s
      join ${connectionSettings} c on c.team_id = s.team_id and c.connection_id = s.connection_id
    where s.team_id = ${teamId} and s.connection_id = ${connectionId} order by s.secret_id desc`);

export async function markSecretRevoked(
  tx: Tx,
  teamId: string,
  connectionId: string,
  secretId: string,
  now: string,
): Promise<void> {
  await tx.rows(sql`
    update scim_client_secrets set revoked_at = ${now}
    where team_id = ${teamId} and connection_id = ${connectionId} and secret_id = ${secretId}`);
}

const CLIENT = sql`c.team_id, c.connection_id, c.name as connection_name, c.enabled, t.plan`;

/** The secret with that hash, with its connection. */
export const findSecret = (db: Db, hash: Buffer): Promise<(ClientSecret & ScimClient) | undefined> =>
  inTenantOfToken(db, hash, (teamId) =>
    db.row<ClientSecret & ScimClient>(sql`
      select ${SECRET}, ${CLIENT}
      from scim_client_secrets s
      join ${connectionSettings} c on c.team_id = s.team_id and c.connection_id = s.connection_id
      join ${workspaces} t on t.team_id = s.team_id
      where s.team_id = ${teamId} and s.secret_hash = ${hash}`),
  );

/**
 * Secrets in all workspaces that expire after `from` and no later than `until`, with the names of their connections.
 */
export const secretsEndingBetween = (db: Db, from: string, until: string): Promise<EndingCredential[]> =>
  db.rows<EndingCredential>(sql`
    select s.team_id, 'connection' as kind, s.connection_id as id, c.name, s.expires_at
    from scim_client_secrets s
      join ${connectionSettings} c on c.team_id = s.team_id and c.connection_id = s.connection_id
    where s.expires_at > ${from} and s.expires_at <= ${until} and s.revoked_at is null
    order by s.expires_at`);

export async function markSecretUsed(tx: Tx, client: ScimClient, secretId: string, now: string): Promise<void> {
  await tx.rows(sql`
    update scim_client_secrets set last_used_at = ${now}
    where team_id = ${client.team_id} and connection_id = ${client.connection_id} and secret_id = ${secretId}`);
}

const IDENTITY = sql`w.identity_id, w.issuer, w.subject, w.audience, w.created_at, w.last_used_at`;

export const findWorkloadIdentity = (db: Db, teamId: string, connectionId: string) =>
  db.row<WorkloadIdentity>(sql`
    select ${IDENTITY} from scim_workload_identities w
    where w.team_id = ${teamId} and w.connection_id = ${connectionId}`);

/** Finds a workload identity by the id of its connection alone. */
export const findIdentity = (db: Db, connectionId: string): Promise<(WorkloadIdentity & ScimClient) | undefined> =>
  inTenantOfId(db, connectionId, (teamId) =>
    db.row<WorkloadIdentity & ScimClient>(sql`
      select ${IDENTITY}, ${CLIENT} from scim_workload_identities w
      join ${connectionSettings} c on c.team_id = w.team_id and c.connection_id = w.connection_id
      join ${workspaces} t on t.team_id = w.team_id
      where w.team_id = ${teamId} and w.connection_id = ${connectionId}`),
  );

/** Stores the identity and replaces the previous one. */
export async function putIdentity(
  tx: Tx,
  teamId: string,
  connectionId: string,
  row: Omit<WorkloadIdentity, 'last_used_at'> & { readonly created_by: string | null },
): Promise<void> {
  await tx.rows(sql`
    insert into scim_workload_identities (team_id, connection_id, identity_id, issuer, subject, audience, created_by,
      created_at)
    values (${teamId}, ${connectionId}, ${row.identity_id}, ${row.issuer}, ${row.subject}, ${row.audience},
      ${row.created_by}, ${row.created_at})
    on conflict (team_id, connection_id) do update set identity_id = excluded.identity_id, issuer = excluded.issuer,
      subject = excluded.subject, audience = excluded.audience, created_by = excluded.created_by,
      last_used_at = null,
      created_at = ${laterThan(sql`scim_workload_identities.created_at`, sql`excluded.created_at`)}`);
  await noteIdOwner(tx, teamId, connectionId);
}

export async function deleteIdentity(tx: Tx, teamId: string, connectionId: string): Promise<void> {
  await tx.rows(sql`
    delete from scim_workload_identities where team_id = ${teamId} and connection_id = ${connectionId}`);
  await forgetIds(tx, [connectionId]);
}

/** Records the use. False if the identity has been replaced. */
export async function markIdentityUsed(tx: Tx, client: ScimClient, identityId: string, now: string): Promise<boolean> {
  const row = await tx.row(sql`
    update scim_workload_identities set last_used_at = ${now}
    where team_id = ${client.team_id} and connection_id = ${client.connection_id} and identity_id = ${identityId}
    returning 1`);
  return row !== undefined;
}
