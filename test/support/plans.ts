// Counts the rows that a statement's plan visits, which measures its cost without a clock.
import type { Database, Db, Tx } from '../../src/storage/database.ts';
import { type Sql, sql, textOf, trusted } from '../../src/storage/sql.ts';

/** The plan for the current values, or the generic plan of a prepared statement. */
export type PlanChoice = 'custom' | 'generic';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] | string;
}

/**
 * Runs `work` and returns the number of rows that its statements have read from tables, including discarded ones. The
 * statements are executed, rolled back, and return nothing.
 */
export async function rowsVisitedBy(
  database: Database,
  choice: PlanChoice,
  work: (db: Db) => Promise<unknown>,
): Promise<number> {
  let total = 0;
  const explained = async (statement: Sql): Promise<never[]> => {
    const rows = await explain(database, choice, statement);
    total += rows.flatMap(plansOf).reduce((sum, plan) => sum + visited(plan), 0);
    return [];
  };
  await work({ ...database, rows: explained, row: async (statement: Sql) => (await explained(statement))[0] });
  return total;
}

/**
 * Runs `act` in a transaction that is rolled back, and returns the number of rows that all of its statements read from
 * tables. Each statement is explained with the plan that `choice` selects, and then executed.
 */
export async function rowsVisitedIn(
  database: Database,
  choice: PlanChoice,
  act: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  let total = 0;
  const done = database.inTransaction(async (tx) => {
    const rows = async <Row extends object>(statement: Sql): Promise<Row[]> => {
      await tx.rows(trusted('savepoint before_the_look'));
      const looked = await explainIn(tx, choice, statement);
      await tx.rows(trusted('rollback to savepoint before_the_look'));
      total += looked.flatMap(plansOf).reduce((sum, plan) => sum + visited(plan), 0);
      return tx.rows<Row>(statement);
    };
    const row = async <Row extends object>(statement: Sql): Promise<Row | undefined> => (await rows<Row>(statement))[0];
    await act({ ...tx, rows, row });
    throw UNDONE;
  });
  await done.catch((thrown: unknown) => {
    if (thrown !== UNDONE) throw thrown;
  });
  return total;
}

const UNDONE = new Error('the statement is only looked at');

async function explain(database: Database, choice: PlanChoice, statement: Sql): Promise<Explained[]> {
  let rows: Explained[] = [];
  const look = database.inTransaction(async (tx) => {
    rows = await explainIn(tx, choice, statement);
    throw UNDONE;
  });
  await look.catch((thrown: unknown) => {
    if (thrown !== UNDONE) throw thrown;
  });
  return rows;
}

async function explainIn(tx: Tx, choice: PlanChoice, statement: Sql): Promise<Explained[]> {
  await tx.rows(trusted(`set local plan_cache_mode = force_${choice}_plan`));
  await tx.rows(trusted(`prepare looked_at as ${textOf(statement)}`));
  try {
    const values = statement.values.map(literalOf).join(', ');
    const call = statement.values.length === 0 ? 'looked_at' : `looked_at(${values})`;
    return await tx.rows<Explained>(sql`explain (analyze, timing off, format json) execute ${trusted(call)}`);
  } finally {
    await tx.rows(trusted('deallocate looked_at'));
  }
}

function plansOf({ 'QUERY PLAN': plan }: Explained): PlanNode[] {
  const plans = typeof plan === 'string' ? (JSON.parse(plan) as { readonly Plan: PlanNode }[]) : plan;
  return plans.map(({ Plan }) => Plan);
}

function visited(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Relation Name'] === undefined ? 0 : node['Actual Rows']) + removed;
  return (node.Plans ?? []).map(visited).reduce((sum, each) => sum + each, own * node['Actual Loops']);
}

/** A value as it appears in the text of a statement. The statement contains its type. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = Array.isArray(value) ? `{${value.map(elementOf).join(',')}}` : asText(value);
  return `'${text.replaceAll("'", "''")}'`;
}

function asText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const elementOf = (value: unknown): string =>
  value === null ? 'null' : `"${asText(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
