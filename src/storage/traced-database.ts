// A database that records statements and transactions as spans if tracing is on. Records only within another span,
// because the service's own work every second would be noise.
import { isRefusal } from '../base/refusal.ts';
import { inSpan, type Span, type SpanAttributes, type Tracing } from '../base/tracing.ts';
import type { Database, Db, TransactionOptions, Tx } from './database.ts';
import type { Sql } from './sql.ts';
import { statementSummaries } from './statement-summary.ts';

/** Runs a statement in a span, which is a child of the current span unless the statement is shared. */
export type TracedRows = <Row extends object>(
  rows: Db['rows'],
  statement: Sql,
  shared?: SharedStatement,
) => Promise<Row[]>;

/** A statement that serves several requests. */
export interface SharedStatement {
  readonly askers: Iterable<Span>;
  /** The name of the read, for the span. Such a statement names many tables, most of them only to check the caller. */
  readonly read: string;
}

const SYSTEM: SpanAttributes = { 'db.system.name': 'postgresql' };

/** `database` with a span per statement and transaction. coalesced-reads.ts traces batched reads. */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  const traced = tracedRows(tracing);
  const rows: Db['rows'] = (statement) => traced(database.rows, statement);
  return {
    ...database,
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    inTransaction: <Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions) => {
      const active = tracing.active();
      if (active === undefined) return database.inTransaction(work, options);
      // The work may run in the turn of another request with which it shares a commit.
      if (!active.isRecording()) return database.inTransaction((tx) => active.run(() => work(tx)), options);
      const start = { name: 'TRANSACTION', kind: 'client', attributes: SYSTEM } as const;
      const inside = (span: Span) => (tx: Tx) => span.run(() => work(tracedTx(tx, traced)));
      return inSpan(tracing, start, (span) => database.inTransaction(inside(span), options), failureOf);
    },
  };
}

function tracedTx(tx: Tx, traced: TracedRows): Tx {
  const rows: Db['rows'] = (statement) => traced(tx.rows, statement);
  return { ...tx, rows, row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0] };
}

/**
 * Runs statements in spans. A shared one is a child of its first request, with links in both directions to the others.
 * Each trace therefore shows the statement that its request waited for, and none suggests that it ran twice.
 */
export function tracedRows(tracing: Tracing): TracedRows {
  const summary = statementSummaries();
  return async (rows, statement, shared) => {
    const askers = new Set(shared?.askers ?? atHand(tracing));
    const [first, ...others] = [...askers].filter((asker) => asker.isRecording());
    if (first === undefined) return rows(statement);
    const short = summary(statement);
    const name = shared === undefined ? short : `read ${shared.read}`;
    const attributes = { ...SYSTEM, 'db.query.summary': short };
    const work = (span: Span) => {
      for (const other of others) {
        span.link(other);
        other.link(span);
      }
      return rows<never>(statement);
    };
    return first.run(() => inSpan(tracing, { name, kind: 'client', attributes }, work, failureOf));
  };
}

function atHand(tracing: Tracing): readonly Span[] {
  const active = tracing.active();
  return active === undefined ? [] : [active];
}

/** A refusal by a room is not a database failure, but an unreachable database is one. */
function failureOf(thrown: unknown): string | undefined {
  if (isRefusal(thrown)) return thrown.slug === 'not-ready' ? thrown.slug : undefined;
  if (!(thrown instanceof Error)) return 'unknown';
  return 'code' in thrown ? String(thrown.code) : thrown.name;
}
