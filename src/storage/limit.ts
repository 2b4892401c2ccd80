// A row limit as a constant that the planner knows. Statements are planned once for all values. The planner assumes
// that a limit parameter returns a tenth of all rows, so sorting all rows looks cheaper than using an index.
import { type Sql, sql, trusted } from './sql.ts';

/** `limit …` with a constant. Each constant creates a separate statement and plan, so use only a few. */
export const limitOf = (count: number): Sql => trusted(`limit ${count}`);

/** A page of the console and two of identity providers, each with a row that shows if the list continues. */
const STEPS = [26, 101, 201];

/** `limit …` for at least as many rows as requested, so that pages of all lengths share a few plans. */
export const roundedLimit = (count: number): Sql => limitOf(STEPS.find((step) => step >= count) ?? count);

/**
 * The first `count` rows of `select` (without order or limit) in that order of its columns. The outer query stops
 * early, so the inner list reads no more than it needs.
 */
export const firstRows = (select: Sql, order: Sql, count: number): Sql => sql`
  select * from (${select} order by ${order} ${roundedLimit(count)}) first order by ${order} limit ${count}`;
