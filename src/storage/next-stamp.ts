// The version of an authority (a credential, a membership, a workspace), for statements that change it.
import { type Sql, sql } from './sql.ts';

/** A number that this row never had before, even if the database was restored to an earlier state. */
export const nextStamp: Sql = sql`greatest(stamp + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)`;

/**
 * The time of a change, always later than the row's current value in that column, even within one clock tick (embedded
 * storage counts milliseconds) or if the clock was set back. `from` is the clock's time.
 */
export const laterThan = (column: Sql, from: Sql = sql`clock_timestamp()`): Sql =>
  sql`greatest(${from}, ${column} + interval '1 microsecond')`;
