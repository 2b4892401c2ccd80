// Prepares statements for a pg client, once per connection under a short name.
import type pg from 'pg';
import { type Sql, textOf } from './sql.ts';

/** The maximum number of names. Further statements (e.g. long filters) are sent without one. */
const MAX_NAMED = 1_000;
const MAX_NAMED_LENGTH = 8_000;

/** Gives equal texts equal names, so that PostgreSQL parses and plans each text once per connection. */
export function statementNames(): (statement: Sql) => pg.QueryConfig {
  const names = new Map<string, string>();
  return (statement) => {
    const text = textOf(statement);
    const values = statement.values as unknown[];
    const name = names.get(text);
    if (name !== undefined) return { name, text, values };
    if (names.size >= MAX_NAMED || text.length > MAX_NAMED_LENGTH) return { text, values };
    const fresh = `c${names.size}`;
    names.set(text, fresh);
    return { name: fresh, text, values };
  };
}

/** A statement without a name. PostgreSQL parses and plans it each time, and sessions keep nothing. */
export const unnamedStatement = (statement: Sql): pg.QueryConfig => ({
  text: textOf(statement),
  values: statement.values as unknown[],
});
