// SQL for managers that reports are waiting for.
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { awaitedNames } from '../../directory/fragments-store.ts';
import type { Db } from '../../storage/database.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import { recordOf } from '../rows/record-lookup-store.ts';

/** A manager's name that members of the connection refer to. */
export interface AwaitedManager {
  readonly team_id: string;
  readonly connection_id: string;
  readonly manager_ref: string;
  /** The person who now has that name in the connection, or null. */
  readonly account_id: string | null;
}

/** A page of the awaited names in all connections, in order, after the given one. */
export const selectAwaited = (
  db: Db,
  after: Omit<AwaitedManager, 'account_id'> | undefined,
  limit: number,
): Promise<AwaitedManager[]> =>
  db.rows(sql`
    select w.team_id, w.connection_id, w.manager_ref, (
      select n.account_id from (
        select 1 as place, r.account_id, r.record_id from ${found(sql`r.record_id = ${AS_ID}`)} r
        union all select 2, r.account_id, r.record_id from ${found(sql`r.user_name_key = w.manager_ref`)} r
        union all select 3, r.account_id, r.record_id from ${found(sql`r.external_id = sent.exact`)} r
        union all select 3, r.account_id, r.record_id from ${found(sql`r.email_key = w.manager_ref`)} r
      ) n order by n.place, n.record_id limit 1
    ) as account_id
    from ${awaitedNames(after, limit)} w
    left join lateral (
      select btrim(r.attributes #>> ${[ENTERPRISE_USER_URN, 'manager', 'value']}::text[]) as exact
      from ${found(sql`r.account_id = w.account_id`)} r) sent on true
    order by w.team_id, w.manager_ref, w.connection_id`);

/** Records of the waiting connection. */
const found = (condition: Sql): Sql => recordOf(trusted('w.team_id'), trusted('w.connection_id'), condition);

/** The name as an id, if it is one. */
const AS_ID = trusted(
  "case when w.manager_ref ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then w.manager_ref::uuid end",
);
