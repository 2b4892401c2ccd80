// How many rows at most, as a number that the planner knows. A statement is planned once for all values, and a limit
// that is a parameter is taken for a tenth of all the rows there are: reading and sorting them all then looks cheaper
// than taking the first ones from an index.
import { type Sql, sql, trusted } from './sql.ts';

/** `limit …` by a number of ours. Each number makes a statement, and a plan, of its own: there are few. */
export const limitOf = (count: number): Sql => trusted(`limit ${count}`);

/** A page of the console and one of identity providers, with the row that tells whether the list goes on. */
const STEPS = [26, 101, 201];

/** `limit …` for at least as many rows as a caller wants, so that pages of every length share a few plans. */
export const roundedLimit = (count: number): Sql => limitOf(STEPS.find((step) => step >= count) ?? count);

/**
 * The first `count` rows of `select`, which has no order and no limit yet, in that order of its columns. What is around
 * takes no more rows of the inner list than it needs.
 */
export const firstRows = (select: Sql, order: Sql, count: number): Sql => sql`
  select * from (${select} order by ${order} ${roundedLimit(count)}) first order by ${order} limit ${count}`;
