// Records the statements that the stores send: each text that this process sends to a PostgreSQL server, with the
// parameters of a few calls.
import pg from 'pg';

/**
 * The number of calls that are kept per text. The first may be unusual (an empty list, a null). After that, only longer
 * lists are kept.
 */
const MAX_CALLS = 6;

const lengthOf = (values: readonly unknown[]): number => values.filter(Array.isArray).flat().length;

export interface RecordedStatement {
  readonly text: string;
  readonly calls: readonly (readonly unknown[])[];
}

/** Records from now on. The returned map grows. */
export function recordStatements(): ReadonlyMap<string, RecordedStatement> {
  const recorded = new Map<string, { text: string; calls: (readonly unknown[])[] }>();
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
    const values = typeof first === 'string' ? second : (first as { values?: unknown } | undefined)?.values;
    if (text !== undefined) note(text, Array.isArray(values) ? values : []);
    return query.apply(this, given);
  } as typeof pg.Client.prototype.query;

  const note = (text: string, values: readonly unknown[]): void => {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return;
    const statement = recorded.get(text) ?? { text, calls: [] };
    recorded.set(text, statement);
    const longest = Math.max(...statement.calls.map(lengthOf));
    if (statement.calls.length < MAX_CALLS || lengthOf(values) > longest) statement.calls.push(values);
  };
  return recorded;
}
