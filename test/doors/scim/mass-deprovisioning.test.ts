// The guard against mass deprovisioning: if an identity provider removes too many people at once, they lose access, and
// an admin can restore everything they had.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/audit/audit-entry.ts';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { removeMembersWithoutRecord } from '../../../src/provisioning/groups/members-without-record.ts';
import { sweepSuspensions } from '../../../src/provisioning/suspensions.ts';
import { sql } from '../../../src/storage/sql.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TeamOptions, TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from '../manage/support.ts';
import { connect, freshConnection, type ScimConnection, setAge, userBody } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Connected extends ScimConnection {
  readonly team: TestTeam;
  readonly admin: Speaker;
  readonly ids: readonly string[];
}
interface Listed {
  readonly items: readonly {
    user_id: string;
    name: string;
    operation: string;
    problem: string | null;
    restored_by: string | null;
  }[];
  readonly total: number;
  readonly version: string;
}
interface Decided {
  readonly decided: number;
  readonly done: number;
  readonly left_out: readonly { name: string; reason: string }[];
}

/** A connection that has provisioned this many people, and an admin of its workspace. The people are a day old. */
async function provisioned(people: number, options: TeamOptions = {}): Promise<Connected> {
  const okta = await freshConnection(service, options);
  const admin = await atCommandLine(service, okta.team.team_id, okta.team.admin.id);
  const ids: string[] = [];
  for (let n = 0; n < people; n += 1) ids.push(await okta.user(`Person${String(n).padStart(3, '0')}`));
  await setAge(service, okta, DAY_MS);
  return { ...okta, admin, ids };
}

const OFF = [{ op: 'replace', path: 'active', value: false }];
const ON = [{ op: 'replace', path: 'active', value: true }];
const deactivate = (okta: ScimConnection, id = '') => okta.patch(`/Users/${id}`, OFF);
const path = (okta: ScimConnection): string => `/manage/v1/connections/${okta.connection_id}`;
const listOf = async (okta: Connected) => (await okta.admin.get<Listed>(`${path(okta)}/suspensions?limit=100`)).body;
const namesOf = async (okta: Connected) => (await listOf(okta)).items.map(({ name }) => name);
const guardOf = async (okta: Connected) =>
  (await okta.admin.get<{ suspended: { since: string | null; people: number } }>(path(okta))).body.suspended;
const decide = (okta: Connected, body: object) => okta.admin.post<Decided>(`${path(okta)}/suspensions/decide`, body);
const audited = (okta: ScimConnection, kind: string): Promise<AuditEntry[]> =>
  readAudit(service.app.database, okta.team_id, { kind }, { after: null, limit: 50 });
const isActive = async (okta: ScimConnection, id = '') => (await okta.get(`/Users/${id}`)).body.active;
const sweep = () => sweepSuspensions(service.app.database, service.clock());
interface DirectoryRow {
  readonly name: string;
  readonly status: string;
}
const directory = async (okta: Connected): Promise<Map<string, string>> => {
  const { body } = await okta.admin.get<{ items: DirectoryRow[] }>('/manage/v1/members?limit=100');
  return new Map(body.items.map(({ name, status }) => [name, status]));
};
/** The status of one person. */
const memberOf = (okta: ScimConnection, id: string) =>
  service.app.database.row<{ account_id: string }>(sql`
    select account_id from scim_user_records where team_id = ${okta.team_id} and record_id = ${id}`);

/** Everything that a restore has to bring back. */
async function dump({ team_id }: ScimConnection): Promise<object> {
  const { database } = service.app;
  return {
    members: await database.rows(sql`
      select account_id, status, connection_id, manager_id, manager_ref, joined_at, left_at, deactivated_at
      from members where team_id = ${team_id} order by account_id`),
    roles: await database.rows(sql`
      select account_id, role, origin, granted_at from member_roles where team_id = ${team_id} order by 1, 2`),
    groups: await database.rows(sql`
      select group_id, account_id, added_at from group_memberships where team_id = ${team_id} order by 1, 2`),
    keys: await database.rows(sql`
      select credential_id, account_id, revoked_at from api_credentials where catalog_id = ${team_id} order by 1`),
    records: await database.rows(sql`
      select record_id, account_id, user_name, external_id, active, attributes::text, extra_emails::text, created_at
      from scim_user_records where team_id = ${team_id} order by record_id`),
    seats: await database.rows(sql`
      select sum(used) as used from (
        select used from team_seats where team_id = ${team_id}
        union all select used from seat_bookings where team_id = ${team_id}) taken`),
  };
}

