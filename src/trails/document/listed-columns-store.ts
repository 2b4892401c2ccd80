// SQL for the columns of listed fields, generated from the table in trail-fields.ts.
import { join, type Sql, sql, trusted } from '../../storage/sql.ts';
import type { ListedColumns } from './listed-fields.ts';
import { LISTED_FIELDS } from './trail-fields.ts';

/** `title, target_role, …`, for an insert. */
export const columnNames: Sql = join(LISTED_FIELDS.map(({ name }) => trusted(name)));

/** The columns' values, in that order. */
export const valuesOf = (columns: ListedColumns): readonly string[] => LISTED_FIELDS.map(({ name }) => columns[name]);

/** `$1::text, $2::text, …`, for values in that order. */
export const columnValues = (values: readonly unknown[]): Sql =>
  join(LISTED_FIELDS.map(({ column }, at) => sql`${values[at]}::${trusted(column)}`));

/** `title = $1::text, …`, for an update. */
export const columnAssignments = (values: readonly unknown[]): Sql =>
  join(LISTED_FIELDS.map(({ name, column }, at) => sql`${trusted(name)} = ${values[at]}::${trusted(column)}`));

/** The columns of a trail `t`, with JSON columns as text. */
export const selectedColumns: Sql = join(
  LISTED_FIELDS.map(({ name, column }) => trusted(column === 'json' ? `t.${name}::text` : `t.${name}`)),
);
