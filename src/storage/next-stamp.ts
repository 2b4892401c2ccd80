// The version of an authority (a credential, a membership, a workspace), for statements that change it. A distributed
// engine accepts no volatile function in `set`, and no arithmetic on a column whose result depends on the time zone.
import { type Sql, sql, trusted } from './sql.ts';

/** A number that this column of the row has never had before, even if the database was restored to an earlier state. */
export const nextNumber = (column: 'stamp' | 'activation'): Sql =>
  sql`greatest(${trusted(column)} + 1, (extract(epoch from statement_timestamp()) * 1000000)::bigint)`;

export const nextStamp: Sql = nextNumber('stamp');

/**
 * The time of a change, always later than the row's current value in that column, even within one clock tick (embedded
 * storage counts milliseconds) or if the clock was set back. `from` is the clock's time.
 */
export const laterThan = (column: Sql, from: Sql = sql`statement_timestamp()`): Sql =>
  sql`greatest(${from}, (${column} at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC')`;
