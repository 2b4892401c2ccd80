// Measures the memory of a service by kind, after its start and after each kind of load: node scripts/run-ts.mjs
// bench/memory/main.ts, after npm run build:server. CAIRN_TEST_DATABASE_URL names an empty PostgreSQL database; without
// it storage is embedded.
import { DOCUMENT } from '../support/document.ts';
import { fireSoMany, type Shot } from '../support/load.ts';
import { startCairn } from '../support/processes.ts';
import { seed } from '../support/seed.ts';
import { onDatabase, SERVER, storageOn } from '../support/storage.ts';

const [READS, SAVES, TESTS] = [100_000, 10_000, 1_000];
const { url, env, remove } = await storageOn(SERVER);
const { trail_ids, key } = await onDatabase(url, (database) => seed(database, 1_000));
await (await startCairn(env)).stop();
const cairn = await startCairn(env);
const trails = trail_ids.map((id) => `/v1/trails/${id}`);
const send = (paths: readonly string[], amount: number, more: Partial<Shot> = {}): Promise<unknown> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'if-match': '*' };
  return fireSoMany({ url: cairn.address, paths, headers, ...more }, amount);
};
const reads = (): Promise<unknown> =>
  send(
    trails.flatMap((path) => [path, `${path}/document`, '/v1/trails', '/v1/me']),
    READS,
  );
const documents = trails.map((path) => `${path}/document`);
const tried = trails.map((path) => `${path}/surfacing-test`);
const prompt = JSON.stringify({ draft_text: 'A customer wants money back for a late parcel, what do I write?' });
const loads: Readonly<Record<string, () => Promise<unknown>>> = {
  'the start': async () => undefined,
  '100,000 reads': reads,
  '10,000 saves': () => send(documents, SAVES, { method: 'PUT', body: JSON.stringify(DOCUMENT) }),
  '1,000 surfacing tests': () => send(tried, TESTS, { method: 'POST', body: prompt }),
  '100,000 reads more': reads,
};
console.log(
  '| MB after | resident | V8, WebAssembly, large buffers, threads | heap of C | program |\n|---|---:|---:|---:|---:|',
);
for (const [name, load] of Object.entries(loads)) {
  await load();
  const { files, malloc, anonymous } = cairn.mappedMb();
  const figures = [cairn.memoryMb(), anonymous, malloc, files].map((mb) => mb.toFixed(0));
  console.log(`| ${name} | ${figures.join(' | ')} |`);
}
await cairn.stop();
await remove();
process.exit();
