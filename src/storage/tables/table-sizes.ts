// How large the tables are, for commands that tell operators.
import type { Db } from '../database.ts';
import { sql, trusted } from '../sql.ts';

/** Every table of ours with its exact number of rows. Reads all of them: for a database that nobody waits for. */
export async function tableCounts(db: Db): Promise<readonly { readonly table: string; readonly rows: number }[]> {
  const tables = await db.rows<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace order by 1`);
  const counts: { table: string; rows: number }[] = [];
  for (const { name } of tables) {
    const row = await db.row<{ rows: number }>(sql`select count(*) as rows from ${trusted(name)}`);
    counts.push({ table: name, rows: row?.rows ?? 0 });
  }
  return counts;
}

/** About how many rows and bytes each table has, from the statistics; those of its partitions are its own. */
export const estimatedSizes = (
  db: Db,
): Promise<readonly { readonly table: string; readonly rows: number; readonly bytes: number }[]> =>
  db.rows(sql`
    select coalesce(whole.relname, part.relname)::text as table, sum(greatest(part.reltuples, 0))::bigint as rows,
      sum(pg_total_relation_size(part.oid))::bigint as bytes
    from pg_class part
    left join pg_inherits i on i.inhrelid = part.oid
    left join pg_class whole on whole.oid = i.inhparent
    where part.relkind in ('r', 'p') and part.relnamespace = current_schema()::regnamespace group by 1`);
