// PostgreSQL's own tools, for backups of a server.
import { spawn } from 'node:child_process';
import { refuse } from '../base/refusal.ts';
import { withoutPassword } from '../storage/server/server-urls.ts';

/**
 * Runs the tool on the database of that URL. The password goes by the environment, where a list of processes does not
 * show it. `signal` ends it.
 */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  url: string,
  signal?: AbortSignal,
): Promise<void> {
  const { url: address, password } = withoutPassword(url);
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) };
  await new Promise<void>((done, fail) => {
    const child = spawn(tool, [...args, `--dbname=${address}`], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(signal && { signal }),
    });
    child.once('error', (failure) => fail(signal?.aborted ? failure : missing(tool)));
    child.once('exit', (code) =>
      code === 0 ? done() : fail(refuse('conflict', `${tool} ended with exit code ${code}.`)),
    );
  });
}

const missing = (tool: string): Error =>
  refuse(
    'not-found',
    `${tool} is not installed here. Install the PostgreSQL client tools of the server's version or newer, or use ` +
      `the server's own backups.`,
  );
