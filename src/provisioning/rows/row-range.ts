// Pages of stored records.
import type { Sql } from '../../storage/sql.ts';

/** A range of rows, ordered by record id. */
export interface RowRange {
  readonly where: Sql | undefined;
  /** An indexed condition that every row matching `where` satisfies. */
  readonly key: Sql | undefined;
  /** The range starts after this record id; undefined: with the first record. */
  readonly after: string | undefined;
  readonly offset: number;
  readonly limit: number;
}
