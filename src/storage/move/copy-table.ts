// Copies the rows of a table to another database, a few megabytes at a time. Values are copied in PostgreSQL's text
// form without being interpreted, so documents stay exactly as they were sent.
import { refuse } from '../../base/refusal.ts';
import type { Tx } from '../database.ts';
import { type Sql, sql, trusted } from '../sql.ts';

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Maximum characters of rows per statement; a single row may be larger. */
const BATCH = 8_000_000;
const MAX_ROWS = 2_000;

/** `table` is quoted and has the same columns on both sides. Generated columns are generated again. */
export async function copyTable(source: Tx, target: Tx, table: string): Promise<void> {
  const columns = await columnsOf(target, table);
  const insert = insertOf(table, columns);
  const values = trusted(columns.map(({ name }) => `${name}::text`).join(', '));
  const widest = await source.row<{ width: number }>(sql`
    select coalesce(max(octet_length(t::text)), 0)::bigint as width from ${trusted(table)} t`);
  const count = Math.max(1, Math.min(MAX_ROWS, Math.floor(BATCH / Math.max(1, widest?.width ?? 1))));
  await source.rows(sql`declare rows_of no scroll cursor for
    select array_to_json(array[${values}])::text as line from ${trusted(table)}`);
  for (;;) {
    const lines = await source.rows<{ line: string }>(trusted(`fetch ${count} from rows_of`));
    if (lines.length > 0)
      await target.rows(insert(`[${lines.map(({ line }) => line).join(',')}]`)).catch((thrown: unknown) => {
        throw isDuplicate(thrown) ? alike(table, thrown) : thrown;
      });
    if (lines.length < count) break;
  }
  await source.rows(trusted('close rows_of'));
}

/** The lower-case form of keys depends on the locale of the database. */
const alike = (table: string, { message, detail }: Duplicate): Error =>
  refuse(
    'conflict',
    `Two rows of ${table} have the same key on the server (${detail ?? message}), so nothing was kept. Create the ` +
      `database in the locale C.UTF-8, or change one of them in the source, and make another backup.`,
  );

interface Duplicate extends Error {
  readonly detail?: string;
}

const isDuplicate = (thrown: unknown): thrown is Duplicate =>
  thrown instanceof Error && 'code' in thrown && thrown.code === '23505';

const columnsOf = (tx: Tx, table: string): Promise<readonly Column[]> =>
  tx.rows<Column>(sql`
    select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`);

/** The SQL for a JSON array of rows, each an array of texts and nulls. */
function insertOf(table: string, columns: readonly Column[]): (rows: string) => Sql {
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ type }, index) => `(r ->> ${index})::${type}`).join(', ');
  const into = trusted(`insert into ${table} (${names}) overriding system value select ${values}`);
  return (rows) => sql`${into} from jsonb_array_elements(${rows}::jsonb) r`;
}
