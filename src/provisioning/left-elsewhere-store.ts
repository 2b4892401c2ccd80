// The SQL of people who left in one identity provider while another keeps them (Decision 56).
import { connectionSettings, memberships } from '../directory/views-store.ts';
import type { Db } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

export interface LeftElsewhere {
  readonly connection_id: string;
  readonly name: string;
}

/** The connections that deactivated this active member, whose membership somebody else manages. By name. */
export const selectLeftElsewhere = (db: Db, teamId: string, accountId: string): Promise<LeftElsewhere[]> =>
  db.rows<LeftElsewhere>(sql`
    select c.connection_id, c.name from scim_user_records r
      join ${memberships} m on m.team_id = r.team_id and m.account_id = r.account_id
      join ${connectionSettings} c on c.team_id = r.team_id and c.connection_id = r.connection_id
    where r.team_id = ${teamId} and r.account_id = ${accountId} and not r.active and m.status = 'active'
      and m.connection_id is distinct from r.connection_id
    order by c.name, c.connection_id`);
