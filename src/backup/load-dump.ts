// Restores a pg_dump file to an empty database. pg_restore converts it to statements, which pass through this process
// to psql within our own transaction. If any of the three is killed, the commit is never sent and the server rolls
// back.
import { spawn } from 'node:child_process';
import { isRefusal, refuse, withCause } from '../base/refusal.ts';
import type { Db } from '../storage/database.ts';
import { appliedMigrations } from '../storage/migrations/applied.ts';
import { DUMP_FRAME } from '../storage/server/dump-frame.ts';
import { attendTool, ended, type ToolRun } from './postgres-tool.ts';

/** Ignores personal settings, prints no results, and stops at the first failure. */
const PSQL = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--set=SHOW_CONTEXT=never'];

/**
 * Restores everything in one transaction and marks the database as restored from `made_at`. A failure keeps nothing.
 */
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
    // A psql that has ended accepts no more input. Its exit code says why it ended.
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
      // Without a reader, a process that keeps writing ends, including one that pg_restore started.
      reader.stdout.destroy();
    }
  });
  await working.catch(async (thrown: unknown) => {
    if (!isCommitSent || !(await isKept(run.database, thrown))) throw unloaded(thrown);
  });
}

/**
 * If the response to the commit was lost, asks the server whether the commit took place. This works because the
 * database was empty before.
 */
const isKept = async (database: Db, thrown: unknown): Promise<boolean> =>
  (
    await appliedMigrations(database).catch(() => {
      throw refuse('not-ready', `${withCause(thrown as Error)} ${UNKNOWN}`);
    })
  ).length > 0;

const UNKNOWN =
  'Everything was sent, but the server did not confirm it. Run the command again. If it says that the database ' +
  'has a schema, everything was restored except the images, which are in the backup.';

const unloaded = (thrown: unknown): unknown =>
  isRefusal(thrown, 'conflict')
    ? refuse('conflict', `${thrown.message} Nothing was kept. Fix the problem above and run the command again.`)
    : thrown;
