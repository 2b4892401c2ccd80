// The fields of a document that lists show, picked out of one.
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