test('suspends no one on an ordinary day or in a small workspace: ten people in an hour, and ten in the next', async () => {
  const okta = await provisioned(20);
  for (const [n, id] of okta.ids.entries()) {
    if (n === 10) service.clock.advance(HOUR_MS + 1);
    expect((await deactivate(okta, id)).status).toBe(200);
  }
  expect(await guardOf(okta)).toMatchObject({ since: null, people: 0 });
});

test('suspends everyone of the hour with the eleventh of forty people, who lose access like the others', async () => {
  const okta = await provisioned(40);
  const answers = [];
  for (const id of okta.ids.slice(0, 13)) answers.push(await deactivate(okta, id));
  expect(answers.map(({ status, body }) => [status, body.active])).toEqual(Array(13).fill([200, false]));
  expect(await guardOf(okta)).toMatchObject({ since: expect.any(String), people: 13 });
  expect(await namesOf(okta)).toEqual(Array.from({ length: 13 }, (_, n) => `Person${String(n).padStart(3, '0')}`));
  const people = await directory(okta);
  for (const name of await namesOf(okta)) expect(people.get(name)).toBe('deprovisioned');
  expect(await audited(okta, 'team.connection.people_suspended')).toMatchObject([{ after: { people: 11 } }]);
  const page = `${path(okta)}/suspensions?limit=7`;
  const first = (await okta.admin.get<Listed & { next_cursor: string }>(page)).body;
  const next = (await okta.admin.get<Listed>(`${page}&cursor=${first.next_cursor}`)).body;
  expect([...first.items, ...next.items].map(({ name }) => name)).toEqual(await namesOf(okta));
  expect([first.total, next.total]).toEqual([13, 13]);
});

test('restores everyone with equal roles, groups, keys and reporting lines, after PATCH, PUT and DELETE', async () => {
  const okta = await provisioned(30);
  const boss = okta.ids[0] ?? '';
  for (const id of okta.ids.slice(1, 6))
    await okta.patch(`/Users/${id}`, [{ op: 'add', value: { [ENTERPRISE_USER_URN]: { manager: { value: boss } } } }]);
  await okta.group('Sales', okta.ids.slice(0, 20));
  const own = await okta.admin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Own' });
  expect(own.status).toBe(201);
  for (const id of okta.ids.slice(0, 8)) {
    const account_id = (await memberOf(okta, id))?.account_id;
    await okta.admin.put(`/manage/v1/members/${account_id}/roles`, { roles: ['author'] });
  }
  const before = await dump(okta);
  const sales = (await okta.get('/Groups?filter=displayName eq "Sales"')).body;
  for (const [n, id] of okta.ids.slice(0, 25).entries()) {
    const user = (await okta.get(`/Users/${id}`)).body;
    if (n % 3 === 0) expect((await okta.delete(`/Users/${id}`)).status).toBe(204);
    else if (n % 3 === 1) expect((await deactivate(okta, id)).status).toBe(200);
    else expect((await okta.put(`/Users/${id}`, { ...user, active: false })).status).toBe(200);
  }
  expect((await okta.get(`/Users/${boss}`)).status).toBe(404);
  expect((await guardOf(okta)).people).toBe(25);
  const people = await directory(okta);
  expect([...people.values()].filter((status) => status === 'deprovisioned')).toHaveLength(25);
  await removeMembersWithoutRecord(service.app.database);
  const { version } = await listOf(okta);
  const answer = await decide(okta, { decision: 'restore', version });
  expect(answer.body).toEqual({ decided: 25, done: 25, is_more: false, left_out: [] });
  const after = (await okta.get('/Groups?filter=displayName eq "Sales"')).body;
  const membersOf = ({ Resources }: JsonObject) => (Resources as JsonObject[])[0]?.members;
  expect(membersOf(after)).toEqual(membersOf(sales));
  expect(await dump(okta)).toEqual(before);
  for (const id of okta.ids) expect(await isActive(okta, id)).toBe(true);
  expect(await guardOf(okta)).toMatchObject({ since: null, people: 0 });
  expect(await audited(okta, 'team.connection.suspensions_restored')).toMatchObject([
    { actor: { name: 'Ada Admin' }, after: { people: 25 } },
  ]);
  // The hour starts over after a decision.
  expect((await deactivate(okta, okta.ids[29])).status).toBe(200);
  expect((await guardOf(okta)).people).toBe(0);
});

