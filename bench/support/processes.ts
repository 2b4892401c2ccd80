// Starts and measures processes: Cairn and the bare server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';

export interface Subject {
  readonly address: string;
  /** Milliseconds from the start of the process to its first 200 at /health/ready. */
  readonly readyMs: number;
  /** Current resident memory, in MB. */
  memoryMb(): number;
  /** The same by kind, in MB. */
  mappedMb(): Mapped;
  /** Processor time of all its threads so far, in milliseconds. */
  processorMs(): number;
  /** Peak resident memory since the last `forgetPeak`, in MB. */
  peakMb(): number;
  forgetPeak(): void;
  /** The response of the memory probe in the process. */
  asked(): Promise<unknown>;
  /** Memory after a full collection, in MB. Available only if the process was started with `probed`. */
  collected(): Promise<Memory>;
  stop(): Promise<void>;
}

/** Node's program and libraries, the C heap, and everything else: V8's heaps, WebAssembly, large buffers, threads. */
export type Mapped = Readonly<Record<'files' | 'malloc' | 'anonymous', number>>;

export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

/** Starts the built service with these variables and Node options, and waits until it is ready. */
export const startCairn = (
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  main = resolve('dist/main.js'),
): Promise<Subject> => start(main, '/health/ready', { ...QUIET, ...env }, options);

const QUIET = {
  CAIRN_DEMO: 'off',
  CAIRN_METRICS_PORT: 'off',
  CAIRN_HOST: '127.0.0.1',
  CAIRN_LOG_LEVEL: 'warn',
  CAIRN_RATE_SCALE: '1000000',
};

/** The same with a memory probe. */
export const startProbed = (env: Readonly<Record<string, string>>): Promise<Subject> =>
  startCairn(env, ['--expose-gc', '--import', resolve('bench/support/memory-probe.mjs')]);

/** Starts the bare server, which sends that response to every request. */
export const startRaw = (answer: { status: number; headers: Record<string, string>; body: string }): Promise<Subject> =>
  start(resolve('bench/support/raw-server.mjs'), '/', { ANSWER: JSON.stringify(answer) });

async function start(
  file: string,
  probe: string,
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<Subject> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [...options, file], {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const address = `http://127.0.0.1:${port}`;
  await answering(child, address + probe);
  return {
    address,
    readyMs: performance.now() - began,
    memoryMb: () => statusMb(child, 'VmRSS'),
    peakMb: () => statusMb(child, 'VmHWM'),
    // Writing 5 resets the peak to the current resident memory (proc_pid_clear_refs).
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    asked: () => asked(child),
    mappedMb: () => mappedOf(readFileSync(`/proc/${child.pid}/smaps`, 'utf8')),
    processorMs() {
      const [user = 0, system = 0] = (readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1] ?? '')
        .split(' ')
        .slice(11, 13)
        .map(Number);
      return (user + system) * MS_PER_TICK;
    },
    async collected() {
      const bytes = (await asked(child)) as Memory;
      const mb = (name: keyof Memory): number => bytes[name] / 1_048_576;
      return {
        rss: mb('rss'),
        heapUsed: mb('heapUsed'),
        external: mb('external'),
        arrayBuffers: mb('arrayBuffers'),
      };
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function asked(child: ChildProcess): Promise<unknown> {
  child.send('');
  const [answer] = await once(child, 'message');
  return answer;
}

const statusMb = ({ pid }: ChildProcess, line: string): number =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** Adds up the kernel's figures for all mappings. */
function mappedOf(smaps: string): Mapped {
  const sums = { files: 0, malloc: 0, anonymous: 0 };
  let kind: keyof Mapped = 'files';
  for (const line of smaps.split('\n')) {
    const path = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$/.exec(line)?.[1];
    if (path !== undefined) kind = path === '[heap]' ? 'malloc' : path === '' ? 'anonymous' : 'files';
    sums[kind] += Number(/^Rss: +(\d+)/.exec(line)?.[1] ?? 0) / 1_024;
  }
  return sums;
}

/** Linux reports a hundred ticks per second to programs, whatever its kernel uses internally. */
const MS_PER_TICK = 10;

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
