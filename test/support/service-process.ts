// The service as a process of its own, for tests of starting, draining, crashing and of two beside each other. Runs
// what `npm run build:server` made.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { shortLived } from './short-lived.ts';

export interface ServiceProcess {
  readonly address: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Everything it has written to standard output and error so far. */
  output(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Resolves when `/health/ready` answers with that status. */
  until(status: number): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const NODE_OPTIONS = shortLived();

const QUIET: Environment = {
  CAIRN_DEMO: 'off',
  CAIRN_METRICS_PORT: 'off',
  CAIRN_HOST: '127.0.0.1',
  CAIRN_RATE_SCALE: '1000',
};

/**
 * Starts `npm start`'s process on a free port; it is not ready yet. `release` is the folder of another build,
 * `openFiles` how many files the process may have open.
 */
export async function startProcess(env: Environment, release = '.', openFiles?: number): Promise<ServiceProcess> {
  const port = await freePort();
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `;
  const command = [process.execPath, ...NODE_OPTIONS, resolve(release, 'dist/main.js')];
  const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], {
    env: { PATH: process.env.PATH, ...QUIET, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    port,
    child,
    output: () => output,
    ended,
    async until(status) {
      let over = false;
      void ended.then(() => (over = true));
      for (;;) {
        const answer = await fetch(`${address}/health/ready`).catch(() => undefined);
        await answer?.arrayBuffer();
        if (answer?.status === status) return;
        if (over) throw new Error(`the process ended:\n${output}`);
        await new Promise((go) => setTimeout(go, 50));
      }
    },
  };
}

/**
 * A port that was free a moment ago. It is below those that a system gives where any will do, as receivers and
 * connections of other tests have theirs at this moment: none of them comes before the one that it is for.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Starts the command `cairn`; `env` is all that it has beside the path. */
export const startCairn = (
  args: readonly string[],
  stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'pipe'],
  env: Environment = {},
  release = '.',
): ChildProcess =>
  spawn(process.execPath, [...NODE_OPTIONS, resolve(release, 'dist/cli/cairn.js'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio,
  });

/** Resolves with the code that it ends with and all that it wrote. */
export async function endOf(child: ChildProcess): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => (stdout += chunk));
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

/** Runs the command `cairn` to its end. */
export const runCairn = (args: readonly string[], env: Environment = {}, release = '.'): ReturnType<typeof endOf> =>
  endOf(startCairn(args, undefined, env, release));
