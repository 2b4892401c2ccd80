// Runs the command `cairn` in this process and returns its output, without the second that a new process takes to
// start.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Host, Output } from '../../src/cli/host.ts';
import { runCommand } from '../../src/cli/program.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { memoryFolder } from './temporary-folder.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

/** Creates a host that keeps the output. `open` opens databases, by default as a process would. */
export function testHost(env: Environment = {}, open?: Host['openDatabase'], terminal: Partial<Output> = {}) {
  const result = { code: 0, stdout: '', stderr: '' };
  const host: Host = {
    env,
    stdout: { write: (text) => (result.stdout += text) },
    stderr: { ...terminal, write: (text) => (result.stderr += text) },
    exitWith: (code) => {
      result.code = code;
    },
    openDatabase: open ?? ((config) => openDatabase(config, () => undefined)),
  };
  return { host, result };
}

/** Runs the command to completion. */
export async function runHere(
  args: readonly string[],
  env: Environment = {},
  open?: Host['openDatabase'],
): Promise<CommandResult> {
  const { host, result } = testHost(env, open);
  await runCommand(args, host, 'test');
  return result;
}

/** Runs commands on a database that stays open. Each one returns its JSON value, or its lines. */
export function commandsOn(database: Database) {
  const folder = memoryFolder('commands');
  // The command checks whether the folder contains a database before it opens one.
  mkdirSync(join(folder, 'data', 'postgres'), { recursive: true });
  const env = {
    CAIRN_DATABASE_URL: process.env.CAIRN_TEST_DATABASE_URL ?? `embedded:${join(folder, 'data')}`,
    CAIRN_ASSETS: join(folder, 'assets'),
    CAIRN_PUBLIC_URL: 'https://cairn.test',
    CAIRN_DEMO: 'off',
  };
  const open = async (): Promise<Database> => ({ ...database, close: async () => undefined });
  const run = (args: readonly string[], more: Environment = {}): Promise<CommandResult> =>
    runHere(args, { ...env, ...more }, open);
  const answerOf = async <Result>(...args: string[]): Promise<Result> => {
    const { code, stdout, stderr } = await run([...args, '--json']);
    if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Result;
  };
  return { folder, env, run, answerOf };
}
