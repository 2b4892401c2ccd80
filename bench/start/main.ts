// node scripts/run-ts.mjs bench/start/main.ts, after npm run build:server: what the OAuth door costs a service that no client
// uses. Starts in turns with and without it, on the same existing database; CAIRN_BENCH_STARTS says how often each (10).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startCairn } from '../http/processes.ts';

const STARTS = Number(process.env.CAIRN_BENCH_STARTS ?? 10);
const KINDS = ['without', 'with'] as const;
const QUANTITIES = ['ready, ms', 'processor time, ms', 'resident, MB'] as const;

const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-start-'));
const url = process.env.CAIRN_TEST_DATABASE_URL ?? `embedded:${join(folder, 'data')}`;
const env = { CAIRN_DATABASE_URL: url, CAIRN_ASSETS: join(folder, 'assets') };
await (await startCairn(env)).stop();
const measured = { without: [] as number[][], with: [] as number[][] };
for (let turn = 0; turn < STARTS; turn += 1)
  for (const kind of turn % 2 === 0 ? KINDS : KINDS.toReversed()) {
    const cairn = await startCairn(env, ['--import', resolve(`bench/start/${kind}-oauth.mjs`)]);
    measured[kind].push([cairn.readyMs, cairn.processorMs(), cairn.memoryMb()]);
    await cairn.stop();
  }
console.log('| median of | without | with | ratio |\n|---|---:|---:|---:|');
for (const [index, quantity] of QUANTITIES.entries()) {
  const [without, withIt] = KINDS.map((kind) => median(measured[kind].map((start) => start[index] ?? 0)));
  const ratio = ((withIt ?? 0) / (without ?? 1)).toFixed(3);
  console.log(`| ${quantity} | ${without?.toFixed(0)} | ${withIt?.toFixed(0)} | ${ratio} |`);
}
await rm(folder, { recursive: true, force: true });
process.exit();

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
}
