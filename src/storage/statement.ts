// A statement on its way to a pg client: prepared once a connection under a short name.
import type pg from 'pg';
import { type Sql, textOf } from './sql.ts';

/**
 * Beyond this many different texts (long filters, say) a statement is sent without a name, so that none is kept for
 * ever.
 */
const MOST_NAMED = 1_000;
const LONGEST_NAMED = 8_000;

/** Gives equal texts equal names: PostgreSQL parses and plans each text once a connection. */
export function statementNames(): (statement: Sql) => pg.QueryConfig {
  const names = new Map<string, string>();
  return (statement) => {
    const text = textOf(statement);
    const values = statement.values as unknown[];
    const name = names.get(text);
    if (name !== undefined) return { name, text, values };
    if (names.size >= MOST_NAMED || text.length > LONGEST_NAMED) return { text, values };
    const fresh = `c${names.size}`;
    names.set(text, fresh);
    return { name: fresh, text, values };
  };
}

/** Without a name: PostgreSQL parses and plans it each time, and no session keeps anything. */
export const unnamedStatement = (statement: Sql): pg.QueryConfig => ({
  text: textOf(statement),
  values: statement.values as unknown[],
});
