// What a command of `cairn` works in: variables, two streams, an exit code, and the way to its database. A process has
// one (cairn.ts), a test as many as it likes.
import type { Config } from '../start/config.ts';
import type { Database } from '../storage/database.ts';

export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface Host {
  readonly env: NodeJS.ProcessEnv;
  /** For what a command answers, and nothing else. */
  readonly stdout: Output;
  readonly stderr: Output;
  /** Sets the code; the process ends when its work does. */
  exitWith(code: number): void;
  /** Opens the configured database; the caller closes it. Refuses with `conflict` a folder in use. */
  openDatabase(config: Config): Promise<Database>;
}
