// SQL for a workspace's policy for its people's apps.
import type { Db } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import type { OauthPolicy } from './oauth-policy.ts';

export const findPolicy = (db: Db, teamId: string): Promise<OauthPolicy | undefined> =>
  db.row<OauthPolicy>(sql`
    select allowed_hosts, enterprise_managed, device_sign_in, approved_apps
    from oauth_policies where team_id = ${teamId}`);

export async function putPolicy(db: Db, teamId: string, policy: OauthPolicy, now: string): Promise<void> {
  await db.rows(sql`
    insert into oauth_policies (team_id, allowed_hosts, enterprise_managed, device_sign_in, approved_apps, updated_at)
    values (${teamId}, ${policy.allowed_hosts}::text[], ${policy.enterprise_managed}, ${policy.device_sign_in},
      ${JSON.stringify(policy.approved_apps)}::jsonb, ${now})
    on conflict (team_id) do update set allowed_hosts = excluded.allowed_hosts,
      enterprise_managed = excluded.enterprise_managed, device_sign_in = excluded.device_sign_in,
      approved_apps = excluded.approved_apps, updated_at = excluded.updated_at`);
}
