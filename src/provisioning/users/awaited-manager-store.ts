// SQL for managers that reports are waiting for.
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { type AwaitedName, awaitedNames } from '../../directory/fragments-store.ts';
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
export async function selectAwaited(
  db: Db,
  after: Omit<AwaitedManager, 'account_id'> | undefined,
  limit: number,
): Promise<AwaitedManager[]> {
  const page = await db.rows<AwaitedName & { account_id: string }>(sql`
    select w.team_id, w.manager_ref, w.connection_id, w.account_id from ${awaitedNames(after, limit)} w
    order by w.team_id, w.manager_ref, w.connection_id`);
  const teams = [...new Set(page.map(({ team_id }) => team_id))];
  const found: AwaitedManager[] = [];
  for (const team of teams)
    found.push(
      ...(await named(
        db,
        team,
        page.filter(({ team_id }) => team_id === team),
      )),
    );
  return found;
}

/** Looks these names up in their workspace. */
const named = (
  db: Db,
  teamId: string,
  names: readonly (AwaitedName & { account_id: string })[],
): Promise<AwaitedManager[]> => {
  const found = (condition: Sql): Sql => recordOf(sql`${teamId}::uuid`, trusted('w.connection_id'), condition);
  return db.rows(sql`
    select ${teamId} as team_id, w.connection_id, w.manager_ref, (
      select n.account_id from (
        select 1 as place, r.account_id, r.record_id from ${found(sql`r.record_id = ${AS_ID}`)} r
        union all select 2, r.account_id, r.record_id from ${found(sql`r.user_name_key = w.manager_ref`)} r
        union all select 3, r.account_id, r.record_id from ${found(sql`r.external_id = sent.exact`)} r
        union all select 3, r.account_id, r.record_id from ${found(sql`r.email_key = w.manager_ref`)} r
      ) n order by n.place, n.record_id limit 1
    ) as account_id
    from unnest(${names.map(({ manager_ref }) => manager_ref)}::text[],
      ${names.map(({ connection_id }) => connection_id)}::uuid[],
      ${names.map(({ account_id }) => account_id)}::uuid[]) as w (manager_ref, connection_id, account_id)
    left join lateral (
      select btrim(r.attributes #>> ${[ENTERPRISE_USER_URN, 'manager', 'value']}::text[]) as exact
      from ${found(sql`r.account_id = w.account_id`)} r) sent on true
    order by w.manager_ref, w.connection_id`);
};

/** The name as an id, if it is one. */
const AS_ID = trusted(
  "case when w.manager_ref ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then w.manager_ref::uuid end",
);
