// Fifty AI tools call without a pause. Does the service's memory stay constant, and does each tool get its share? Run
// node scripts/run-ts.mjs bench/mcp/endurance.ts after npm run build:server. CAIRN_BENCH_CALLS sets the number of calls
// (100,000), and CAIRN_BENCH_SECONDS the maximum duration (3,600). One call in ten is a question to the judge, each
// time a different one. After each tenth of the calls the clients pause, and the bench prints the memory after a full
// collection.
import { startProbed } from '../support/processes.ts';
import { onDatabase, SERVER, storageOn } from '../support/storage.ts';
import { bearer, FIND, JSON_HEADERS, message, readerOf } from './run.ts';

const CALLS = Number(process.env.CAIRN_BENCH_CALLS ?? 100_000);
const SECONDS = Number(process.env.CAIRN_BENCH_SECONDS ?? 3_600);
const CLIENTS = 50;
const TRAILS = 50;
const STEPS = 10;

const { url, env, remove } = await storageOn(SERVER);
const { key } = await onDatabase(url, (database) => readerOf(database, TRAILS));
const cairn = await startProbed(env);
const calls: number[] = Array.from({ length: CLIENTS }, () => 0);
const waits: number[][] = Array.from({ length: CLIENTS }, () => []);
const ask = async (body: string): Promise<string> => {
  const headers = { ...JSON_HEADERS, ...bearer(key) };
  const answer = await fetch(`${cairn.address}/mcp`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!answer.ok || text.includes('"isError":true') || text.includes('"error":{'))
    throw new Error(`${body}: ${answer.status} ${text.slice(0, 500)}`);
  return /^data: (.*)$/m.exec(text)?.[1] ?? text;
};
const call = (name: string, of: object): string => message('tools/call', { name, arguments: of });
const first = (pattern: RegExp, text: string): string => pattern.exec(text)?.[1] ?? '';
const trail_id = first(/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})/, await ask(call('list_trails', {})));
const prompt = first(/"name":"([^"]+)"/, await ask(message('prompts/list', {})));
const skill = first(/"uri":"(skill:[^"]+SKILL\.md)"/, await ask(message('resources/list', {})));
const OTHERS = [
  call('get_trail', { trail_id }),
  message('prompts/list', {}),
  message('prompts/get', { name: prompt, arguments: await argumentsOf(prompt) }),
  message('resources/list', {}),
  message('resources/read', { uri: skill }),
  call('give_feedback', { trail_id, helpful: true }),
  message('tools/list', {}),
  call('list_trails', {}),
  call('get_draft', { trail_id }),
];
const began = performance.now();
let begun = 0;
let total = 0;

console.log('| calls | heap, MB | external, MB | resident, MB | calls a second |\n|---:|---:|---:|---:|---:|');
for (let step = 1; step <= STEPS && !isOver(); step += 1) {
  const from = performance.now();
  const before = total;
  await Promise.all(calls.map((_, client) => tool(client, (CALLS / STEPS) * step)));
  const rate = ((total - before) * 1_000) / (performance.now() - from);
  const { heapUsed, external, rss } = await cairn.collected();
  console.log(`| ${total} | ${[heapUsed, external, rss, rate].map((n) => n.toFixed(1)).join(' | ')} |`);
}
const seconds = (performance.now() - began) / 1_000;
console.log(`\n${total} calls of ${CLIENTS} clients in ${seconds.toFixed(0)} s.`);
console.log(`Calls a client: ${Math.min(...calls)} to ${Math.max(...calls)}.`);
const byClient = waits.map((of) => of.toSorted((a, b) => a - b));
const at = (share: number) => byClient.map((of) => of[Math.floor((of.length - 1) * share)] ?? 0);
const span = (ms: readonly number[]): string => `${Math.min(...ms).toFixed(0)} to ${Math.max(...ms).toFixed(0)} ms`;
console.log(`A client's median wait ${span(at(0.5))}, its 99th of 100 ${span(at(0.99))}, its longest ${span(at(1))}.`);
await cairn.stop();
await remove();
process.exit();

function isOver(): boolean {
  return performance.now() - began > SECONDS * 1_000;
}

/** One client, which calls again after each response until all clients together have made this many calls. */
async function tool(client: number, until: number): Promise<void> {
  while (begun < until && !isOver()) {
    begun += 1;
    const from = performance.now();
    await ask(bodyOf(calls[client] ?? 0, client));
    calls[client] = (calls[client] ?? 0) + 1;
    waits[client]?.push(performance.now() - from);
    total += 1;
  }
}

function bodyOf(turn: number, client: number): string {
  const other = OTHERS[(turn + client) % (OTHERS.length + 1)];
  return other ?? call('find_trail', { prompt: `${FIND.arguments.prompt}${client}${turn}` });
}

/** A value for each placeholder of the prompt. */
async function argumentsOf(name: string): Promise<Record<string, string>> {
  const { result } = JSON.parse(await ask(message('prompts/list', {}))) as Listed;
  const found = result.prompts.find((prompt) => prompt.name === name);
  return Object.fromEntries((found?.arguments ?? []).map((argument) => [argument.name, 'anything']));
}

interface Listed {
  readonly result: {
    readonly prompts: readonly { readonly name: string; readonly arguments?: readonly { readonly name: string }[] }[];
  };
}
