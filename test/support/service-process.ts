// Runs the service built by `npm run build:server` as a separate process, for tests of starting, draining and crashing,
// and of two processes side by side.
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
  /** Everything written to standard output and error so far. */
  output(): string;
  /** Resolves with the exit code, or with the signal that ended the process. */
  readonly ended: Promise<number | string>;
  /** Resolves when `/health/ready` responds with this status. */
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
 * Starts the process of `npm start` on a free port, without waiting until it is ready. `release` is the folder of
 * another build, and `openFiles` the limit of open files.
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
 * A port that was free a moment ago. It is below the range of ephemeral ports, which receivers and connections of other
 * tests use at the same time, so none of them can take it first.
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

/** Starts the command `cairn`. Apart from the path, `env` is its entire environment. */
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

/** Resolves with the exit code and the whole output. */
export async function endOf(child: ChildProcess): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => (stdout += chunk));
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

/** Runs the command `cairn` to completion. */
export const runCairn = (args: readonly string[], env: Environment = {}, release = '.'): ReturnType<typeof endOf> =>
  endOf(startCairn(args, undefined, env, release));