test('restores the deleted record itself, under its id, with a new version', async () => {
  const okta = await provisioned(14);
  const id = okta.ids[13] ?? '';
  await okta.patch(`/Users/${id}`, [{ op: 'add', value: { title: 'Boss', externalId: 'x', nickName: 'B' } }]);
  const before = (await okta.get(`/Users/${id}`)).body;
  for (const each of okta.ids) await okta.delete(`/Users/${each}`);
  expect((await okta.get('/Users')).body.totalResults).toBe(0);
  await decide(okta, { decision: 'restore' });
  const after = (await okta.get(`/Users/${id}`)).body;
  expect({ ...after, meta: {} }).toEqual({ ...before, meta: {} });
  expect(after.meta).toMatchObject({ created: (before.meta as { created: string }).created });
  expect((after.meta as { version: string }).version).not.toBe((before.meta as { version: string }).version);
  expect((await okta.get('/Users?filter=externalId eq "x"')).body.totalResults).toBe(1);
});

test('ends sessions for good, and suspends API keys only while the person is suspended', async () => {
  const okta = await provisioned(12);
  const account_id = (await memberOf(okta, okta.ids[11] ?? ''))?.account_id ?? '';
  await service.app.database.rows(sql`
    insert into member_roles (team_id, account_id, role) values (${okta.team_id}, ${account_id}, 'admin')`);
  const session = await atCommandLine(service, okta.team_id, account_id);
  expect((await session.get('/manage/v1/members')).status).toBe(200);
  for (const id of okta.ids) await deactivate(okta, id);
  expect((await session.get('/manage/v1/members')).status).toBe(401);
  await decide(okta, { decision: 'restore' });
  expect((await session.get('/manage/v1/members')).status).toBe(401);
  expect((await (await atCommandLine(service, okta.team_id, account_id)).get('/manage/v1/members')).status).toBe(200);
});

test('lets joiners in meanwhile, restores people into the seats that are free, and names the others', async () => {
  const okta = await provisioned(12, { seat_limit: 30 });
  const { database } = service.app;
  const [{ used } = { used: 0 }] = await database.rows<{ used: number }>(sql`
    select used from team_seats where team_id = ${okta.team_id}`);
  await database.rows(sql`update teams set seat_limit = ${used} where team_id = ${okta.team_id}`);
  for (const id of okta.ids) await okta.delete(`/Users/${id}`);
  for (const name of ['Joiner1', 'Joiner2'])
    expect((await okta.post('/Users', userBody(name, okta.connection_id))).status).toBe(201);
  const { body } = await decide(okta, { decision: 'restore' });
  expect(body).toMatchObject({ decided: 12, done: 10 });
  expect(body.left_out.map(({ name }) => name)).toEqual(['Person010', 'Person011']);
  for (const { reason } of body.left_out) expect(reason).toContain('seat');
  expect((await listOf(okta)).items.map(({ name, problem }) => [name, problem?.includes('seat')])).toEqual([
    ['Person010', true],
    ['Person011', true],
  ]);
  await database.rows(sql`update teams set seat_limit = ${used + 2} where team_id = ${okta.team_id}`);
  expect((await decide(okta, { decision: 'restore' })).body).toMatchObject({ done: 2, left_out: [] });
});

