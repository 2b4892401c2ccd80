// Measures the cost of requests in a workspace of 100,000 people (CAIRN_BENCH_PEOPLE), relative to one of 1,000, in
// turns: node scripts/run-ts.mjs bench/large-workspace/main.ts, after npm run build:server. CAIRN_TEST_DATABASE_URL
// names an empty PostgreSQL database. Only the server itself runs ANALYZE.
import { median } from '../support/median.ts';
import { startCairn } from '../support/processes.ts';
import { needsServer, onDatabase, storageOn } from '../support/storage.ts';
import { type Asked, requestsOf } from './requests.ts';
import { seedWorkspace } from './seed.ts';

const [PEOPLE, FEW, ROUNDS] = [Number(process.env.CAIRN_BENCH_PEOPLE ?? 100_000), 1_000, 9];
const { url, env, remove } = await storageOn(needsServer());

const [small, large] = await onDatabase(url, async (database) => [
  await seedWorkspace(database, FEW),
  await seedWorkspace(database, PEOPLE),
]);
const service = await startCairn(env);
const [few, many] = [await requestsOf(service.address, small), await requestsOf(service.address, large)];
const costs = [];
for (const [at, { name }] of few.entries()) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [which, asked] of [few[at], many[at]].entries()) times[which]?.push(await millisecondsOf(asked));
  costs.push({ name, ratio: median(times[1]) / median(times[0]) });
}
await service.stop();
await remove();
const rows = costs.sort((one, other) => other.ratio - one.ratio);
console.log(`| request | cost at ${PEOPLE.toLocaleString('en')} people, in times of ${FEW.toLocaleString('en')} |
|---|---:|
${rows.map(({ name, ratio }) => `| \`${name}\` | ${ratio.toFixed(2)} |`).join('\n')}`);
process.exit();

/** From the request to the last byte of its response. */
async function millisecondsOf(asked: Asked | undefined): Promise<number> {
  const began = performance.now();
  const answer = await fetch(service.address + asked?.path, { headers: asked?.headers ?? {} });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${asked?.name} is ${answer.status}: ${body}`);
  return performance.now() - began;
}
