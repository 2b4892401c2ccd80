// Measures the processor time of listing, finding and reading trails through groups, relative to grants of a person's
// own with the statements from before groups, in pairs: node scripts/run-ts.mjs bench/large-workspace/audiences.ts,
// after npm run build:server. CAIRN_TEST_DATABASE_URL names an empty PostgreSQL database on this machine. One workspace
// has 5,000 live trails, half of them restricted, and 10,000 groups, one of them with 20,000 members. Both readers see
// the same 500 restricted trails: one through grants, the other through 20 groups.
import { readFileSync } from 'node:fs';
import type { Database, Tx } from '../../src/storage/database.ts';
import { built } from '../support/built.ts';
import { median } from '../support/median.ts';
import { needsServer, onDatabase, storageOn } from '../support/storage.ts';

const { sql } = await built<typeof import('../../src/storage/sql.ts')>('storage/sql.js');
const trails = await built<typeof import('../../src/trails/readers/visible-trails.ts')>(
  'trails/readers/visible-trails.js',
);

const { SVC_CATALOG_ID } = await built<typeof import('../../src/directory/catalog.ts')>('directory/catalog.js');

const [PAIRS, ROUND_MS] = [5, 300];
const TEAM = '0197aaaa-0000-7000-8000-000000000001';
const id = (kind: number, n: number): string => `0197aaa${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const [GRANTED, MEMBER] = [id(1, 1), id(1, 2)];
const READ = id(2, 2);

const idIn = (kind: number, n: string): string =>
  `('0197aaa${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
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
    d.document::json, 'Trail ' || n, '', 'D', '[]', 1, 'trail', 1, 1, now(), 'trail-' || n
  from generate_series(1, 5000) n
    cross join (select json_build_object('title', 'T', 'description', repeat('word ', 400)) as document) d;
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

/** Whom the statements from before groups are for: the person in the workspace, or the workspace in the service. */
const [PERSON, WORKSPACE] = [
  { catalog: TEAM, kind: 'user', grantee: GRANTED },
  { catalog: SVC_CATALOG_ID, kind: 'team', grantee: TEAM },
] as const;
type Before = (tx: Tx, of: typeof PERSON | typeof WORKSPACE) => Promise<unknown>;

const grant = ({ kind, grantee }: typeof PERSON | typeof WORKSPACE) => sql`
  select 1 from trail_grants g where g.catalog_id = t.catalog_id and g.trail_id = t.trail_id and g.kind = ${kind}
    and g.grantee_id = ${grantee}`;
const shownTo = (of: typeof PERSON | typeof WORKSPACE) => sql`
  t.catalog_id = ${of.catalog} and t.status = 'live' and (t.visibility = 'all_teams' or exists (${grant(of)}))`;
const version = sql`cross join lateral (
  select v.version, v.document from trail_versions v
  where v.catalog_id = t.catalog_id and v.trail_id = t.trail_id and v.version = t.published_version offset 0) v`;
const columns = sql`t.catalog_id, t.trail_id, t.sort_order, t.skill_name, v.version, v.document, t.published_at`;
const heads: Before = (tx, of) =>
  tx.rows(sql`
    select t.catalog_id, t.trail_id, t.sort_order, t.skill_name, t.published_version as version, t.published_at
    from trails t where ${shownTo(of)} order by t.sort_order, t.trail_id`);
const page = (tx: Tx) =>
  tx.rows(sql`
    select ${columns} from (select * from (select t.* from trails t where ${shownTo(PERSON)}
      order by sort_order, trail_id limit 101) first
      order by sort_order, trail_id limit ${101}) t ${version} order by t.sort_order, t.trail_id`);
const named =
  (ids: readonly string[]): Before =>
  (tx, of) =>
    tx.rows(sql`
      select ${columns} from unnest(${ids}::uuid[]) as named (trail_id) cross join lateral (
        select * from trails t where t.catalog_id = ${of.catalog} and t.trail_id = named.trail_id offset 0) t ${version}
      where ${shownTo(of)} order by t.sort_order, t.trail_id`);
const hidden: Before = (tx, of) =>
  tx.rows(sql`
    select t.trail_id from trails t
    where t.catalog_id = ${of.catalog} and t.status = 'live' and t.visibility = 'restricted' and not exists (${grant(of)})`);
const inBoth =
  (before: Before): Work =>
  async (tx) => [await before(tx, PERSON), await before(tx, WORKSPACE)];

const FOUND = [10, 20, 30, 41, 52].map((n) => id(2, n));
const member = { team_id: TEAM, account_id: MEMBER };
type Work = (tx: Tx) => Promise<unknown>;
const REQUESTS: Readonly<Record<string, readonly [before: Work, now: Work]>> = {
  'list a page': [page, (tx) => trails.listVisibleTrails(tx, member, null, 101)],
  'list all (MCP, archives)': [inBoth(heads), (tx) => trails.listVisibleHeads(tx, member)],
  'find (hidden trails)': [inBoth(hidden), (tx) => trails.hiddenFromReader(tx, member)],
  'find (five results)': [inBoth(named(FOUND)), (tx) => trails.visibleTrails(tx, member, FOUND)],
  read: [inBoth(named([READ])), (tx) => trails.visibleTrails(tx, member, [READ])],
};

const { url, remove } = await storageOn(needsServer());
await onDatabase(url, async (database) => {
  await database.script(
    ['trails', 'trail_grants', 'group_memberships', 'groups', 'trail_versions', 'members', 'trail_set_grants']
      .map((table) => `alter table ${table} set (autovacuum_enabled = false);`)
      .join('\n'),
  );
  await database.script('analyze');
  await database.script(SEED);
  await printed(database, 'with statistics of an empty database');
  await database.script('delete from pg_statistic');
  await printed(database, 'without statistics');
  await database.script('analyze');
  await printed(database, 'with fresh statistics');
});
await remove();
process.exit();

async function printed(database: Database, state: string): Promise<void> {
  console.log(`| ${state} | before (ms) | now (ms) | ratio |\n|---|---:|---:|---:|`);
  for (const [name, works] of Object.entries(REQUESTS)) {
    const times: [number[], number[]] = [[], []];
    for (let pair = 0; pair < PAIRS; pair += 1)
      for (const [which, work] of works.entries())
        times[which]?.push(await database.inTransaction((tx) => processorTime(tx, work)));
    const [before, now] = [median(times[0]), median(times[1])];
    console.log(`| ${name} | ${before.toFixed(2)} | ${now.toFixed(2)} | ${(now / before).toFixed(2)} |`);
  }
}

/** Milliseconds of processor time of the backend and of this process, per request. */
async function processorTime(tx: Tx, work: Work): Promise<number> {
  const { pid = 0 } = (await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)) ?? {};
  await work(tx);
  const [server, own] = [ticksOf(pid), process.cpuUsage()];
  const began = performance.now();
  let times = 0;
  while (times < 5 || performance.now() - began < ROUND_MS) {
    await work(tx);
    times += 1;
  }
  const { user, system } = process.cpuUsage(own);
  return ((ticksOf(pid) - server) * 10 + (user + system) / 1_000) / times;
}

/** Ticks of 10 ms that the process has used. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