describe('names that a deletion freed', () => {
  test('keep only their former owner from being restored', async () => {
    const okta = await provisioned(12);
    const { userName } = (await okta.get(`/Users/${okta.ids[3]}`)).body;
    for (const id of okta.ids) await okta.delete(`/Users/${id}`);
    const other = { userName, emails: [{ value: `other.${userName}`, type: 'work' }], displayName: 'Other' };
    const taker = await okta.post('/Users', other);
    expect(taker.status).toBe(201);
    const { body } = await decide(okta, { decision: 'restore' });
    expect(body).toMatchObject({ decided: 12, done: 11, left_out: [{ name: 'Person003' }] });
    expect(body.left_out[0]?.reason).toContain(`the userName now (id ${taker.body.id})`);
    expect(await isActive(okta, String(taker.body.id))).toBe(true);
    expect((await decide(okta, { decision: 'confirm' })).body).toMatchObject({ decided: 1, done: 1 });
    expect((await directory(okta)).get('Other')).toBe('active');
    expect((await directory(okta)).has('Person003')).toBe(false);
  });

  test('give the same person everything back if the identity provider creates them again, and no one else', async () => {
    const okta = await provisioned(12);
    const [same, other] = [
      (await okta.get(`/Users/${okta.ids[0]}`)).body,
      (await okta.get(`/Users/${okta.ids[1]}`)).body,
    ];
    const accounts = [
      (await memberOf(okta, okta.ids[0] ?? ''))?.account_id,
      (await memberOf(okta, okta.ids[1] ?? ''))?.account_id,
    ];
    for (const account_id of accounts)
      await service.app.database.rows(sql`
        insert into member_roles (team_id, account_id, role) values (${okta.team_id}, ${account_id}, 'author')`);
    for (const id of okta.ids) await okta.delete(`/Users/${id}`);
    const { userName, emails = [] } = same;
    expect((await okta.post('/Users', { userName, emails })).status).toBe(201);
    expect((await okta.post('/Users', { userName: 'someone else', emails: other.emails ?? [] })).status).toBe(201);
    const roles = await service.app.database.rows<{ account_id: string }>(sql`
      select account_id from member_roles where team_id = ${okta.team_id} and role = 'author'
        and account_id = any(${accounts}::uuid[])`);
    expect(roles).toEqual([{ account_id: accounts[0] }]);
    expect((await guardOf(okta)).people).toBe(11);
    const { body } = await decide(okta, { decision: 'restore' });
    expect(body.left_out).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('the email address now') }),
    ]);
  });
});

test('hides people who are deleted on an ordinary day, and removes them after an hour', async () => {
  const okta = await provisioned(14);
  const { userName, emails = [] } = (await okta.get(`/Users/${okta.ids[0]}`)).body;
  const group = await okta.group('Sales', okta.ids);
  for (const id of okta.ids.slice(0, 3)) await okta.delete(`/Users/${id}`);
  const people = await directory(okta);
  expect([people.has('Person000'), people.has('Person003')]).toEqual([false, true]);
  expect((await okta.get(`/Groups/${group}`)).body.members).toHaveLength(11);
  expect((await audited(okta, 'team.member.removed')).length).toBe(3);
  // The same person again is a new member, as always after a deletion.
  const again = String((await okta.post('/Users', { userName, emails })).body.id);
  expect((await okta.get(`/Users/${again}`)).body.groups).toEqual([]);
  service.clock.advance(HOUR_MS + 1);
  expect(await sweep()).toBeGreaterThanOrEqual(2);
  const left = await service.app.database.rows(sql`
    select 1 from members where team_id = ${okta.team_id} and left_at is not null`);
  expect(left).toEqual([]);
  expect(await isActive(okta, again)).toBe(true);
  expect((await audited(okta, 'team.member.removed')).length).toBe(3);
});

test('does not count people who are new, are inactive, or never were active', async () => {
  const okta = await provisioned(14);
  await setAge(service, okta, HOUR_MS / 2);
  for (const id of okta.ids) expect((await okta.delete(`/Users/${id}`)).status).toBe(204);
  for (let n = 0; n < 12; n += 1) {
    const id = String((await okta.post('/Users', { userName: `never${n}`, active: false })).body.id);
    await setAge(service, okta, DAY_MS);
    expect((await okta.delete(`/Users/${id}`)).status).toBe(204);
  }
  expect(await guardOf(okta)).toMatchObject({ since: null, people: 0 });
  expect([...(await directory(okta)).keys()].some((name) => name.startsWith('Person'))).toBe(false);
});

