// node scripts/run-ts.mjs bench/growth/main.ts, after npm run build:server: what the requests of one customer cost before
// and after everybody else has come. CAIRN_TEST_DATABASE_URL names an empty PostgreSQL database; CAIRN_BENCH_COMPANIES says
// how many come (100), each with ten thousand trails and as many people. Nothing is analyzed but by the server itself.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/storage/database.ts';
import { built } from '../http/built.ts';
import { DOCUMENT } from '../http/document.ts';
import { fire, type Shot } from '../http/load.ts';
import { startCairn } from '../http/processes.ts';
import { onDatabase } from '../http/run.ts';
import { type Seeded, seed } from '../http/seed.ts';
import { makeConnection } from '../scim/cairn-server.ts';
import { seedGroup, seedName, seedUsers } from '../scim/seed.ts';

const COMPANIES = Number(process.env.CAIRN_BENCH_COMPANIES ?? 100);
const [EACH, OWN, SECONDS] = [10_000, 1_000, 4];
const url = process.env.CAIRN_TEST_DATABASE_URL;
if (url === undefined) throw new Error('Name an empty PostgreSQL database in CAIRN_TEST_DATABASE_URL.');
const { sql } = await built<typeof import('../../src/storage/sql.ts')>('storage/sql.js');
const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-growth-'));
const env = { CAIRN_DATABASE_URL: url, CAIRN_ASSETS: join(folder, 'assets') };

interface Customer {
  readonly trails: Seeded;
  readonly people: Awaited<ReturnType<typeof makeConnection>>;
  readonly group: string;
}

const customer = await onDatabase(url, async (database): Promise<Customer> => {
  const trails = await seed(database, OWN);
  const people = await makeConnection(database);
  await seedUsers(database, people, OWN);
  return { trails, people, group: await seedGroup(database, people, 'Support', 100) };
});
const before = await rates();
const size = await onDatabase(url, async (database) => {
  for (let come = 0; come < COMPANIES; come += 1) {
    await seed(database, EACH);
    await seedUsers(database, await makeConnection(database), EACH);
  }
  return sizeOf(database);
});
const after = await rates();
const rows = Object.entries(before).map(([name, rate]) => `| ${name} | ${(rate / (after[name] ?? 0)).toFixed(2)} |`);
console.log(`${(COMPANIES * EACH + OWN).toLocaleString('en')} trails and as many people, ${size}.

| request of a customer with ${OWN.toLocaleString('en')} of each | cost, in times of what it was alone |
|---|---:|
${rows.join('\n')}`);
await rm(folder, { recursive: true, force: true });
process.exit();

/** Requests a second of the customer's, in rounds, so that neither a checkpoint nor an autovacuum decides. */
async function rates(): Promise<Record<string, number>> {
  const cairn = await startCairn(env);
  const total: Record<string, number> = {};
  for (let round = 0; round < 3; round += 1)
    for (const [name, shot] of Object.entries(shots(cairn.address)))
      total[name] = (total[name] ?? 0) + (await fire(shot, SECONDS)).perSecond;
  await cairn.stop();
  return total;
}

function shots(address: string): Readonly<Record<string, Shot>> {
  const { trails, people, group } = customer;
  const headers = { authorization: `Bearer ${trails.key}` };
  const paths = trails.trail_ids.map((id) => `/v1/trails/${id}`);
  const at = (path: string, more: Partial<Shot> = {}): Shot => ({ url: address + path, headers, ...more });
  const base = `/scim/v2/${people.connection_id}`;
  const provider = { headers: { authorization: `Bearer ${people.token}`, 'content-type': 'application/scim+json' } };
  const names = Array.from({ length: 32 }, (_, n) => seedName(people, n * 31));
  const filters = names.map((name) => `${base}/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`);
  return {
    'GET trail, each another': at('/v1/trails', { paths }),
    'list, first page': at('/v1/trails'),
    'list, q': at('/v1/trails?q=refund'),
    'GET /v1/me': at('/v1/me'),
    'PUT document, each another': at('/v1/trails', {
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
