// One workspace with everything that grows with its people, written directly to the tables as a first sync would leave
// them, without ANALYZE.
import type { Database } from '../../src/storage/database.ts';
import { connect } from '../scim/cairn-server.ts';
import { seedGroup, seedUsers } from '../scim/seed.ts';
import { built } from '../support/built.ts';
import { BY_BENCH } from '../support/by-bench.ts';
import { seed } from '../support/seed.ts';

const { sql } = await built<typeof import('../../src/storage/sql.ts')>('storage/sql.js');
const links = await built<typeof import('../../src/identity/login-links.ts')>('identity/login-links.js');

export interface Workspace {
  readonly team_id: string;
  readonly connection_id: string;
  readonly key: string;
  readonly token: string;
  /** A link that signs the Owner in. */
  readonly link: string;
  readonly trail_id: string;
  readonly user_id: string;
  readonly record_id: string;
  /** The group of all members. */
  readonly everybody: string;
}

/**
 * One trail per five people, one group per hundred, two memberships in addition to the group of all, and ten log
 * entries per person.
 */
export async function seedWorkspace(database: Database, people: number): Promise<Workspace> {
  const { team_id, key, trail_ids } = await seed(database, people / 5);
  const { connection_id, token } = await database.inTransaction((tx) => connect(tx, team_id));
  const tenant = { team_id, connection_id };
  await seedUsers(database, tenant, people);
  const everybody = await seedGroup(database, tenant, 'Everybody', people);
  for (let group = 0; group < people / 100; group += 1) await seedGroup(database, tenant, `Group ${group}`, 0);
  await database.script(`
    insert into group_memberships (team_id, group_id, account_id)
    select r.team_id, g.group_id, r.account_id
    from (select *, row_number() over (order by md5(record_id::text)) as n
      from scim_user_records where team_id = '${team_id}') r
    join (select *, row_number() over () - 1 as n
      from groups where team_id = '${team_id}' and group_id <> '${everybody}') g
      on g.n in (r.n % ${people / 100}, r.n / 100 % ${people / 100})
    on conflict do nothing`);
  await seedLogs(database, tenant, people * 5);
  await publishHalf(database, team_id);
  const somebody = await database.row<{ account_id: string; record_id: string }>(sql`
    select account_id, record_id from scim_user_records where team_id = ${team_id} offset ${people / 2} limit 1`);
  const { account_id: user_id = '', record_id = '' } = somebody ?? {};
  const link = await ownerLink(database, team_id);
  return { ...tenant, key, token, link, trail_id: trail_ids[0] ?? '', user_id, record_id, everybody };
}

/** The token of a single-use link that signs the Owner in. */
export async function ownerLink(database: Database, team_id: string): Promise<string> {
  const owner = await database.row<{ email: string }>(sql`
    select a.email from teams t join accounts a on a.account_id = t.owner_id where t.team_id = ${team_id}`);
  const link = { email: owner?.email ?? '', team_id, lifetime_ms: 3_600_000 };
  const { token } = await database.inTransaction((tx) => links.createLoginLink(tx, link, Date.now(), BY_BENCH));
  return token;
}

/** This many entries of both logs over sixty days, and as many webhook deliveries. */
async function seedLogs(
  database: Database,
  { team_id, connection_id }: { readonly team_id: string; readonly connection_id: string },
  entries: number,
): Promise<void> {
  const step = `interval '60 days' / ${entries}`;
  await database.script(`
    create temporary table numbered as select n, moment, (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0')
      || '70008' || substr(md5(n::text), 1, 15))::uuid as id
    from generate_series(1, ${entries}) n
    cross join lateral (select now() - interval '60 days' + n * ${step} as moment) m;
    insert into audit_entries (team_id, entry_id, at, kind, actor, subject)
    select '${team_id}', id, moment, case when n % 3 = 0 then 'trail.saved' else 'member.joined' end,
      jsonb_build_object('kind', 'person', 'id', id, 'name', 'Somebody ' || n),
      jsonb_build_object('kind', 'trail', 'id', id, 'name', 'A trail')
    from numbered;
    insert into provisioning_log (team_id, connection_id, entry_id, at, request_id, resource, operation, outcome, status,
      duration_ms)
    select '${team_id}', '${connection_id}', id, moment, 'req' || n, 'User', 'create',
      case when n % 1000 = 0 then 'refused' else 'ok' end, case when n % 1000 = 0 then 409 else 201 end, 1
    from numbered;
    insert into webhook_endpoints (team_id, endpoint_id, name, url, events, signing, sealed_secret, is_on, created_at, updated_at)
    values ('${team_id}', '${team_id}', 'w', 'https://w.test', '{}', 'ed25519', '', false, now(), now());
    insert into webhook_events (team_id, seq, event_id, type, subject_id, at, payload)
    select '${team_id}', n, id, 'trail.published', id, moment, '{}' from numbered;
    insert into webhook_deliveries (team_id, endpoint_id, seq, event_id, subject_id, state, next_at)
    select '${team_id}', '${team_id}', n, id, id, case when n % 500 = 0 then 'failed' else 'delivered' end, moment
    from numbered;
    drop table numbered`);
}

const publishHalf = (database: Database, teamId: string): Promise<unknown> =>
  database.script(`
    create temporary table chosen as select catalog_id, trail_id, document from trails
    where catalog_id = '${teamId}' and published_version is null and sort_order % 2 = 0;
    insert into trail_versions (catalog_id, trail_id, version, revision, document)
    select catalog_id, trail_id, 1, 1, document from chosen;
    update trails t set status = 'live', published_version = 1, published_revision = 1, published_at = now()
    from chosen c where c.catalog_id = t.catalog_id and c.trail_id = t.trail_id;
    drop table chosen`);
