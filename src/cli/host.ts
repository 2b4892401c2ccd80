// The environment of a command: variables, streams, exit code, and the database. cairn.ts creates the one of the
// process, and tests create their own.
import type { Config } from '../start/config.ts';
import type { Database } from '../storage/database.ts';

export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface Host {
  readonly env: NodeJS.ProcessEnv;
  /** Only for the command's result. */
  readonly stdout: Output;
  readonly stderr: Output;
  /** Sets the exit code. The process keeps running until its work is done. */
  exitWith(code: number): void;
  /** Opens the configured database, which the caller closes. Fails with `conflict` if another process uses it. */
  openDatabase(config: Config): Promise<Database>;
}
