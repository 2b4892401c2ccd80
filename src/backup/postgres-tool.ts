// PostgreSQL's own tools, for backups of a server.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { newId } from '../base/id.ts';
import { ifThere } from '../base/if-there.ts';
import { refuse } from '../base/refusal.ts';
import type { Db } from '../storage/database.ts';
import { failedAt, isSilence, storageFailure } from '../storage/failures.ts';
import { attended, type ServerWork } from '../storage/server/attended.ts';
import { endNamed, workOfNamed } from '../storage/server/named-sessions.ts';
import { withoutPassword } from '../storage/server/server-urls.ts';

export interface ToolRun {
  readonly url: string;
  /** On the same server: asked whether it is at work, so that a silent one ends the tool. */
  readonly database: Db;
  readonly silenceMs: number;
  /** What the tool writes: as long as it grows the tool is at work, on whichever of several servers. */
  readonly file?: string;
  /** Ends the tool. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs the tool on the database of that URL. The password goes by the environment, where a list of processes does not
 * show it. Refuses with `not-ready` where the server falls silent: PostgreSQL's tools wait for hours.
 */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  { url, database, silenceMs, file, signal }: ToolRun,
): Promise<void> {
  const { url: address, password } = withoutPassword(url);
  // By its name the server tells this run from others.
  const name = `cairn ${tool} ${newId()}`;
  const env = { ...process.env, PGAPPNAME: name, ...(password === '' ? {} : { PGPASSWORD: password }) };
  const given = new AbortController();
  const ending = signal === undefined ? given.signal : AbortSignal.any([signal, given.signal]);
  let mark: string | null = null;
  const look = async (): Promise<ServerWork> => {
    const work = await workOfNamed(database, name);
    mark = work?.mark ?? mark;
    const bytes = file === undefined ? 0 : (await ifThere(stat(file)))?.size;
    return { at_work: work?.at_work === true, mark: `${bytes} ${mark}` };
  };
  try {
    await attended({ silenceMs, look, giveUp: () => given.abort() }, () =>
      ended(tool, spawn(tool, [...args, `--dbname=${address}`], { env, stdio: STDIO, signal: ending }), ending),
    );
  } catch (thrown) {
    if (!isSilence(thrown)) throw thrown;
    await endNamed(database, name);
    throw failedAt(storageFailure(thrown), `${tool} was ended before its work was done, and nothing of it is kept.`);
  }
}

const STDIO: StdioOptions = ['ignore', 'inherit', 'inherit'];

const ended = (tool: string, child: ChildProcess, ending: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    child.once('error', (failure) => fail(ending.aborted ? failure : missing(tool)));
    child.once('exit', (code) =>
      code === 0 ? done() : fail(refuse('conflict', `${tool} ended with exit code ${code}.`)),
    );
  });

const missing = (tool: string): Error =>
  refuse(
    'not-found',
    `${tool} is not installed here. Install the PostgreSQL client tools of the server's version or newer, or use ` +
      `the server's own backups.`,
  );
