// Table sizes for operators' commands.
import type { Db } from '../database.ts';
import { sql, trusted } from '../sql.ts';

/** All of our tables with exact row counts. Reads everything, so use it only on a database that is not in use. */
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

/** The approximate rows and bytes of each table, from statistics. Partitions count toward their table. */
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
