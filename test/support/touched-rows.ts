// Lists the rows that a piece of work changes, as text. A statement that has lost a condition changes rows of other
// tenants, and a statement that does not run changes none. The work is rolled back.
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { nextMoment } from './next-moment.ts';

type Columns = Readonly<Record<string, unknown>>;

/** A row without its key columns. */
interface Row {
  readonly columns: Columns;
}

/** Longer values are cut, such as documents. */
const MAX_CHARACTERS = 400;
/** Counters and random values. The list says that they have changed, but not how. */
const MOVING = new Set(['row_version', 'stamp', 'activation', 'secret', 'mark']);
/** Columns with the same value in every line. */
const UNTOLD = new Set(['actor', 'request_id']);

/**
 * Returns one line for each row that `work` adds, changes or removes in these tables: its key, with the names of ids,
 * and the changed columns. Values are included, except for timestamps and counters.
 */
export async function touchedRows(
  database: Database,
  tables: readonly string[],
  names: ReadonlyMap<string, string>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const undo = new Error('undo');
  // Rows created just before must get an earlier timestamp than the changes.
  await nextMoment(database);
  await database
    .inTransaction(async (tx) => {
      const before = await rowsOf(tx, tables);
      await work(tx);
      const after = await rowsOf(tx, tables);
      for (const [key, row] of after) lines.push(...described(key, before.get(key)?.columns, row.columns));
      for (const key of before.keys()) if (!after.has(key)) lines.push(`- ${key}`);
      throw undo;
    })
    .catch((thrown: unknown) => {
      if (thrown !== undo) throw thrown;
    });
  return lines.map((line) => named(line, names)).sort();
}

async function rowsOf(tx: Tx, tables: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  for (const table of tables) {
    const keys = await keyOf(tx, table);
    for (const { row } of await tx.rows<{ row: Columns }>(sql`select to_jsonb(t) as row from ${trusted(table)} t`)) {
      const others = Object.entries(row).filter(([column]) => !keys.includes(column) && !UNTOLD.has(column));
      rows.set(`${table} ${keys.map((column) => row[column]).join('/')}`, { columns: Object.fromEntries(others) });
    }
  }
  return rows;
}

/** The columns of the table's primary key, or all columns without one. */
async function keyOf(tx: Tx, table: string): Promise<readonly string[]> {
  const columns = await tx.rows<{ name: string }>(sql`
    select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary order by a.attnum`);
  return columns.map(({ name }) => name);
}

function described(key: string, before: Columns | undefined, after: Columns): readonly string[] {
  const columns = Object.keys(after).filter((column) => !isSame(before?.[column], after[column]));
  if (before !== undefined && columns.length === 0) return [];
  const told = columns.map((column) => (isFixed(column, after[column]) ? `${column}=${text(after[column])}` : column));
  return [`${before === undefined ? '+' : '~'} ${[key, told.join(', ')].filter((part) => part !== '').join(': ')}`];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const isFixed = (column: string, value: unknown): boolean => !MOVING.has(column) && !isMoment(value);
const isMoment = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:/.test(value);
const text = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value))
    .replace(/\s+/g, ' ')
    .replaceAll(MOMENT, 'moment')
    .slice(0, MAX_CHARACTERS);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g;

/** Replaces ids with their `names` and removes timestamps. */
export const named = (line: string, names: ReadonlyMap<string, string>): string =>
  line.replace(UUID, (id) => names.get(id) ?? 'new').replace(MOMENT, 'moment');