test('lists everyone who leaves while a decision is pending, and the identity provider can take them back', async () => {
  const okta = await provisioned(14);
  for (const id of okta.ids.slice(0, 12)) await deactivate(okta, id);
  await okta.delete(`/Users/${okta.ids[0]}`);
  expect((await deactivate(okta, okta.ids[12])).status).toBe(200);
  expect((await guardOf(okta)).people).toBe(13);
  expect((await listOf(okta)).items.map(({ operation }) => operation).filter((each) => each === 'delete')).toHaveLength(
    1,
  );
  for (const id of okta.ids.slice(1, 13)) expect((await okta.patch(`/Users/${id}`, ON)).status).toBe(200);
  expect(await namesOf(okta)).toEqual(['Person000']);
  await decide(okta, { decision: 'restore' });
  expect(await guardOf(okta)).toMatchObject({ since: null, people: 0 });
  expect(await isActive(okta, okta.ids[0])).toBe(true);
});

test('suspends a restored person again if the identity provider asks again, until it activates the person', async () => {
  const okta = await provisioned(14);
  for (const id of okta.ids.slice(0, 12)) await deactivate(okta, id);
  await decide(okta, { decision: 'restore' });
  expect((await deactivate(okta, okta.ids[0])).body.active).toBe(false);
  const { items } = await listOf(okta);
  expect(items).toMatchObject([{ name: 'Person000', restored_by: 'Ada Admin' }]);
  // Other people are only counted.
  await deactivate(okta, okta.ids[13]);
  expect(await guardOf(okta)).toMatchObject({ since: null, people: 1 });
  await okta.patch(`/Users/${okta.ids[1]}`, ON);
  await deactivate(okta, okta.ids[1]);
  expect((await guardOf(okta)).people).toBe(1);
});

test('decides about exactly the people whom the admin saw', async () => {
  const okta = await provisioned(16);
  for (const id of okta.ids.slice(0, 12)) await deactivate(okta, id);
  const { version, items } = await listOf(okta);
  await deactivate(okta, okta.ids[12]);
  const late = await decide(okta, { decision: 'restore', version });
  expect([late.status, late.body]).toMatchObject([409, { detail: expect.stringContaining('13 people are suspended') }]);
  const some = items.slice(0, 2).map(({ user_id }) => user_id);
  expect((await decide(okta, { decision: 'restore', user_ids: some })).body).toMatchObject({ decided: 2, done: 2 });
  const second = await decide(okta, { decision: 'confirm', user_ids: items.map(({ user_id }) => user_id) });
  expect([second.status, second.body]).toMatchObject([
    409,
    { detail: expect.stringContaining('(restored by Ada Admin: 2)') },
  ]);
  expect((await guardOf(okta)).people).toBe(11);
  expect((await decide(okta, { decision: 'restore', version, user_ids: [] })).status).toBe(422);
  expect((await decide(okta, { decision: 'confirm' })).body).toMatchObject({ decided: 11, done: 11 });
  const empty = await decide(okta, { decision: 'restore', version });
  expect([empty.status, empty.body]).toMatchObject([409, { detail: expect.stringContaining('The list is empty now') }]);
});

test('removes deleted people when an admin confirms, and keeps deactivated ones as deprovisioned', async () => {
  const okta = await provisioned(12);
  for (const [n, id] of okta.ids.entries()) await (n < 6 ? okta.delete(`/Users/${id}`) : deactivate(okta, id));
  expect((await decide(okta, { decision: 'confirm' })).body).toMatchObject({ decided: 12, done: 12 });
  const people = await directory(okta);
  expect([people.has('Person000'), people.get('Person006')]).toEqual([false, 'deprovisioned']);
  expect((await okta.patch(`/Users/${okta.ids[6]}`, ON)).status).toBe(200);
});

