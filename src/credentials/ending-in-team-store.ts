// SQL for a workspace's API keys and connections that expire soon or have expired.
import { connectionSettings } from '../directory/views-store.ts';
import type { Db } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import type { EndingCredential } from './ending-credential.ts';

/** API keys that expire after `from` and no later than `until`, soonest first. */
export const selectEndingKeys = (db: Db, teamId: string, from: string, until: string): Promise<EndingCredential[]> =>
  db.rows<EndingCredential>(sql`
    select catalog_id as team_id, 'api_key' as kind, credential_id as id, name, expires_at from api_credentials
    where catalog_id = ${teamId} and kind = 'api_key' and expires_at > ${from}::timestamptz
      and expires_at <= ${until}::timestamptz and revoked_at is null and replaced_by is null
    order by expires_at limit 20`);

/**
 * Enabled connections whose tokens, client secrets and workload identity all end by `until`, each with the latest of
 * these expiries. The expiry is null if the connection never had a credential.
 */
export const selectEndingConnections = (db: Db, teamId: string, until: string) =>
  db.rows<Omit<EndingCredential, 'expires_at'> & { readonly expires_at: string | null }>(sql`
    select c.team_id, 'connection' as kind, c.connection_id as id, c.name, good.expires_at
    from ${connectionSettings} c
      left join lateral (
        select max(expires_at) as expires_at, bool_or(expires_at is null) as lasts from (
          select k.expires_at from scim_tokens k
          where k.team_id = ${teamId} and k.connection_id = c.connection_id and k.revoked_at is null
            and k.secret_id is null and k.identity_id is null
          union all
          select s.expires_at from scim_client_secrets s
          where s.team_id = ${teamId} and s.connection_id = c.connection_id and s.revoked_at is null
          union all
          select null::timestamptz from scim_workload_identities w
          where w.team_id = ${teamId} and w.connection_id = c.connection_id) credential) good on true
    where c.team_id = ${teamId} and c.enabled and good.lasts is not true
      and coalesce(good.expires_at <= ${until}::timestamptz, true)
    order by good.expires_at nulls first, c.name`);
