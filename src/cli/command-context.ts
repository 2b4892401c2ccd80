// Where a command works: the configured database, opened for it alone and closed after it, and the way its result is
// told. What went wrong is one sentence on standard error and an exit code that is not 0.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { By } from '../audit/audit-log.ts';
import { newId } from '../base/id.ts';
import type { ValidationIssue } from '../base/issue.ts';
import { isRefusal, refuse, withCause } from '../base/refusal.ts';
import { type Config, readConfig } from '../config.ts';
import type { Database } from '../storage/database.ts';
import { schemaState } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open-database.ts';
import type { SchemaState } from '../storage/schema-state.ts';
import { print } from './print.ts';
import { terminalText } from './terminal-text.ts';

export interface CommandContext {
  readonly config: Config;
  readonly database: Database;
  /** The command as the one behind a change. */
  readonly by: By;
  readonly now: number;
}

/** Options that every command has. */
export interface CommonOptions {
  readonly json?: boolean;
}

/** Exit codes: 1 refused or failed, 2 a faulty configuration. */
const [REFUSED, FAULTY] = [1, 2];

/** Runs `work` on a database of this release's schema and prints what it answers. */
export const runOnDatabase = (
  options: CommonOptions,
  work: (context: CommandContext) => Promise<object>,
): Promise<void> =>
  report(options, (config) => {
    requireFolder(config);
    return onDatabase(config, async (context) => {
      await requireCurrent(context.database);
      return work(context);
    });
  });

/** Runs `work` with the configuration alone, for commands that open what they need themselves. */
export async function report(options: CommonOptions, work: (config: Config) => Promise<object>): Promise<void> {
  const read = readConfig(process.env);
  if ('faults' in read) return fail(read.faults, FAULTY);
  try {
    print(await work(read.config), options.json === true);
  } catch (thrown) {
    fail(sentencesOf(thrown), REFUSED);
  }
}

/** Opens the database, whatever its schema, and closes it after `work`. */
export async function onDatabase<Result>(
  config: Config,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config, () => undefined);
  try {
    return await work({ config, database, by: byCommand(), now: Date.now() });
  } finally {
    await database.close();
  }
}

const byCommand = (): By => ({
  account_id: null,
  actor: { kind: 'system', id: null, name: 'cairn command' },
  request_id: newId(),
});

/** A folder that was misspelled is not made into an empty database. */
function requireFolder({ database }: Config): void {
  if (database.kind === 'postgres' || existsSync(join(database.folder, 'postgres'))) return;
  throw refuse(
    'not-found',
    `There is no database in ${database.folder} yet. Run "cairn init", or mend CAIRN_DATABASE_URL.`,
  );
}

async function requireCurrent(database: Database): Promise<void> {
  const state = await schemaState(database);
  if (state === 'current') return;
  throw refuse('conflict', NOT_CURRENT[state]);
}

const NOT_MIGRATED =
  'The database is not migrated to this release yet. Run "cairn migrate" first, or "cairn init" on an empty one.';
const NOT_CURRENT: Readonly<Record<Exclude<SchemaState, 'current'>, string>> = {
  empty: NOT_MIGRATED,
  behind: NOT_MIGRATED,
  newer: 'The database is of a newer release of Cairn. Use the command of that release.',
  changed: 'The database was built by another release of Cairn. Use the command of that release, or restore a backup.',
};

/** A refusal's sentence and its findings; of anything else that may go wrong, its message. */
function sentencesOf(thrown: unknown): string[] {
  if (!isRefusal(thrown)) return [thrown instanceof Error ? thrown.message : String(thrown)];
  const issues = (thrown.extras.issues ?? []) as readonly ValidationIssue[];
  return [
    withCause(thrown),
    ...issues.filter(({ message }) => message !== thrown.message).map(({ field, message }) => `  ${field}: ${message}`),
  ];
}

function fail(sentences: readonly string[], code: number): void {
  for (const sentence of sentences) process.stderr.write(`${terminalText(sentence)}\n`);
  process.exitCode = code;
}
