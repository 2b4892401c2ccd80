// Finds the workers of a distributed database that do not answer, and the tenants whose rows they have.
import type { Database, Db } from '../database.ts';
import type { Outage } from '../reach.ts';
import { sql } from '../sql.ts';

/** For a worker that is silent. One that refuses connections is noticed at once. */
const PATIENCE_MS = '1500';
/** All distributed tables are in the same place. */
const ANY_TABLE = 'trails';

/** Undefined if every worker answers. `tenants` returns all of them. */
export async function findOutage(
  database: Database,
  tenants: () => Promise<readonly string[]>,
): Promise<Outage | undefined> {
  const away = await database.inTransaction(async (tx) => {
    await tx.rows(sql`select set_config('citus.node_connection_timeout', ${PATIENCE_MS}::text, true)`);
    const workers = await tx.rows<{ name: string; id: number; answers: boolean }>(sql`
      select nodename || ':' || nodeport as name, groupid as id,
        citus_check_connection_to_node(nodename, nodeport) as answers
      from pg_dist_node where isactive and groupid <> 0 and noderole = 'primary' order by nodeid`);
    return workers.filter(({ answers }) => !answers);
  });
  if (away.length === 0) return undefined;
  const all = await tenants();
  const ids = away.map(({ id }) => id);
  const unreachable = new Set(await tenantsOn(database, ids, all));
  return {
    workers: away.map(({ name }) => name),
    unreachable: [...unreachable],
    reachable: all.filter((id) => !unreachable.has(id)),
  };
}

async function tenantsOn(db: Db, workers: readonly number[], tenants: readonly string[]): Promise<readonly string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select t.id from unnest(${tenants}::uuid[]) as t (id)
    where exists (
      select 1 from pg_dist_placement p where p.groupid = any(${workers}::integer[])
        and p.shardid = get_shard_id_for_distribution_column(${ANY_TABLE}::text::regclass, t.id))`);
  return rows.map(({ id }) => id);
}
