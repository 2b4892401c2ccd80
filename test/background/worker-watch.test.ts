// A worker of a distributed database that is down: which workspaces it affects, and work for the others. Needs a
// PostgreSQL server, where tables and functions imitate the catalog of the engine.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookForOutage } from '../../src/background/worker-watch.ts';
import { newId } from '../../src/base/id.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import { putInvitation, selectForEmail } from '../../src/directory/joining/invitation-store.ts';
import { sweepSeatDays } from '../../src/directory/seats/seat-days.ts';
import { findPersonWithWorkspaces } from '../../src/identity/sign-in-store.ts';
import type { Database } from '../../src/storage/database.ts';
import { outageNotes, withinReach } from '../../src/storage/reach.ts';
import { nothing, sql } from '../../src/storage/sql.ts';
import { dueSchedules } from '../../src/trails/schedules/schedule-store.ts';
import { whatIsDue } from '../../src/webhooks/due-store.ts';
import { handOn } from '../../src/webhooks/hand-on.ts';
import { type FreshDatabase, migratedDatabase } from '../support/database.ts';
import { type World, world } from '../support/world.ts';

const server = process.env.CAIRN_TEST_DATABASE_URL;
const ENGINE = `
  create table pg_dist_node (nodeid integer, nodename text, nodeport integer, groupid integer, isactive boolean,
    noderole text);
  insert into pg_dist_node values (1, 'here', 1, 0, true, 'primary'), (2, 'one', 5432, 1, true, 'primary'),
    (3, 'two', 5432, 2, true, 'primary');
  create table pg_dist_placement (shardid bigint, groupid integer);
  insert into pg_dist_placement values (1, 1), (2, 2);
  create table down (nodename text);
  create table placed (tenant uuid, shardid bigint);
  create function citus_check_connection_to_node(name text, port integer) returns boolean language sql as
    'select not exists (select from down where nodename = name)';
  create function get_shard_id_for_distribution_column(named regclass, value anyelement) returns bigint language sql as
    'select coalesce((select shardid from placed where tenant = value::uuid), 1)'`;

test('limits nothing while every worker answers', () => {
  expect(withinReach({ outage: outageNotes() }, sql`team_id`)).toBe(nothing);
});

