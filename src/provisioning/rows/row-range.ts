// Which rows of a list a statement reads, the same for users and groups.
import type { Sql } from '../../storage/sql.ts';

/** A range of the rows in the order of their record ids. */
export interface RowRange {
  readonly where: Sql | undefined;
  /** A condition that an index answers, which every row of `where` meets too. */
  readonly key: Sql | undefined;
  /** The record id after which the range begins; undefined: from the first. */
  readonly after: string | undefined;
  readonly offset: number;
  readonly limit: number;
}
