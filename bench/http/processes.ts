// The processes that are measured: Cairn and the bare server, each on a core that autocannon does not need alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';

export interface Subject {
  readonly address: string;
  /** Milliseconds from the start of the process to its first 200 at /health/ready. */
  readonly readyMs: number;
  /** Resident memory now, in MB. */
  memoryMb(): number;
  stop(): Promise<void>;
}

/** Starts the built service with these variables and waits until it is ready. */
export const startCairn = (env: Readonly<Record<string, string>>): Promise<Subject> =>
  start(resolve('dist/main.js'), '/health/ready', {
    CAIRN_DEMO: 'off',
    CAIRN_METRICS_PORT: 'off',
    CAIRN_HOST: '127.0.0.1',
    CAIRN_LOG_LEVEL: 'warn',
    CAIRN_RATE_SCALE: '1000000',
    ...env,
  });

/** Starts the bare server, which sends that answer to whatever it is asked. */
export const startRaw = (answer: { status: number; headers: Record<string, string>; body: string }): Promise<Subject> =>
  start(resolve('bench/http/raw-server.mjs'), '/', { ANSWER: JSON.stringify(answer) });

async function start(file: string, probe: string, env: Readonly<Record<string, string>>): Promise<Subject> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const address = `http://127.0.0.1:${port}`;
  await answering(child, address + probe);
  return {
    address,
    readyMs: performance.now() - began,
    memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer !== undefined && answer.status < 400) return;
    await new Promise((go) => setTimeout(go, 10));
  }
  throw new Error(`${url} never answered: the process ended with ${child.exitCode}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
