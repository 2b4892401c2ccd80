// The version of an authority (a credential, a membership, a workspace), as statements move it.
import { type Sql, sql } from './sql.ts';

/** Another number than ever before of this row, also where the database was restored to an earlier state meanwhile. */
export const nextStamp: Sql = sql`greatest(stamp + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)`;

/**
 * The moment of a change, later than the one in that column, which the row had before: also within one reading of a
 * clock (the embedded one counts milliseconds), and when the clock was put back. `from`: what the clock says.
 */
export const laterThan = (column: Sql, from: Sql = sql`clock_timestamp()`): Sql =>
  sql`greatest(${from}, ${column} + interval '1 microsecond')`;
