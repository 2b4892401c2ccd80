// The processor time of the service's main thread under load: V8's samples, grouped by the package or folder of the
// code.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fire, type Shot } from '../support/load.ts';
import { startCairn } from '../support/processes.ts';

/** Shares of the thread's busy time, by part of the code. */
export type Profile = Readonly<Record<string, number>>;

interface Sampled {
  readonly startTime: number;
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}
interface Frame {
  readonly functionName: string;
  /** Empty for frames that are not JavaScript. */
  readonly url: string;
}

/** Starts a service for the measurement and stops it afterwards. `shotAt` gets its address. */
export async function profileOf(
  env: Readonly<Record<string, string>>,
  shotAt: (address: string) => Shot | Promise<Shot>,
  seconds: number,
): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-profile-'));
  const cairn = await startCairn(env, ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${folder}`]);
  const shot = await shotAt(cairn.address);
  const begun = monotonicUs();
  await fire(shot, seconds);
  const ended = monotonicUs();
  await cairn.stop();
  // CPU.day.time.process.thread.number: the main thread is 0.
  const name = (await readdir(folder)).find((file) => /^CPU\.\d+\.\d+\.\d+\.0\./.test(file));
  if (name === undefined) throw new Error('the service left no profile');
  const sampled = JSON.parse(await readFile(join(folder, name), 'utf8')) as Sampled;
  await rm(folder, { recursive: true, force: true });
  return shares(sampled, begun, ended);
}

function shares({ startTime, nodes, samples, timeDeltas }: Sampled, begun: number, ended: number): Profile {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, part(callFrame)]));
  const spent: Record<string, number> = {};
  let at = startTime;
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0;
    at += delta;
    const whose = partOf.get(id);
    if (at < begun || at > ended || whose === undefined) continue;
    busy += delta;
    spent[whose] = (spent[whose] ?? 0) + delta;
  }
  return Object.fromEntries(PARTS.map((whose) => [whose, (spent[whose] ?? 0) / busy]));
}

const WRITING = 'the kernel: writing to sockets';
const COLLECTING = 'V8: collecting garbage';
const NODE = 'Node and V8: HTTP, streams, promises, JSON';
const DRIVER = 'the database driver';
const HTTP = 'Cairn: `http/`';
const STORAGE = 'Cairn: `storage/`';
const ROOMS = 'Cairn: everything else';
const LIBRARIES = 'other libraries';
const PARTS = [WRITING, COLLECTING, NODE, DRIVER, HTTP, STORAGE, ROOMS, LIBRARIES];

const WRITES = /^(?:writev|write(?:Utf8|Latin1|Ascii|Ucs2)String|writeBuffer)$/;

/** The part of the code; undefined while the thread is idle. */
function part({ functionName, url }: Frame): string | undefined {
  if (functionName === '(idle)') return undefined;
  if (functionName === '(garbage collector)') return COLLECTING;
  if (url === '' && WRITES.test(functionName)) return WRITING;
  const library = /\/node_modules\/([^/]+)/.exec(url)?.[1];
  if (library !== undefined) return library.startsWith('pg') || library === '@electric-sql' ? DRIVER : LIBRARIES;
  const own = /\/dist\/([^/]+)\//.exec(url)?.[1];
  if (own === undefined) return NODE;
  return { http: HTTP, storage: STORAGE }[own] ?? ROOMS;
}

/** In V8's unit: microseconds since the machine started. */
const monotonicUs = (): number => Number(process.hrtime.bigint() / 1_000n);
