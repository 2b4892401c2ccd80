// The columns of the fields that lists show, as every statement names them: made from the table in trail-fields.ts.
import { join, type Sql, sql, trusted } from '../storage/sql.ts';
import type { ListedColumns } from './listed-fields.ts';
import { LISTED_FIELDS } from './trail-fields.ts';

/** `title, target_role, …`, for an insert. */
export const columnNames: Sql = join(LISTED_FIELDS.map(({ name }) => trusted(name)));

/** `$1::text, $2::text, …`, in that order. */
export const columnValues = (columns: ListedColumns): Sql =>
  join(LISTED_FIELDS.map((field) => columnValue(columns, field)));

/** `title = $1::text, …`, for an update. */
export const columnAssignments = (columns: ListedColumns): Sql =>
  join(LISTED_FIELDS.map((field) => sql`${trusted(field.name)} = ${columnValue(columns, field)}`));

const columnValue = (columns: ListedColumns, { name, column }: (typeof LISTED_FIELDS)[number]): Sql =>
  sql`${columns[name]}::${trusted(column)}`;

/** The columns of a trail `t`, a JSON column as its text. */
export const selectedColumns: Sql = join(
  LISTED_FIELDS.map(({ name, column }) => trusted(column === 'json' ? `t.${name}::text` : `t.${name}`)),
);
