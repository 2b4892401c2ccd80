// Loads what pg_dump wrote into an empty database: pg_restore makes statements of it, which pass through here into
// psql, and the transaction around them is ours. Any of the three may be killed: the commit is never sent, and the
// server undoes the rest.
import { spawn } from 'node:child_process';
import { isRefusal, refuse, withCause } from '../base/refusal.ts';
import type { Db } from '../storage/database.ts';
import { appliedMigrations } from '../storage/migrations/applied.ts';
import { DUMP_FRAME } from '../storage/server/dump-frame.ts';
import { attendTool, ended, type ToolRun } from './postgres-tool.ts';

/** Nobody's own settings, no answers, and it ends at the first failure. */
const PSQL = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--set=SHOW_CONTEXT=never'];

/** All of it, and the note that it is of `made_at`, in one transaction: where it fails, nothing is kept. */
export async function loadDump(file: string, made_at: string, run: ToolRun): Promise<void> {
  let isCommitSent = false;
  const working = attendTool('psql', run, async (address, start) => {
    const reader = spawn('pg_restore', ['--no-owner', '--file=-', file], {
      ...start,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const writer = spawn('psql', [...PSQL, `--set=made_at=${made_at}`, address], {
      ...start,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    // A psql that has ended takes nothing more; why it has, its exit code says.
    writer.stdin.on('error', () => undefined);
    writer.stdin.write(DUMP_FRAME.before);
    reader.stdout.pipe(writer.stdin, { end: false });
    const read = ended('pg_restore', reader, start.signal).then(() => {
      isCommitSent = true;
      writer.stdin.end(DUMP_FRAME.after);
    });
    try {
      await Promise.all([read, ended('psql', writer, start.signal)]);
    } finally {
      // Whatever goes on writing has no reader any more, and ends: a program that pg_restore was started by, too.
      reader.stdout.destroy();
    }
  });
  await working.catch(async (thrown: unknown) => {
    if (!isCommitSent || !(await isKept(run.database, thrown))) throw unloaded(thrown);
  });
}

/** A commit whose answer was lost has been made, or not: the server is asked. It was empty before. */
const isKept = async (database: Db, thrown: unknown): Promise<boolean> =>
  (
    await appliedMigrations(database).catch(() => {
      throw refuse('not-ready', `${withCause(thrown as Error)} ${UNKNOWN}`);
    })
  ).length > 0;

const UNKNOWN =
  'All was sent, but the server did not say that it has kept it. Run the command again: a database that "has a ' +
  'schema already" then has all of it but the images, which are in the backup.';

const unloaded = (thrown: unknown): unknown =>
  isRefusal(thrown, 'conflict')
    ? refuse('conflict', `${thrown.message} Nothing is kept. Put right what is told above, and run the command again.`)
    : thrown;
