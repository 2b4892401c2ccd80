// Extracts the fields that lists show from a document.
import type { FullDocument } from './full-document.ts';
import { LISTED_FIELDS, type ListedField } from './trail-fields.ts';

/** The column values, with JSON columns as text. */
export type ListedColumns = Readonly<Record<ListedField, string>>;

/** The fields that a list shows. */
export const listedOf = (document: FullDocument) =>
  Object.fromEntries(LISTED_FIELDS.map(({ name }) => [name, document[name]])) as Pick<FullDocument, ListedField>;

/** The values stored next to the document. */
export const listedColumns = (document: FullDocument): ListedColumns =>
  Object.fromEntries(
    LISTED_FIELDS.map(({ name, column }) => {
      const value = document[name];
      return [name, column === 'json' ? JSON.stringify(value) : value];
    }),
  ) as ListedColumns;
