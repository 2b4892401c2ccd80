// Opens the configured database for one command and closes it afterwards.
import type { By } from '../audit/audit-log.ts';
import { newId } from '../base/id.ts';
import { refuse } from '../base/refusal.ts';
import { type Config, readConfig } from '../start/config.ts';
import type { Database } from '../storage/database.ts';
import { schemaState } from '../storage/migrations/migrate.ts';
import type { SchemaState } from '../storage/migrations/schema-state.ts';
import { sharedClock } from '../storage/shared-clock.ts';
import { absentFolder } from './absent-database.ts';
import type { Host } from './host.ts';
import type { CommonOptions } from './options.ts';
import { EXIT, fail, printOutcome } from './outcome.ts';
import { terminalText } from './terminal-text.ts';

export interface CommandContext {
  readonly config: Config;
  readonly database: Database;
  /** The actor that the audit log records for changes. */
  readonly by: By;
  readonly now: number;
  /** Prints progress to standard error. */
  readonly note: (line: string) => void;
  /** Sets the exit code of a command that prints a result nevertheless. */
  readonly exitWith: Host['exitWith'];
}

/** Runs `work` on a database that has the current schema, and prints its result. */
export const runOnDatabase = (
  host: Host,
  options: CommonOptions,
  work: (context: CommandContext) => Promise<object>,
): Promise<void> =>
  report(host, options, async (config) => {
    await requireFolder(config);
    return onDatabase(config, host, async (context) => {
      await requireCurrent(context.database);
      return work(context);
    });
  });

/** Runs `work` with only the configuration, for commands that open what they need. */
export async function report(
  host: Host,
  options: CommonOptions,
  work: (config: Config) => Promise<object>,
): Promise<void> {
  const read = readConfig(host.env);
  if ('faults' in read) return fail(host, read.faults, EXIT.faulty);
  return printOutcome(host, options, () => work(read.config));
}

/** Opens the database with any schema version, and closes it after `work`. */
export async function onDatabase<Result>(
  config: Config,
  host: Host,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const database = await host.openDatabase(config);
  try {
    const note = (line: string): void => void host.stderr.write(`${terminalText(line.trim())}\n`);
    const clock = sharedClock();
    clock.note((await database.health()).clockAhead);
    return await work({ config, database, by: byCommand(), now: clock.now(), note, exitWith: host.exitWith });
  } finally {
    await database.close();
  }
}

const byCommand = (): By => ({
  account_id: null,
  actor: { kind: 'system', id: null, name: 'cairn command' },
  request_id: newId(),
});

/** Prevents a misspelled folder from becoming an empty database. */
async function requireFolder({ database }: Config): Promise<void> {
  const folder = await absentFolder(database);
  if (folder !== undefined)
    throw refuse('not-found', `There is no database in ${folder} yet. Run "cairn init", or fix CAIRN_DATABASE_URL.`);
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
  newer: 'The database belongs to a newer release of Cairn. Use the command of that release.',
  changed: 'The database was built by another release of Cairn. Use the command of that release, or restore a backup.',
};
