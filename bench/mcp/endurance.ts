// node scripts/run-ts.mjs bench/mcp/endurance.ts, after npm run build:server: fifty AI tools call without a pause. Does the
// service's memory stay where it was, and does each of them get its share? CAIRN_BENCH_CALLS says how many calls (100,000),
// CAIRN_BENCH_SECONDS after how long it ends in any case (150).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCairn } from '../http/processes.ts';
import { onDatabase } from '../http/run.ts';
import { bearer, FIND, JSON_HEADERS, message, readerOf } from './run.ts';

const CALLS = Number(process.env.CAIRN_BENCH_CALLS ?? 100_000);
const SECONDS = Number(process.env.CAIRN_BENCH_SECONDS ?? 150);
const CLIENTS = 50;
const TRAILS = 50;
const STEPS = 10;

const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-endurance-'));
const url = process.env.CAIRN_TEST_DATABASE_URL ?? `embedded:${join(folder, 'data')}`;
const { key } = await onDatabase(url, (database) => readerOf(database, TRAILS));
const cairn = await startCairn({ CAIRN_DATABASE_URL: url, CAIRN_ASSETS: join(folder, 'assets') });
const bodies = [message('tools/call', FIND), message('prompts/list', {}), message('tools/list', {})];
const calls: number[] = Array.from({ length: CLIENTS }, () => 0);
const longest: number[] = Array.from({ length: CLIENTS }, () => 0);
const memory: string[] = [];
const began = performance.now();
let total = 0;

await Promise.all(calls.map((_, client) => tool(client)));
const seconds = (performance.now() - began) / 1_000;
const [least, most] = [Math.min(...calls), Math.max(...calls)];
console.log(
  `${total} calls of ${CLIENTS} clients in ${seconds.toFixed(0)} s (${Math.round(total / seconds)} a second).`,
);
console.log(`Calls a client: ${least} to ${most}; the longest wait of any ${Math.max(...longest).toFixed(0)} ms.`);
console.log(`Memory in MB after each tenth: ${memory.join(', ')}.`);
await cairn.stop();
await rm(folder, { recursive: true, force: true });
process.exit();

/** One client: the next call as soon as the last one is answered. */
async function tool(client: number): Promise<void> {
  while (total < CALLS && performance.now() - began < SECONDS * 1_000) {
    const from = performance.now();
    const body = bodies[(calls[client] ?? 0) % bodies.length] ?? '';
    const answer = await fetch(`${cairn.address}/mcp`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, ...bearer(key) },
      body,
    });
    const text = await answer.text();
    if (!answer.ok || text.includes('"isError":true')) throw new Error(`${answer.status} ${text.slice(0, 500)}`);
    calls[client] = (calls[client] ?? 0) + 1;
    longest[client] = Math.max(longest[client] ?? 0, performance.now() - from);
    total += 1;
    if (total % Math.floor(CALLS / STEPS) === 0) memory.push(cairn.memoryMb().toFixed(0));
  }
}
