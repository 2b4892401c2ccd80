// Runs every statement of this release on a distributing engine (Citus) before any table is distributed. Creates the
// schema a second time, distributes its empty tables, and rolls everything back. An engine refuses a statement because
// of its form and the place of its tables, not because of their rows.
import { readFileSync } from 'node:fs';
import { failureSentence } from '../../base/refusal.ts';
import { type Database, type Tx, violatedConstraint } from '../database.ts';
import { migrations, statementsOf } from '../migrations/migration-files.ts';
import { Sql, sql, trusted } from '../sql.ts';
import { distributionPlan, performStep } from './distribution.ts';

/** A statement that the engine does not run. */
export interface RefusedStatement {
  /** The file that it comes from. */
  readonly place: string;
  readonly reason: string;
  readonly statement: string;
}

export interface StatementCheck {
  readonly checked: number;
  readonly refused: readonly RefusedStatement[];
}

type ReleaseStatement = Omit<RefusedStatement, 'reason'>;

const FILE = new URL('../../../migrations/statements.txt', import.meta.url);

/** The statements that this release sends to a server: one per line, after its file. */
export const releaseStatements = (): readonly ReleaseStatement[] =>
  readFileSync(FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [place = '', statement = ''] = line.split('\t');
      return { place, statement };
    });

/** Undoes the transaction of a check. */
class CheckEnded extends Error {}

const SCHEMA = 'cairn_check';
/** Two are enough, and are created quickly. */
const SHARDS = '2';

/** Changes nothing, and can run next to the service. Fails if the engine refuses to distribute a table. */
export async function checkStatements(
  database: Pick<Database, 'inTransaction'>,
  statements = releaseStatements(),
): Promise<StatementCheck> {
  const refused: RefusedStatement[] = [];
  await database
    .inTransaction(
      async (tx) => {
        refused.length = 0;
        await distributeCopy(tx);
        for (const one of statements) {
          const reason = await reasonOf(tx, one.statement);
          if (reason !== undefined) refused.push({ place: one.place, reason, statement: one.statement });
        }
        throw new CheckEnded();
      },
      { isPatient: true },
    )
    .catch((thrown: unknown) => {
      if (!(thrown instanceof CheckEnded)) throw thrown;
    });
  return { checked: statements.length, refused };
}

async function distributeCopy(tx: Tx): Promise<void> {
  await createCopy(tx);
  await tx.rows(sql`select set_config('citus.shard_count', ${SHARDS}::text, true)`);
  for (const step of await distributionPlan(tx)) await performStep(tx, step);
}

/** Creates the tables of this release in a schema that comes before the real one for the rest of the transaction. */
export async function createCopy(tx: Tx): Promise<void> {
  await tx.rows(trusted(`create schema ${SCHEMA}`));
  await tx.rows(sql`
    select set_config('search_path', ${`${SCHEMA}, `}::text || current_setting('search_path'), true),
      set_config('client_min_messages', 'error', true)`);
  for (const { text } of migrations()) for (const statement of statementsOf(text)) await tx.rows(trusted(statement));
}

/**
 * Runs the statement with sample values. Undefined if the server accepts it, including a statement whose values violate
 * a constraint.
 */
export async function reasonOf(tx: Tx, statement: string): Promise<string | undefined> {
  await tx.rows(trusted('savepoint one'));
  try {
    await tx.rows(trusted(`prepare one as ${statement}`));
    const prepared = await tx.row<{ types: readonly string[] }>(sql`
      select parameter_types::text[] as types from pg_prepared_statements where name = 'one'`);
    await tx.rows(trusted('deallocate one'));
    const values = (prepared?.types ?? []).map((type, at) => sampleOf(type, statement, at + 1));
    await tx.rows(new Sql([statement], values, statement));
    return undefined;
  } catch (thrown) {
    await tx.rows(trusted('rollback to one'));
    return isViolation(thrown) ? undefined : failureSentence(thrown);
  }
}

/** Class 23 of the SQLSTATEs, which Citus replaces while it copies rows. */
const isViolation = (thrown: unknown): boolean =>
  violatedConstraint(thrown) !== undefined ||
  (thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('23'));

/** For texts, too, because many are read as JSON. */
const EMPTY_JSON = '[]';
const SAMPLES: Readonly<Record<string, string>> = {
  uuid: '01970000-0000-7000-8000-000000000001',
  text: EMPTY_JSON,
  boolean: 'true',
  json: EMPTY_JSON,
  jsonb: EMPTY_JSON,
  bytea: String.raw`\x00`,
  interval: '1 day',
  pg_snapshot: '1:1:',
};

/** A value that the server can read as the type of the parameter at that place, and as the type of its cast. */
function sampleOf(type: string, statement: string, place: number): string {
  if (type.endsWith('[]')) return `{${JSON.stringify(sampleOf(type.slice(0, -2), statement, place))}}`;
  const cast = new RegExp(String.raw`\$${place}::text::(\w+)`).exec(statement)?.[1];
  return SAMPLES[cast ?? type] ?? (/^(?:time|date)/.test(type) ? '2030-01-01' : '1');
}
