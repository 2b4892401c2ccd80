// Measures the processor time (service and database) of whole requests that list, find and read trails through groups,
// relative to grants of a person's own with the statements from before groups (before-groups.mjs), in pairs: node
// scripts/run-ts.mjs bench/large-workspace/audiences.ts, after npm run build:server. CAIRN_TEST_DATABASE_URL names an
// empty PostgreSQL database on this machine. One workspace has 5,000 live trails, half of them restricted, and 10,000
// groups, one of them with 20,000 members. Both readers see the same 500 restricted trails: one through grants, the
// other through 20 groups.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '../../src/storage/database.ts';
import { built } from '../support/built.ts';
import { BY_BENCH } from '../support/by-bench.ts';
import { DOCUMENT } from '../support/document.ts';
import { median } from '../support/median.ts';
import { type Subject, startCairn } from '../support/processes.ts';
import { needsServer, onDatabase, storageOn } from '../support/storage.ts';

const { sql } = await built<typeof import('../../src/storage/sql.ts')>('storage/sql.js');

const [PAIRS, ROUND_MS] = [3, 600];
const TEAM = '0197aaaa-0000-7000-8000-000000000001';
const id = (kind: number, n: number): string => `0197aaa${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const [GRANTED, MEMBER] = [id(1, 1), id(1, 2)];
/** Open to both readers. */
const READ = id(2, 10);

const idIn = (kind: number, n: string): string =>
  `('0197aaa${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const literal = (value: object): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const SEED = `
  insert into accounts (account_id, email, name) select ${idIn(1, 'n')}, 'p' || n || '@acme.test', 'P' || n
  from generate_series(1, 20000) n;
  insert into teams (team_id, name, owner_id, plan) values ('${TEAM}', 'Acme', '${GRANTED}', 'enterprise');
  insert into catalogs (catalog_id, kind) values ('${TEAM}', 'team');
  insert into members (team_id, account_id, status) select '${TEAM}', ${idIn(1, 'n')}, 'active'
  from generate_series(1, 20000) n;
  insert into trails (catalog_id, trail_id, status, visibility, sort_order, document, title, target_role, description,
    tools, prompt_count, search_text, published_version, published_revision, published_at, skill_name)
  select '${TEAM}', ${idIn(2, 'n')}, 'live', case when n % 2 = 0 then 'restricted' else 'all_teams' end, n,
    d.document::text::json, 'Trail ' || n, '', 'D', '[]', 1, 'trail', 1, 1, now(), 'trail-' || n
  from generate_series(1, 5000) n
    cross join lateral (select (${literal(DOCUMENT)}::jsonb || jsonb_build_object('title', 'Answer letter ' || n)) as document) d;
  insert into trail_revisions (catalog_id, trail_id, revision, document)
  select catalog_id, trail_id, 1, document from trails where catalog_id = '${TEAM}';
  insert into trail_versions (catalog_id, trail_id, version, document, revision)
  select catalog_id, trail_id, 1, document, 1 from trails where catalog_id = '${TEAM}';
  insert into groups (team_id, group_id, display_name, name_key) select '${TEAM}', ${idIn(3, 'n')}, n, n
  from generate_series(1, 10000) n;
  insert into group_memberships (team_id, group_id, account_id) select '${TEAM}', '${id(3, 1)}', ${idIn(1, 'n')}
  from generate_series(2, 20000) n;
  insert into group_memberships (team_id, group_id, account_id) select '${TEAM}', ${idIn(3, 'n')}, '${MEMBER}'
  from generate_series(2, 20) n;
  insert into group_memberships (team_id, group_id, account_id)
  select '${TEAM}', ${idIn(3, '21 + n % 9979')}, ${idIn(1, 'n')} from generate_series(3, 20000) n;
  insert into trail_grants (catalog_id, trail_id, kind, grantee_id) select '${TEAM}', ${idIn(2, '10 * n')}, 'user',
    '${GRANTED}' from generate_series(1, 500) n;
  insert into trail_grants (catalog_id, trail_id, kind, grantee_id, reach) select '${TEAM}', ${idIn(2, '10 * n')}, 'group',
    ${idIn(3, '1 + n % 20')}, 'available' from generate_series(1, 500) n;
  insert into trail_grants (catalog_id, trail_id, kind, grantee_id, reach) select '${TEAM}', ${idIn(2, '2 * (1 + n % 2500)')},
    'group', ${idIn(3, '21 + n % 9979')}, 'available' from generate_series(1, 20000) n on conflict do nothing;`;

/** A reader of one of the services. */
interface Reader {
  readonly service: Subject;
  readonly key: string;
}
type Send = (reader: Reader) => Promise<string>;

const message = (method: string, params: object): Send => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return async ({ service, key }) => {
    const headers = {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      authorization: `Bearer ${key}`,
    };
    const answer = await fetch(`${service.address}/mcp`, { method: 'POST', headers, body });
    const text = await answer.text();
    if (!answer.ok || text.includes('"isError":true'))
      throw new Error(`${body}: ${answer.status} ${text.slice(0, 300)}`);
    return text;
  };
};
const tool = (name: string, args: object): Send => message('tools/call', { name, arguments: args });
const REQUESTS: Readonly<Record<string, Send>> = {
  'list a page (browse_trails)': tool('browse_trails', {}),
  'list all (resources/list)': message('resources/list', {}),
  'find (find_trail)': tool('find_trail', { prompt: 'answer letter 20' }),
  'read (get_trail)': tool('get_trail', { trail_id: READ }),
};

const { url, env, remove } = await storageOn(needsServer());
await onDatabase(url, async (database) => {
  await database.script(
    ['trails', 'trail_grants', 'group_memberships', 'groups', 'trail_versions', 'members', 'trail_set_grants']
      .map((table) => `alter table ${table} set (autovacuum_enabled = false);`)
      .join('\n'),
  );
  await database.script('analyze');
  await database.script(SEED);
  const before = await startCairn(env, ['--import', resolve('bench/large-workspace/before-groups.mjs')]);
  const now = await startCairn(env);
  const readers = [
    { service: before, key: await keyOf(database, GRANTED) },
    { service: now, key: await keyOf(database, MEMBER) },
  ] as const;
  await printed(database, readers, 'with statistics of an empty database');
  await database.script('delete from pg_statistic');
  await printed(database, readers, 'without statistics');
  await database.script('analyze');
  await printed(database, readers, 'with fresh statistics');
  await Promise.all([before.stop(), now.stop()]);
});
await remove();
process.exit();

async function keyOf(database: Database, account_id: string): Promise<string> {
  const { createApiKey } = await built<typeof import('../../src/credentials/api-credentials.ts')>(
    'credentials/api-credentials.js',
  );
  const wanted = { account_id, name: 'bench', scopes: ['trails:read'] };
  const made = await database.inTransaction((tx) => createApiKey(tx, TEAM, wanted, Date.now(), BY_BENCH));
  return made.key;
}

async function printed(database: Database, readers: readonly [Reader, Reader], state: string): Promise<void> {
  console.log(`| ${state} | before (ms) | now (ms) | ratio |\n|---|---:|---:|---:|`);
  for (const [name, send] of Object.entries(REQUESTS)) {
    const times: [number[], number[]] = [[], []];
    for (let pair = 0; pair < PAIRS; pair += 1)
      for (const [which, reader] of readers.entries()) times[which]?.push(await processorTime(database, reader, send));
    const [before, now] = [median(times[0]), median(times[1])];
    console.log(`| ${name} | ${before.toFixed(2)} | ${now.toFixed(2)} | ${(now / before).toFixed(2)} |`);
  }
}

/** Milliseconds of processor time per request, of the service and of all connections to the database. */
async function processorTime(database: Database, reader: Reader, send: Send): Promise<number> {
  await send(reader);
  const pids = await database.rows<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`);
  const spent = (): number => reader.service.processorMs() + pids.reduce((sum, { pid }) => sum + ticksOf(pid) * 10, 0);
  const before = spent();
  const began = performance.now();
  let times = 0;
  while (times < 5 || performance.now() - began < ROUND_MS) {
    await send(reader);
    times += 1;
  }
  const used = spent() - before;
  return Number.isNaN(used) ? processorTime(database, reader, send) : used / times;
}

/** Ticks of 10 ms that the process has used; not a number if it has ended, as connections do when they are idle. */
function ticksOf(pid: number): number {
  const path = `/proc/${pid}/stat`;
  const fields = (existsSync(path) ? readFileSync(path, 'utf8') : '').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