if (server !== undefined) {
  let fresh: FreshDatabase;
  let service: World;
  let database: Database;
  let [near, far] = ['', ''];
  const owners: Record<string, string> = {};
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const HOUR_MS = 3_600_000;
  const inHours = (hours: number): string => new Date(service.clock() + hours * HOUR_MS).toISOString();

  beforeAll(async () => {
    fresh = await migratedDatabase(server);
    service = await world({ CAIRN_DATABASE_URL: fresh.url });
    database = service.app.database;
    // Otherwise, it would move events before a slow test expects them.
    await service.app.dispatcher.stop(0);
    await database.script(ENGINE);
    for (const where of ['near', 'far']) {
      const { team_id, author, owner } = await service.team();
      owners[team_id] = owner.id;
      await author.speaks.post('/v1/trails', { document: { title: where } });
      if (where === 'near') near = team_id;
      else far = team_id;
      await database.rows(sql`
        insert into trail_schedules (catalog_id, trail_id, action, run_at, scheduled_by)
        select catalog_id, trail_id, 'unpublish', ${inHours(1)}, created_by from trails where catalog_id = ${team_id}`);
    }
    await database.rows(sql`insert into placed values (${far}, 2)`);
  });
  afterAll(async () => {
    await service.close();
    await fresh.drop();
  });

  const teamsIn = async (table: 'seat_days' | 'audit_outbox'): Promise<readonly string[]> => {
    const days = sql`select team_id from seat_days where day = '2020-01-01'`;
    const rows = await database.rows<{ team_id: string }>(
      table === 'seat_days' ? days : sql`select team_id from audit_outbox`,
    );
    return [near, far].filter((id) => rows.some(({ team_id }) => team_id === id));
  };

  test('names no workspace while every worker answers', async () => {
    await lookForOutage(database, logger);
    expect(database.outage?.last()).toBeUndefined();
    expect((await dueSchedules(database, inHours(2), 50)).map((one) => one.catalog_id).sort()).toEqual(
      [near, far].sort(),
    );
    const { body } = await service.anyone.get<object>('/health/ready');
    expect(body).not.toHaveProperty('unreachable');
  });

  test('names the workspaces of a worker that is down, in readiness, metrics and the log', async () => {
    await database.rows(sql`insert into down values ('two')`);
    await lookForOutage(database, logger);
    await lookForOutage(database, logger);
    expect(database.outage?.last()).toEqual({
      workers: ['two:5432'],
      unreachable: [far],
      reachable: expect.arrayContaining([SVC_CATALOG_ID, near]),
    });
    const { status, body } = await service.anyone.get<object>('/health/ready');
    expect([status, body]).toEqual([200, expect.objectContaining({ unreachable: { workspaces: 1, first: [far] } })]);
    const metrics = await service.app.metrics.text();
    expect(metrics).toContain('cairn_unreachable_workspaces 1');
    expect(metrics).toContain(`cairn_unreachable_workspace{workspace="${far}"} 1`);
    expect(lines.map(({ msg, workspaces, first }) => [msg, workspaces, first])).toEqual([
      [expect.stringContaining('does not answer'), 1, [far]],
    ]);
  });

  test('carries out schedules, moves events and sweeps for the other workspaces only', async () => {
    expect((await dueSchedules(database, inHours(2), 50)).map((one) => one.catalog_id)).toEqual([near]);
    expect((await whatIsDue(database, inHours(2))).announced).toBe(true);
    await handOn(database, service.clock());
    expect(await teamsIn('audit_outbox')).toEqual([far]);
    expect((await whatIsDue(database, inHours(2))).announced).toBe(false);
    for (const team_id of [near, far])
      await database.rows(sql`insert into seat_days (team_id, day, used) values (${team_id}, '2020-01-01', 1)`);
    await sweepSeatDays(database, service.clock());
    expect(await teamsIn('seat_days')).toEqual([far]);
  });

  test('lists the other workspaces of a person, and fails only for people who have no other', async () => {
    const names = async (accountId: string) => {
      const person = await findPersonWithWorkspaces(database, accountId);
      return person?.workspaces.map(({ team_id }) => team_id);
    };
    const [person, farOnly] = [owners[near] ?? '', owners[far] ?? ''];
    await database.rows(sql`insert into members (team_id, account_id, status) values (${far}, ${person}, 'active')`);
    expect(await names(person)).toEqual([near]);
    // On an engine, this statement needs the worker that is down, and fails.
    expect(await names(farOnly)).toEqual([far]);
    const invitation = { name: 'A', roles: [], invited_by: person, created_at: new Date(0).toISOString() };
    for (const teamId of [near, far])
      await database.inTransaction((tx) =>
        putInvitation(tx, teamId, { ...invitation, id: newId(), email: 'a@b.example', expires_at: inHours(2) }),
      );
    const open = await selectForEmail(database, 'a@b.example', new Date(0).toISOString());
    expect(open.map(({ team_id }) => team_id)).toEqual([near]);
  });

  test('keeps every event if the streams of the whole service cannot be reached', async () => {
    database.outage?.note({ workers: ['one:5432'], unreachable: [SVC_CATALOG_ID], reachable: [near, far] });
    await handOn(database, service.clock());
    expect(await teamsIn('audit_outbox')).toEqual([far]);
  });

  test('continues for all workspaces when the worker answers again', async () => {
    await database.rows(sql`delete from down`);
    await lookForOutage(database, logger);
    expect(database.outage?.last()).toBeUndefined();
    expect(lines.at(-1)?.msg).toBe('every worker of the database answers again');
    await handOn(database, service.clock());
    expect(await teamsIn('audit_outbox')).toEqual([]);
  });
}
