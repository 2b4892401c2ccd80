// The relations that the SQL of higher rooms may join.
import { type Sql, sql } from '../storage/sql.ts';

/** Workspaces whose identity provider vouches for apps, with the column `team_id`. */
export const enterpriseManaged: Sql = sql`(select team_id from oauth_policies where enterprise_managed)`;
