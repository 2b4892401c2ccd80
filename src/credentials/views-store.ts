// What statements of upper rooms may join of the credentials: whose identity provider vouches for its people.
import { type Sql, sql } from '../storage/sql.ts';

/** Workspaces whose identity provider vouches for apps, as a relation: `team_id`. */
export const enterpriseManaged: Sql = sql`(select team_id from oauth_policies where enterprise_managed)`;
