// Measures the cost of one customer's requests among many other customers, relative to their cost alone: node
// scripts/run-ts.mjs bench/growth/main.ts, after npm run build:server. CAIRN_TEST_DATABASE_URL names an empty
// PostgreSQL database. A second database, with the suffix `_alone`, holds the same customer alone, and both are
// measured in turns. CAIRN_BENCH_COMPANIES sets the number of other customers (100), each with 10,000 trails and
// people. Only the server itself runs ANALYZE.
import type { Database } from '../../src/storage/database.ts';
import { makeConnection } from '../scim/cairn-server.ts';
import { seedGroup, seedName, seedUsers } from '../scim/seed.ts';
import { built } from '../support/built.ts';
import { DOCUMENT } from '../support/document.ts';
import { fire, type Shot } from '../support/load.ts';
import { startCairn } from '../support/processes.ts';
import { type Seeded, seed } from '../support/seed.ts';
import { needsServer, onDatabase, storageOn } from '../support/storage.ts';

const COMPANIES = Number(process.env.CAIRN_BENCH_COMPANIES ?? 100);
const [EACH, OWN, ROUNDS, SECONDS] = [10_000, 1_000, 4, 3];
const url = needsServer();
const { sql } = await built<typeof import('../../src/storage/sql.ts')>('storage/sql.js');
interface Customer {
  readonly trails: Seeded;
  readonly people: Awaited<ReturnType<typeof makeConnection>>;
  readonly group: string;
}

const alone = new URL(url);
alone.pathname += '_alone';

const among = await onDatabase(url, async (database) => {
  await database.script(`create database "${alone.pathname.slice(1)}"`);
  const customer = await arrive(database);
  for (let come = 0; come < COMPANIES; come += 1) {
    await seed(database, EACH);
    await seedUsers(database, await makeConnection(database), EACH);
  }
  return { customer, size: await sizeOf(database) };
});
const apart = await onDatabase(alone.href, arrive);
const rates = await ratesOf([
  [alone.href, apart],
  [url, among.customer],
]);
const rows = [...rates].map(([name, [before = 0, after = 0]]) => `| ${name} | ${(before / after).toFixed(2)} |`);
console.log(`${(COMPANIES * EACH + OWN).toLocaleString('en')} trails and as many people, ${among.size}.

| request of a customer with ${OWN.toLocaleString('en')} of each | cost, in times of what it is alone |
|---|---:|
${rows.join('\n')}`);
process.exit();

async function arrive(database: Database): Promise<Customer> {
  const trails = await seed(database, OWN);
  const people = await makeConnection(database);
  await seedUsers(database, people, OWN);
  return { trails, people, group: await seedGroup(database, people, 'Support', 100) };
}

/**
 * Requests per second of each kind on each database, in alternating rounds, so that temporary load on the machine
 * affects both.
 */
async function ratesOf(databases: readonly (readonly [string, Customer])[]): Promise<Map<string, number[]>> {
  const services = [];
  for (const [databaseUrl, customer] of databases) {
    const { env, remove } = await storageOn(databaseUrl);
    const service = await startCairn(env);
    services.push({ service, remove, requests: shots(service.address, customer) });
  }
  const totals = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of Object.keys(services[0]?.requests ?? {}))
      for (const [at, { requests }] of services.entries()) {
        const { [name]: shot } = requests;
        const total = totals.get(name) ?? [];
        if (shot !== undefined) total[at] = (total[at] ?? 0) + (await fire(shot, SECONDS)).perSecond;
        totals.set(name, total);
      }
  for (const { service, remove } of services) {
    await service.stop();
    await remove();
  }
  return totals;
}

function shots(address: string, { trails, people, group }: Customer): Readonly<Record<string, Shot>> {
  const headers = { authorization: `Bearer ${trails.key}` };
  const paths = trails.trail_ids.map((id) => `/v1/trails/${id}`);
  const at = (path: string, more: Partial<Shot> = {}): Shot => ({ url: address + path, headers, ...more });
  const base = `/scim/v2/${people.connection_id}`;
  const provider = { headers: { authorization: `Bearer ${people.token}`, 'content-type': 'application/scim+json' } };
  const names = Array.from({ length: 32 }, (_, n) => seedName(people, n * 31));
  const filters = names.map((name) => `${base}/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`);
  return {
    'GET trail, different trails': at('/v1/trails', { paths }),
    'list, first page': at('/v1/trails'),
    'list, q': at('/v1/trails?q=refund'),
    'GET /v1/me': at('/v1/me'),
    'PUT document, different trails': at('/v1/trails', {
      paths: paths.map((path) => `${path}/document`),
      method: 'PUT',
      headers: { ...headers, 'if-match': '*', 'content-type': 'application/json' },
      body: JSON.stringify(DOCUMENT),
    }),
    'SCIM userName eq': at(filters[0] ?? '', { ...provider, paths: filters }),
    'SCIM GET group without members': at(`${base}/Groups/${group}?excludedAttributes=members`, provider),
    'SCIM list of users': at(`${base}/Users?count=25`, provider),
  };
}

async function sizeOf(database: Database): Promise<string> {
  const row = await database.row<{ gb: number; largest: string }>(sql`
    select round(pg_database_size(current_database()) / 1e9, 1)::float8 as gb,
      (select string_agg(line, ', ') from (
        select c.relname || ' ' || round(pg_total_relation_size(c.oid) / 1e9, 1) || ' GB' as line
        from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        order by pg_total_relation_size(c.oid) desc limit 5) t) as largest`);
  return `${row?.gb} GB (${row?.largest})`;
}
