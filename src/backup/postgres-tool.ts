// Runs PostgreSQL's own tools, for backups of a server.
import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ifThere } from '../base/files.ts';
import { newId } from '../base/id.ts';
import { refuse } from '../base/refusal.ts';
import type { Db } from '../storage/database.ts';
import { failedAt, isSilence, storageFailure } from '../storage/failures.ts';
import { attended, type ServerWork } from '../storage/server/attended.ts';
import { endNamed, workOfNamed } from '../storage/server/named-sessions.ts';
import { type LibpqAddress, libpqAddress } from '../storage/server/server-tls.ts';

export type Tool = 'pg_dump' | 'pg_restore' | 'psql';

export interface ToolRun {
  readonly url: string;
  /**
   * A connection to the same server that checks for activity, so that the tool is stopped if the server goes silent.
   */
  readonly database: Db;
  readonly silenceMs: number;
  /** The tool's output file. As long as it grows, the tool is working, whichever of several servers it uses. */
  readonly file?: string;
  /** Aborts the tool. */
  readonly signal?: AbortSignal | undefined;
}

/** The parameters for starting a tool. */
export interface ToolStart {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Runs the tool on the database of that URL. */
export const runPostgresTool = (tool: Tool, args: readonly string[], run: ToolRun): Promise<void> =>
  attendTool(tool, run, (address, start) =>
    ended(tool, spawn(tool, [...args, address], { ...start, stdio: STDIO }), start.signal),
  );

/**
 * Runs `work`, in which `tool` connects to the database at that URL. `address` is the argument that names the database.
 * The password is passed in the environment, because process lists show arguments. Fails with `not-ready` if the server
 * goes silent, since PostgreSQL's tools would wait for hours. If `work` fails, a tool that is still running is stopped.
 */
export async function attendTool(
  tool: Tool,
  { url, database, silenceMs, file, signal }: ToolRun,
  work: (address: string, start: ToolStart) => Promise<void>,
): Promise<void> {
  const address = libpqAddress(url);
  // The application name identifies this run on the server.
  const name = `cairn ${tool} ${newId()}`;
  const trusted = address.authorities && (await trustedFile(address.authorities));
  const env = {
    ...process.env,
    PGAPPNAME: name,
    ...credentialsOf(address),
    ...(trusted && { PGSSLROOTCERT: trusted.file }),
  };
  const given = new AbortController();
  const giveUp = (): void => given.abort();
  const ending = signal === undefined ? given.signal : AbortSignal.any([signal, given.signal]);
  let mark: string | null = null;
  const look = async (): Promise<ServerWork> => {
    const seen = await workOfNamed(database, name);
    mark = seen?.mark ?? mark;
    const bytes = file === undefined ? 0 : (await ifThere(stat(file)))?.size;
    return { at_work: seen?.at_work === true, mark: `${bytes} ${mark}` };
  };
  try {
    await attended({ silenceMs, look, giveUp }, () => work(`--dbname=${address.url}`, { env, signal: ending }));
  } catch (thrown) {
    giveUp();
    if (!isSilence(thrown)) throw thrown;
    await endNamed(database, name);
    throw failedAt(storageFailure(thrown), `${tool} was ended before it had finished, and nothing was kept.`);
  } finally {
    await trusted?.remove();
  }
}

const credentialsOf = ({ password, mode }: LibpqAddress): NodeJS.ProcessEnv => ({
  ...(password !== '' && { PGPASSWORD: password }),
  ...(mode !== undefined && { PGSSLMODE: mode }),
});

/** libpq trusts only a file, and by default not even the authorities of the system. */
async function trustedFile(authorities: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-trusted-'));
  const file = join(folder, 'authorities.pem');
  await writeFile(file, authorities.join('\n'));
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

const STDIO: StdioOptions = ['ignore', 'inherit', 'pipe'];
/** The end of a tool's messages is enough to say why it failed. */
const MAX_MESSAGE = 1_000;

/** Resolves once the tool has succeeded and all its output has been read. `ending` aborts the tool. */
export const ended = (tool: Tool, child: ChildProcess, ending: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_MESSAGE);
    });
    child.once('error', (failure) => fail(ending.aborted ? failure : missing(tool)));
    child.once('close', (code, signal) =>
      code === 0
        ? done()
        : fail(refuse('conflict', `${tool} ended with ${signal ?? `exit code ${code}`}${reasonIn(said)}`)),
    );
  });

const reasonIn = (said: string): string => (said.trim() === '' ? '.' : `: ${said.trim().replaceAll(/\s+/g, ' ')}`);

/** The version of the tool, such as `16.4`. Fails with `not-found` if it is not installed. */
export async function toolVersion(tool: Tool): Promise<string> {
  const { stdout } = await promisify(execFile)(tool, ['--version']).catch(() => {
    throw missing(tool);
  });
  return /\d[\d.]*/.exec(stdout)?.[0] ?? '';
}

const missing = (tool: Tool): Error =>
  refuse(
    'not-found',
    `${tool} is not installed here. Install the PostgreSQL client tools of the server's version or newer, or use ` +
      `the server's own backups.`,
  );
