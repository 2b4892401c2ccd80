// Measures the memory of one process and its cost per request while many small companies send requests in turn: node
// scripts/run-ts.mjs bench/companies/main.ts, after npm run build:server. CAIRN_TEST_DATABASE_URL names an empty
// PostgreSQL database, and CAIRN_BENCH_COMPANIES sets the number of companies (1,000). Only the server itself runs
// ANALYZE.
import { seedName } from '../scim/seed.ts';
import { startProbed } from '../support/processes.ts';
import { needsServer, onDatabase, storageOn } from '../support/storage.ts';
import { type Company, seedCompany } from './seed.ts';

const COMPANIES = Number(process.env.CAIRN_BENCH_COMPANIES ?? 1_000);
const AT_ONCE = 8;
const url = needsServer();

const companies = await onDatabase(url, async (database) => {
  const made: Company[] = [];
  for (let number = 0; number < COMPANIES; number += 1) made.push(await seedCompany(database));
  return made;
});
const { env, remove } = await storageOn(url);
const service = await startProbed(env);

const asked = (path: string, token: string, more: RequestInit = {}): Request =>
  new Request(service.address + path, {
    ...more,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
const filter = (company: Company): string => encodeURIComponent(`userName eq "${seedName(company, 3)}"`);
const prompt = JSON.stringify({ draft_text: 'A customer wants money back for a late parcel, what do I write?' });
const requests: Readonly<Record<string, (company: Company) => Request>> = {
  'GET /v1/me': ({ key }) => asked('/v1/me', key),
  'a list': ({ key }) => asked('/v1/trails', key),
  'GET trail': ({ key, trail_id }) => asked(`/v1/trails/${trail_id}`, key),
  'SCIM userName eq': (one) => asked(`/scim/v2/${one.connection_id}/Users?filter=${filter(one)}`, one.token),
  'a surfacing test': ({ key, trail_id }) =>
    asked(`/v1/trails/${trail_id}/surfacing-test`, key, { method: 'POST', body: prompt }),
};

console.log(`One process, ${COMPANIES.toLocaleString('en')} companies.

| each asks once | ms of the processor, the first time | again | resident MB | of it after a collection: heap | buffers |
|---|---:|---:|---:|---:|---:|`);
for (const [name, requestOf] of Object.entries(requests)) {
  const [first, again] = [await askAll(requestOf), await askAll(requestOf)];
  const { rss, heapUsed, arrayBuffers } = await service.collected();
  const [resident, heap, buffers] = [rss, heapUsed, arrayBuffers].map((mb) => mb.toFixed(0));
  console.log(`| ${name} | ${first.toFixed(2)} | ${again.toFixed(2)} | ${resident} | ${heap} | ${buffers} |`);
}
await service.stop();
await remove();
process.exit();

/** Processor time of one of these requests, in milliseconds. */
async function askAll(requestOf: (company: Company) => Request): Promise<number> {
  const before = service.processorMs();
  const waiting = companies.values();
  const askInTurn = async (): Promise<void> => {
    for (const company of waiting) {
      const answer = await fetch(requestOf(company));
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  return (service.processorMs() - before) / COMPANIES;
}
