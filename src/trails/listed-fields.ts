// The fields of a document that lists show, as columns, as rows and as JSON: made from the table in trail-fields.ts, so
// that a new one is written there alone.
import { join, type Sql, sql, trusted } from '../storage/sql.ts';
import type { FullDocument } from './full-document.ts';
import { LISTED_FIELDS, type ListedField } from './trail-fields.ts';

/** The columns' values: a JSON column's as its text. */
export type ListedColumns = Readonly<Record<ListedField, string>>;

/** What a list shows of the document. */
export const listedOf = (document: FullDocument) =>
  Object.fromEntries(LISTED_FIELDS.map(({ name }) => [name, document[name]])) as Pick<FullDocument, ListedField>;

/** What is stored beside the document. */
export const listedColumns = (document: FullDocument): ListedColumns =>
  Object.fromEntries(
    LISTED_FIELDS.map(({ name, column }) => {
      const value = document[name];
      return [name, column === 'json' ? JSON.stringify(value) : value];
    }),
  ) as ListedColumns;

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
