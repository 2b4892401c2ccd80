// Many users, written directly to the tables, so that measuring with 100,000 users does not take an hour. Without
// ANALYZE, because a database lacks statistics at a first sync, too.
import type { Database } from '../../src/storage/database.ts';
import { built } from '../support/built.ts';

const { sql } = await built<typeof import('../../src/storage/sql.ts')>('storage/sql.js');

interface Tenant {
  readonly team_id: string;
  readonly connection_id: string;
}

const A_BATCH = 20_000;

/** The users `seed0@bench.example` … of the connection. */
export async function seedUsers(database: Database, tenant: Tenant, count: number): Promise<void> {
  for (let from = 0; from < count; from += A_BATCH) {
    await seedBatch(database, tenant, from, Math.min(count, from + A_BATCH) - 1);
  }
}

/** A group with the first `count` seeded users, as the connection would have pushed it. Returns its id. */
export async function seedGroup(database: Database, tenant: Tenant, name: string, count: number): Promise<string> {
  const { team_id, connection_id } = tenant;
  const attributes = JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: name });
  const group = await database.row<{ group_id: string }>(sql`
    with made as (
      insert into groups (team_id, group_id, display_name, name_key, connection_id)
      values (${team_id}, gen_random_uuid(), ${name}, ${name.toLowerCase()}, ${connection_id}) returning group_id
    )
    insert into scim_group_records (team_id, connection_id, record_id, group_id, display_name_key, attributes, folded)
    select ${team_id}::uuid, ${connection_id}::uuid, group_id, group_id, ${name.toLowerCase()}, ${attributes}::text::json,
      ${attributes.toLowerCase()}::text::jsonb
    from made returning group_id`);
  await database.rows(sql`
    insert into group_memberships (team_id, group_id, account_id)
    select r.team_id, ${group?.group_id}::uuid, r.account_id from scim_user_records r
    where r.team_id = ${team_id} and r.connection_id = ${connection_id} order by r.record_id limit ${count}`);
  return group?.group_id ?? '';
}

async function seedBatch(database: Database, { team_id, connection_id }: Tenant, from: number, to: number) {
  await database.rows(sql`
    with numbered as (
      select n, gen_random_uuid() as account_id, 'seed' || n || '.' || left(${team_id}, 8) || right(${team_id}, 6) || '@bench.example' as email
      from generate_series(${from}::int, ${to}::int) as n
    ), people as (
      insert into accounts (account_id, email, name) select account_id, email, 'Seed ' || n from numbered returning account_id
    ), belonging as (
      insert into members (team_id, account_id, status, connection_id)
      select ${team_id}::uuid, account_id, 'active', ${connection_id}::uuid from people returning account_id
    ), seats as (
      update team_seats set used = used + (select count(*) from belonging) where team_id = ${team_id}
    )
    insert into scim_user_records (team_id, connection_id, record_id, account_id, user_name, user_name_key, external_id, email, email_key,
      display_name, display_name_key, attributes, folded)
    select ${team_id}::uuid, ${connection_id}::uuid, gen_random_uuid(), n.account_id, n.email, n.email, 'ext' || n.n, n.email, n.email,
      'Seed ' || n.n, 'seed ' || n.n, a.attributes::json, lower(a.attributes)::jsonb
    from numbered n join belonging b on b.account_id = n.account_id
    cross join lateral (select json_build_object('schemas', json_build_array('urn:ietf:params:scim:schemas:core:2.0:User'),
      'userName', n.email, 'externalId', 'ext' || n.n, 'displayName', 'Seed ' || n.n, 'active', true, 'name',
      json_build_object('givenName', 'Seed', 'familyName', n.n::text), 'title', 'Engineer',
      'emails', json_build_array(json_build_object('value', n.email, 'type', 'work', 'primary', true)))::text as attributes) a`);
}

/** The userName of a seeded user. */
export const seedName = ({ team_id }: Tenant, n: number): string =>
  `seed${n}.${team_id.slice(0, 8)}${team_id.slice(-6)}@bench.example`;
