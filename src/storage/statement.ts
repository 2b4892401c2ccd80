// A statement on its way to a pg client: prepared once a connection under a short name, failures told apart.
import type pg from 'pg';
import { refuse } from '../base/refusal.ts';
import { type Sql, textOf } from './sql.ts';

/** Beyond this many different texts (long filters, say) a statement is sent without a name, so that none is kept for ever. */
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

/** SQLSTATE classes and codes that say: the server is away or going, not: the statement is wrong. */
const AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
const AWAY_SENTENCES =
  /terminated|not queryable|timeout exceeded when trying to connect|Client was closed|connection error/i;

/** The failure as rooms should see it: `not-ready` when the database is away, itself otherwise. */
export function storageFailure(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const isAway = AWAY.has(code) || code.startsWith('08') || (code === '' && AWAY_SENTENCES.test(thrown.message));
  if (!isAway) return thrown;
  const refusal = refuse('not-ready', 'The database does not answer at the moment. Try again in a few seconds.', {
    retry_after: 2,
  });
  refusal.cause = thrown; // For the log and the command; no door tells it.
  return refusal;
}

/** True when PostgreSQL asks to run the whole transaction again: serialization failure or deadlock. */
export const wantsRetry = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === '40001' || thrown.code === '40P01');