test('makes suspensions final after the period of the workspace, and forgets restored people', async () => {
  const okta = await provisioned(12);
  const limits = { enabled: true, most_people: 100, most_percent: 20, final_after_days: 3 };
  expect((await okta.admin.put('/manage/v1/deactivation-limits', limits)).status).toBe(200);
  for (const id of okta.ids) await okta.delete(`/Users/${id}`);
  const [first] = (await listOf(okta)).items;
  await decide(okta, { decision: 'restore', user_ids: [first?.user_id] });
  service.clock.advance(3 * DAY_MS - HOUR_MS);
  await sweep();
  expect((await guardOf(okta)).people).toBe(11);
  service.clock.advance(2 * HOUR_MS);
  await sweep();
  expect(await guardOf(okta)).toMatchObject({ since: null, people: 0 });
  expect((await directory(okta)).has('Person005')).toBe(false);
  expect(await audited(okta, 'team.connection.suspensions_confirmed')).toMatchObject([
    { actor: { kind: 'system' }, after: { people: 11 } },
  ]);
  service.clock.advance(400 * DAY_MS);
  await sweep();
  const left = await service.app.database.rows(sql`select 1 from suspensions where team_id = ${okta.team_id}`);
  expect(left).toEqual([]);
});

test('never counts or suspends the Owner, people of another source, or anyone while the guard is off', async () => {
  const okta = await provisioned(14);
  const limits = { enabled: false, most_people: 1, most_percent: 1, final_after_days: 30 };
  await okta.admin.put('/manage/v1/deactivation-limits', limits);
  for (const id of okta.ids.slice(0, 12)) expect((await deactivate(okta, id)).status).toBe(200);
  expect((await guardOf(okta)).people).toBe(0);
});

test('counts exactly among sixty concurrent requests, and two concurrent decisions do not mix', async () => {
  const okta = await provisioned(60);
  const answers = await Promise.all(
    okta.ids.map((id, n) => (n % 2 === 0 ? deactivate(okta, id) : okta.delete(`/Users/${id}`))),
  );
  expect(answers.every(({ status }) => status === 200 || status === 204)).toBe(true);
  expect((await guardOf(okta)).people).toBe(60);
  const both = await Promise.all([decide(okta, { decision: 'restore' }), decide(okta, { decision: 'confirm' })]);
  expect(both.map(({ body }) => body.decided).sort()).toEqual([0, 60]);
  const active = await okta.get('/Users?filter=active eq true&count=1');
  expect([0, 60]).toContain(active.body.totalResults);
}, 60_000);

test('completes an interrupted decision in the sweep', async () => {
  const okta = await provisioned(12);
  for (const id of okta.ids) await okta.delete(`/Users/${id}`);
  await service.app.database.script(`update suspensions set state = 'restoring' where team_id = '${okta.team_id}'`);
  await sweep();
  for (const id of okta.ids) expect(await isActive(okta, id)).toBe(true);
});

test('is not visible to the workspace next door or to people who are not admins', async () => {
  const okta = await provisioned(12);
  const other = await provisioned(1);
  for (const id of okta.ids) await deactivate(okta, id);
  const [person] = (await listOf(okta)).items;
  expect((await other.admin.get(`${path(okta)}/suspensions`)).status).toBe(404);
  const answer = await other.admin.post(`${path(okta)}/suspensions/decide`, { decision: 'restore' });
  expect(answer.status).toBe(404);
  const foreign = await decide(other, { decision: 'restore', user_ids: [person?.user_id] });
  expect(foreign.status).toBe(409);
  expect((await guardOf(okta)).people).toBe(12);
  const author = await atCommandLine(service, okta.team_id, okta.team.author.id);
  expect((await author.get(`${path(okta)}/suspensions`)).status).toBe(403);
});

test('restores only the record of a person whom another connection manages by then', async () => {
  const okta = await provisioned(12);
  const { userName, emails = [] } = (await okta.get(`/Users/${okta.ids[0]}`)).body;
  for (const id of okta.ids) await deactivate(okta, id);
  const entra = await connect(service, okta.team_id, 'Entra');
  const there = String((await entra.post('/Users', { userName, emails })).body.id);
  expect((await decide(okta, { decision: 'restore' })).body).toMatchObject({ done: 12 });
  expect(await isActive(entra, there)).toBe(true);
});

test('removes hidden people with their connection, and leaves suspended ones to the service', async () => {
  const okta = await provisioned(14);
  await okta.delete(`/Users/${okta.ids[0]}`);
  expect((await okta.admin.delete(path(okta))).status).toBe(204);
  const left = await service.app.database.rows(sql`
    select 1 from members where team_id = ${okta.team_id} and left_at is not null`);
  expect(left).toEqual([]);
});
