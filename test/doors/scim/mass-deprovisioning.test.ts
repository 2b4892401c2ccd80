// The guard against mass deprovisioning: if an identity provider deactivates too many people at once, they are held
// until an admin decides.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/audit/audit-entry.ts';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { isRefusal, refuse } from '../../../src/base/refusal.ts';
import { scimEndpoints } from '../../../src/doors/scim/scim.ts';
import { sweepDeactivations } from '../../../src/provisioning/held-deactivations.ts';
import type { Database } from '../../../src/storage/database.ts';
import { sql } from '../../../src/storage/sql.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from '../manage/support.ts';
import { connect, freshConnection, type ScimConnection, userBody } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Connected extends ScimConnection {
  readonly team: TestTeam;
  readonly admin: Speaker;
  readonly ids: readonly string[];
}
interface Held {
  readonly items: readonly {
    user_id: string;
    name: string;
    operation: string;
    times: number;
    decided_by: string | null;
  }[];
  readonly total: number;
  readonly version: string;
}
interface Guard {
  readonly held: { since: string | null; waiting: number; kept: number; version: string };
  readonly paused: boolean;
}

/** A connection that has provisioned this many people, and an admin of its workspace. */
async function provisioned(people: number): Promise<Connected> {
  const okta = await freshConnection(service);
  const admin = await atCommandLine(service, okta.team.team_id, okta.team.admin.id);
  const ids: string[] = [];
  for (let n = 0; n < people; n += 1) ids.push(await okta.user(`Person${String(n).padStart(3, '0')}`));
  return { ...okta, admin, ids };
}

const deactivate = (okta: ScimConnection, id: string) =>
  okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
const listOf = async (okta: Connected, state = 'waiting') =>
  (await okta.admin.get<Held>(`${path(okta)}/held-deactivations?state=${state}&limit=100`)).body;
const heldOf = async (okta: Connected, state = 'waiting') => (await listOf(okta, state)).items;
const path = (okta: ScimConnection): string => `/manage/v1/connections/${okta.connection_id}`;
const guardOf = async (okta: Connected) => (await okta.admin.get<Guard>(path(okta))).body.held;
const decide = (okta: Connected, body: object) => okta.admin.post(`${path(okta)}/held-deactivations/decide`, body);
const statuses = (answers: readonly { status: number }[]): Record<number, number> => {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};
const audited = (okta: ScimConnection, kind: string): Promise<AuditEntry[]> =>
  readAudit(service.app.database, okta.team_id, { kind }, { after: null, limit: 50 });
const isActive = async (okta: ScimConnection, id: string) => (await okta.get(`/Users/${id}`)).body.active;

test('never holds anyone on an ordinary day or in a small workspace: ten people in an hour, and ten more in the next', async () => {
  const okta = await provisioned(20);
  for (const [n, id] of okta.ids.entries()) {
    if (n === 10) service.clock.advance(3_600_001);
    expect((await deactivate(okta, id)).status).toBe(200);
  }
  expect(await guardOf(okta)).toMatchObject({ since: null, waiting: 0, kept: 0 });
});

test('holds the eleventh of forty people in an hour with 429 and Retry-After, and everyone after, without any effect', async () => {
  const okta = await provisioned(40);
  const answers = [];
  for (const id of okta.ids.slice(0, 13)) answers.push(await deactivate(okta, id));
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429, 429]);
  const held = answers[10];
  expect(held?.headers.get('retry-after')).toBe('900');
  expect(held?.body).toMatchObject({
    status: '429',
    detail: expect.stringContaining('Ask an admin of the workspace to decide'),
  });
  expect(await isActive(okta, okta.ids[10] ?? '')).toBe(true);
  expect(await guardOf(okta)).toMatchObject({ since: expect.any(String), waiting: 3, kept: 0 });
  expect((await heldOf(okta)).map(({ name, operation }) => [name, operation])).toEqual(
    ['Person010', 'Person011', 'Person012'].map((name) => [name, 'deactivate']),
  );
  const before = await okta.admin.get<{ items: { name: string }[] }>(`${path(okta)}/held-deactivations/before`);
  expect(before.body.items).toHaveLength(10);
  // Sorted by each person's first request, regardless of later ones. The total covers all pages.
  service.clock.advance(1_000);
  expect((await deactivate(okta, okta.ids[10] ?? '')).status).toBe(429);
  const page = `${path(okta)}/held-deactivations?limit=1`;
  const first = (await okta.admin.get<Held & { next_cursor: string }>(page)).body;
  const next = (await okta.admin.get<Held>(`${page}&cursor=${first.next_cursor}`)).body;
  expect([first.total, next.total]).toEqual([3, 3]);
  expect([...first.items, ...next.items].map(({ name, times }) => [name, times])).toEqual([
    ['Person010', 2],
    ['Person011', 1],
  ]);
  expect(await audited(okta, 'team.connection.deactivations_held')).toMatchObject([{ after: { done: 10 } }]);
});

test('holds PUT and DELETE like PATCH, but allows other changes and new people', async () => {
  const okta = await provisioned(16);
  for (const id of okta.ids.slice(0, 11)) await deactivate(okta, id);
  const [put = '', gone = '', other = ''] = okta.ids.slice(12);
  const name = String((await okta.get(`/Users/${put}`)).body.userName);
  expect((await okta.put(`/Users/${put}`, { userName: name, active: false })).status).toBe(429);
  expect((await okta.delete(`/Users/${gone}`)).status).toBe(429);
  expect((await okta.delete(`/Users/${okta.ids[0]}`)).status).toBe(429);
  expect((await heldOf(okta)).map(({ operation }) => operation).sort()).toEqual([
    'deactivate',
    'deactivate',
    'delete',
    'delete',
  ]);
  expect((await okta.patch(`/Users/${other}`, [{ op: 'replace', path: 'title', value: 'Boss' }])).status).toBe(200);
  expect((await okta.post('/Users', userBody('New', okta.connection_id))).status).toBe(201);
  expect((await okta.get(`/Users/${gone}`)).status).toBe(200);
});

test('shows the people deactivated before a hold until it is decided, even after a weekend', async () => {
  const okta = await provisioned(14);
  const another = await provisioned(10);
  // When the hold starts, the first five are almost an hour old, so they still count.
  for (const id of okta.ids.slice(0, 5)) await deactivate(okta, id);
  service.clock.advance(3_599_000);
  for (const id of okta.ids.slice(5, 12)) await deactivate(okta, id);
  for (const id of another.ids) await deactivate(another, id);
  service.clock.advance(3 * 86_400_000);
  const { database } = service.app;
  expect(await sweepDeactivations(database, service.clock())).toBeGreaterThanOrEqual(10);
  const before = async () =>
    (await okta.admin.get<{ items: { name: string }[] }>(`${path(okta)}/held-deactivations/before`)).body.items;
  expect((await before()).map(({ name }) => name)).toEqual(okta.ids.slice(0, 10).map((_, n) => `Person00${n}`));
  expect((await heldOf(okta)).map(({ name }) => name)).toEqual(['Person010', 'Person011']);
  expect((await decide(okta, { decision: 'keep' })).body).toMatchObject({ decided: 2 });
  expect(await before()).toEqual([]);
  expect(await sweepDeactivations(database, service.clock())).toBe(10);
});

test('deactivates approved people immediately on behalf of the admin, as the identity provider can see', async () => {
  const okta = await provisioned(14);
  for (const id of okta.ids.slice(0, 12)) await deactivate(okta, id);
  await okta.delete(`/Users/${okta.ids[12]}`);
  const answer = await decide(okta, { decision: 'allow' });
  expect(answer.body).toEqual({ decided: 3, ended: 3, is_more: false });
  expect(await guardOf(okta)).toMatchObject({ since: null, waiting: 0, kept: 0 });
  expect(await isActive(okta, okta.ids[11] ?? '')).toBe(false);
  expect((await deactivate(okta, okta.ids[11] ?? '')).status).toBe(200);
  expect((await okta.delete(`/Users/${okta.ids[12]}`)).status).toBe(404);
  const [entry] = await audited(okta, 'team.connection.deactivations_allowed');
  expect(entry).toMatchObject({ actor: { name: 'Ada Admin' }, after: { people: 3 } });
  expect((await audited(okta, 'team.member.deactivated'))[0]).toMatchObject({ actor: { name: 'Ada Admin' } });
  // The log filtered by this admin contains the entry.
  const theirs = await readAudit(
    service.app.database,
    okta.team_id,
    { kind: 'team.member.deactivated', person_id: okta.team.admin.id },
    { after: null, limit: 9 },
  );
  expect(theirs).toHaveLength(2);
  // The hour starts over after a decision.
  expect((await deactivate(okta, okta.ids[13] ?? '')).status).toBe(200);
});

test('deactivates at most a hundred people with one request, and says how many are left', async () => {
  const okta = await provisioned(1);
  await deactivate(okta, okta.ids[0] ?? '');
  const { database } = service.app;
  const { team_id, connection_id } = okta;
  // Their records are already gone, so deactivating them ends nothing and holds no one.
  await database.rows(sql`
    with people as (
      insert into accounts (account_id, email, name, given_name, family_name, search_key)
      select gen_random_uuid(), n || '@' || ${connection_id}::text || '.test', '', '', '', '' from generate_series(1, 101) n
      returning account_id
    ), joined as (
      insert into members (team_id, account_id, status, connection_id)
      select ${team_id}::uuid, account_id, 'active', ${connection_id}::uuid from people returning account_id
    )
    insert into held_deactivations (team_id, connection_id, account_id, record_id, operation, first_asked_at, asked_at)
    select ${team_id}::uuid, ${connection_id}::uuid, account_id, gen_random_uuid(), 'deactivate', now(), now() from joined`);
  expect((await decide(okta, { decision: 'allow' })).body).toEqual({ decided: 101, ended: 0, is_more: true });
  expect((await decide(okta, { decision: 'allow' })).body).toEqual({ decided: 0, ended: 0, is_more: false });
  const left = sql`select account_id from held_deactivations where connection_id = ${connection_id}`;
  expect(await database.rows(left)).toEqual([]);
});

test('deactivates only the record of an approved person whom another connection manages by then', async () => {
  const okta = await provisioned(13);
  for (const id of okta.ids.slice(0, 12)) await deactivate(okta, id);
  const entra = await connect(service, okta.team_id, 'Entra');
  for (const id of okta.ids.slice(10, 12)) {
    const { userName, emails = [] } = (await okta.get(`/Users/${id}`)).body;
    expect((await entra.post('/Users', { userName, emails })).status).toBe(201);
  }
  expect((await decide(okta, { decision: 'allow' })).body).toEqual({ decided: 2, ended: 2, is_more: false });
  expect(await isActive(okta, okta.ids[10] ?? '')).toBe(false);
  const { database } = service.app;
  expect(
    await database.rows(sql`
    select state from held_deactivations where connection_id = ${okta.connection_id}`),
  ).toEqual([]);
  expect(await sweepDeactivations(database, service.clock())).toBe(0);
});

test('applies a decision to the list that was shown, and returns 409 if the list has changed or is empty', async () => {
  const okta = await provisioned(14);
  for (const id of okta.ids.slice(0, 12)) await deactivate(okta, id);
  const { total, version: seen } = await listOf(okta);
  expect(total).toBe(2);
  const { version: before } = await guardOf(okta);
  await deactivate(okta, okta.ids[12] ?? '');
  expect((await guardOf(okta)).version).not.toBe(before);
  for (const decision of ['allow', 'keep']) {
    const answer = await decide(okta, { decision, version: seen });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { detail: expect.stringContaining('3 people now await a decision') },
    ]);
  }
  const { version: withThree } = await listOf(okta);
  // The same people, but the identity provider now wants one of them deleted.
  await okta.delete(`/Users/${okta.ids[12]}`);
  expect((await decide(okta, { decision: 'allow', version: withThree })).status).toBe(409);
  expect(await isActive(okta, okta.ids[11] ?? '')).toBe(true);
  const { version } = await listOf(okta);
  expect((await decide(okta, { decision: 'allow', version })).body).toMatchObject({ decided: 3, ended: 3 });
  const late = await decide(okta, { decision: 'keep', version });
  expect([late.status, late.body]).toMatchObject([409, { detail: expect.stringContaining('The list is empty now') }]);
  expect((await decide(okta, { decision: 'allow', user_ids: [] })).body).toMatchObject({ decided: 0, ended: 0 });
  const both = await decide(okta, { decision: 'allow', version, user_ids: [] });
  expect([both.status, both.body]).toMatchObject([422, { issues: [{ field: 'version' }] }]);
});

test('decides about all named people or none, and returns 409 that names the admin who was faster', async () => {
  const okta = await provisioned(16);
  for (const id of okta.ids) await deactivate(okta, id);
  const people = (await heldOf(okta)).map(({ user_id }) => user_id);
  const [one, two, three, ...rest] = people;
  await decide(okta, { decision: 'keep', user_ids: [one, two] });
  await okta.patch(`/Users/${okta.ids[12]}`, [{ op: 'replace', path: 'active', value: true }]);
  for (const decision of ['allow', 'keep']) {
    const answer = await decide(okta, { decision, state: 'waiting', user_ids: people });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { detail: expect.stringContaining('(kept by Ada Admin: 2; no longer held: 1)') },
    ]);
  }
  expect(await guardOf(okta)).toMatchObject({ waiting: 3, kept: 2 });
  const alone = await decide(okta, { decision: 'keep', state: 'waiting', user_ids: [three] });
  expect([alone.status, alone.body]).toMatchObject([409, { detail: expect.stringContaining('(no longer held: 1)') }]);
  expect((await decide(okta, { decision: 'allow', state: 'kept', user_ids: [one, rest[0]] })).status).toBe(409);
  expect((await decide(okta, { decision: 'allow', state: 'kept', user_ids: [one] })).body).toMatchObject({ ended: 1 });
  const { version } = await listOf(okta, 'kept');
  // It does not affect other people who are waiting by now.
  expect((await decide(okta, { decision: 'allow', state: 'kept', version })).body).toMatchObject({ ended: 1 });
  expect((await decide(okta, { decision: 'keep', state: 'waiting', user_ids: rest })).body).toMatchObject({
    decided: 3,
  });
  expect(three).toBeDefined();
  expect(await guardOf(okta)).toMatchObject({ since: null, waiting: 0, kept: 3 });
});

test('keeps people until their provider stops asking, and returns 409 with the admin who decided', async () => {
  const okta = await provisioned(14);
  for (const id of okta.ids.slice(0, 13)) await deactivate(okta, id);
  expect((await decide(okta, { decision: 'keep' })).body).toEqual({ decided: 3, ended: 0, is_more: false });
  const refused = await deactivate(okta, okta.ids[10] ?? '');
  const { detail, scimType } = refused.body;
  expect([refused.status, detail, scimType]).toEqual([
    409,
    expect.stringContaining('Ada Admin decided to keep'),
    undefined,
  ]);
  expect(await heldOf(okta, 'kept')).toHaveLength(3);
  // A change that does not include the state says nothing about it.
  await okta.patch(`/Users/${okta.ids[10]}`, [{ op: 'replace', path: 'title', value: 'Boss' }]);
  const { userName } = (await okta.get(`/Users/${okta.ids[10]}`)).body;
  expect((await okta.put(`/Users/${okta.ids[10]}`, { userName, title: 'Chief' })).status).toBe(200);
  expect(await heldOf(okta, 'kept')).toHaveLength(3);
  // A decision about all covers everyone who is waiting.
  expect((await decide(okta, { decision: 'allow' })).body).toEqual({ decided: 0, ended: 0, is_more: false });
  expect(await audited(okta, 'team.connection.deactivations_allowed')).toEqual([]);
  await okta.patch(`/Users/${okta.ids[10]}`, [{ op: 'replace', path: 'active', value: true }]);
  expect(await heldOf(okta, 'kept')).toHaveLength(2);
  expect((await deactivate(okta, okta.ids[10] ?? '')).status).toBe(200);
  const [person] = await heldOf(okta, 'kept');
  expect((await decide(okta, { decision: 'allow', user_ids: [person?.user_id] })).body).toMatchObject({ ended: 1 });
});

test('neither counts nor holds the deletion of a deactivated person, and does not list earlier ones', async () => {
  const okta = await provisioned(12);
  await deactivate(okta, okta.ids[11] ?? '');
  service.clock.advance(3_600_001);
  for (const id of okta.ids.slice(0, 9)) expect((await deactivate(okta, id)).status).toBe(200);
  service.clock.advance(3_540_000);
  expect(await sweepDeactivations(service.app.database, service.clock())).toBe(0);
  expect((await okta.delete(`/Users/${okta.ids[0]}`)).status).toBe(204);
  expect((await deactivate(okta, okta.ids[9] ?? '')).status).toBe(200);
  expect((await okta.delete(`/Users/${okta.ids[1]}`)).status).toBe(204);
  expect((await deactivate(okta, okta.ids[10] ?? '')).status).toBe(429);
  const before = await okta.admin.get<{ items: { name: string }[] }>(`${path(okta)}/held-deactivations/before`);
  expect(before.body.items).toHaveLength(10);
});

test('ends the hold when the identity provider corrects its mistake', async () => {
  const okta = await provisioned(12);
  for (const id of okta.ids) await deactivate(okta, id);
  expect((await guardOf(okta)).waiting).toBe(2);
  for (const id of okta.ids.slice(10)) await okta.patch(`/Users/${id}`, [{ op: 'replace', value: { active: true } }]);
  expect(await guardOf(okta)).toMatchObject({ since: null, waiting: 0, kept: 0 });
});

test('holds everyone while anyone is waiting, even after some people were decided about or restored', async () => {
  const okta = await provisioned(14);
  for (const id of okta.ids.slice(0, 12)) await deactivate(okta, id);
  const [one, two] = (await heldOf(okta)).map(({ user_id }) => user_id);
  await decide(okta, { decision: 'keep', user_ids: [one] });
  expect((await deactivate(okta, okta.ids[12] ?? '')).status).toBe(429);
  await okta.patch(`/Users/${okta.ids[12]}`, [{ op: 'replace', path: 'active', value: true }]);
  expect((await deactivate(okta, okta.ids[13] ?? '')).status).toBe(429);
  await okta.patch(`/Users/${okta.ids[13]}`, [{ op: 'replace', path: 'active', value: true }]);
  expect(await guardOf(okta)).toMatchObject({ since: expect.any(String), waiting: 1, kept: 1 });
  await decide(okta, { decision: 'keep', user_ids: [two] });
  expect(await guardOf(okta)).toMatchObject({ since: null, waiting: 0, kept: 2 });
});

test('does not extend the hour for others when a kept person is approved later', async () => {
  const okta = await provisioned(6);
  await okta.admin.put('/manage/v1/deactivation-limits', { enabled: true, most_people: 2, most_percent: 50 });
  for (const id of okta.ids.slice(0, 3)) await deactivate(okta, id);
  const [kept] = (await heldOf(okta)).map(({ user_id }) => user_id);
  await decide(okta, { decision: 'keep' });
  service.clock.advance(1_000);
  for (const id of okta.ids.slice(3, 5)) expect((await deactivate(okta, id)).status).toBe(200);
  service.clock.advance(1_000);
  expect((await decide(okta, { decision: 'allow', user_ids: [kept] })).body).toMatchObject({ ended: 1 });
  expect((await deactivate(okta, okta.ids[5] ?? '')).status).toBe(429);
});

test('lets exactly the allowed number of sixty concurrent requests through, in any order', async () => {
  const okta = await provisioned(60);
  const answers = await Promise.all(okta.ids.map((id) => deactivate(okta, id)));
  // A fifth of sixty.
  expect(statuses(answers)).toEqual({ 200: 12, 429: 48 });
  expect((await guardOf(okta)).waiting).toBe(48);
  const others = await Promise.all([decide(okta, { decision: 'allow' }), decide(okta, { decision: 'keep' })]);
  expect(statuses(others)).toEqual({ 200: 2 });
  const active = await okta.get('/Users?filter=active eq true&count=1');
  expect([0, 48]).toContain(active.body.totalResults);
  expect((await guardOf(okta)).waiting).toBe(0);
}, 60_000);

test.runIf(process.env.CAIRN_TEST_DATABASE_URL !== undefined)(
  'counts one hour across two processes',
  async () => {
    const okta = await provisioned(30);
    const second = await service.second();
    const there = second.bearer(okta.token);
    const answers = await Promise.all(
      okta.ids.map((id, n) => (n % 2 === 0 ? deactivate(okta, id) : there.delete(`${okta.base}/Users/${id}`))),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    await second.close();
  },
  60_000,
);

test('completes an interrupted decision in the sweep', async () => {
  const okta = await provisioned(12);
  for (const id of okta.ids) await deactivate(okta, id);
  const { database } = service.app;
  await database.script(`update held_deactivations set state = 'allowed' where team_id = '${okta.team_id}'`);
  expect(await isActive(okta, okta.ids[11] ?? '')).toBe(true);
  await sweepDeactivations(database, service.clock());
  expect(await isActive(okta, okta.ids[11] ?? '')).toBe(false);
});

test('retries an approved person in the next sweep if the database was busy', async () => {
  const okta = await provisioned(12);
  for (const id of okta.ids) await deactivate(okta, id);
  const { database } = service.app;
  await database.script(`update held_deactivations set state = 'allowed' where team_id = '${okta.team_id}'`);
  let asked = 0;
  const busyOnce: Database = {
    ...database,
    inTransaction: (work, options) =>
      asked++ === 0 ? Promise.reject(refuse('not-ready', 'Busy.')) : database.inTransaction(work, options),
  };
  await expect(sweepDeactivations(busyOnce, service.clock())).rejects.toSatisfy((thrown) =>
    isRefusal(thrown, 'not-ready'),
  );
  // One person was skipped, and the other was deactivated.
  expect(await Promise.all([10, 11].map((at) => isActive(okta, okta.ids[at] ?? '')))).toContain(false);
  await sweepDeactivations(database, service.clock());
  expect(await isActive(okta, okta.ids[10] ?? '')).toBe(false);
  expect(await isActive(okta, okta.ids[11] ?? '')).toBe(false);
});

test('keeps an approved person who has become the Owner, and ends the hold', async () => {
  const okta = await provisioned(12);
  for (const id of okta.ids) await deactivate(okta, id);
  const { database } = service.app;
  await database.script(`
    update held_deactivations set state = 'allowed' where team_id = '${okta.team_id}';
    update teams set owner_id = (select account_id from scim_user_records where record_id = '${okta.ids[11]}')
    where team_id = '${okta.team_id}'`);
  await sweepDeactivations(database, service.clock());
  expect(await Promise.all([10, 11].map((at) => isActive(okta, okta.ids[at] ?? '')))).toEqual([false, true]);
  const held = await database.rows(sql`select state from held_deactivations where team_id = ${okta.team_id}`);
  expect(held).toEqual([]);
});

test('requires another decision for an approved person who is held again before the decision was applied', async () => {
  const okta = await provisioned(12);
  for (const id of okta.ids) await deactivate(okta, id);
  const { database } = service.app;
  const become = (state: string) =>
    database.script(`update held_deactivations set state = '${state}' where team_id = '${okta.team_id}'`);
  await become('allowed');
  // Since this process has read it, another process has applied the decision, and the identity provider has asked
  // again.
  const late: Database = {
    ...database,
    async inTransaction(work, options) {
      await become('waiting');
      return database.inTransaction(work, options);
    },
  };
  await sweepDeactivations(late, service.clock());
  expect(await heldOf(okta)).toHaveLength(2);
  expect(await isActive(okta, okta.ids[11] ?? '')).toBe(true);
});

test('lets a workspace choose its limits or none, names invalid ones, and counts connections separately', async () => {
  const okta = await provisioned(6);
  const limits = '/manage/v1/deactivation-limits';
  expect((await okta.admin.get(limits)).body).toEqual({ enabled: true, most_people: 100, most_percent: 20 });
  for (const wrong of [
    { enabled: true, most_people: 0, most_percent: 20 },
    { enabled: true, most_people: 1.5, most_percent: 101 },
  ])
    expect((await okta.admin.put(limits, wrong)).status).toBe(422);
  await okta.admin.put(limits, { enabled: true, most_people: 2, most_percent: 50 });
  const first = [];
  for (const id of okta.ids.slice(0, 3)) first.push((await deactivate(okta, id)).status);
  expect(first).toEqual([200, 200, 429]);
  const entra = await connect(service, okta.team_id, 'Entra');
  expect((await deactivate(entra, await entra.user('Elsewhere'))).status).toBe(200);
  await okta.admin.put(limits, { enabled: false, most_people: 2, most_percent: 50 });
  for (const id of okta.ids.slice(2)) expect((await deactivate(okta, id)).status).toBe(200);
  expect(await guardOf(okta)).toMatchObject({ since: null, waiting: 0, kept: 0 });
  expect(await audited(okta, 'team.deactivation_limits.updated')).toHaveLength(2);
});

test('protects the Owner with 409 instead of a hold, and rejects decisions about people who are not managed', async () => {
  const okta = await provisioned(12);
  for (const id of okta.ids) await deactivate(okta, id);
  const owner = await okta.post('/Users', { userName: okta.connection_id, emails: [{ value: await ownerOf(okta) }] });
  expect((await deactivate(okta, String(owner.body.id))).status).toBe(409);
  const stranger = await provisioned(1);
  expect((await stranger.admin.post(`${path(okta)}/held-deactivations/decide`, { decision: 'allow' })).status).toBe(
    404,
  );
  const [theirs] = await heldOf(okta);
  const answer = await decide(stranger, { decision: 'allow', user_ids: [theirs?.user_id] });
  expect(answer.body).toEqual({ decided: 0, ended: 0, is_more: false });
  expect((await guardOf(okta)).waiting).toBe(2);
  expect((await decide(okta, { decision: 'perhaps' })).status).toBe(422);
});

async function ownerOf(okta: Connected): Promise<string> {
  const { body } = await okta.admin.get<{ owner: { email: string } }>('/manage/v1/team');
  return body.owner.email;
}

test('serves reads and refuses changes with 429 on a paused connection, and continues later', async () => {
  const okta = await provisioned(1);
  expect((await okta.admin.patch<Guard>(path(okta), { paused: true })).body.paused).toBe(true);
  const refused = await okta.post('/Users', userBody('New', okta.connection_id));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  expect(refused.body.detail).toContain('paused this connection');
  for (const send of [
    () => deactivate(okta, okta.ids[0] ?? ''),
    () => okta.delete(`/Users/${okta.ids[0]}`),
    () => okta.post('/Groups', { displayName: 'Sales' }),
  ]) {
    expect((await send()).status).toBe(429);
  }
  expect((await okta.get(`/Users/${okta.ids[0]}`)).body.active).toBe(true);
  const search = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter: 'active eq true' };
  expect((await okta.post('/Users/.search', search)).body.totalResults).toBe(1);
  await okta.admin.patch(path(okta), { paused: false });
  expect((await okta.post('/Users', userBody('New', okta.connection_id))).status).toBe(201);
});

test('refuses every kind of change on a paused connection, and still reports unsupported ones as unsupported', async () => {
  const okta = await provisioned(0);
  await okta.admin.patch(path(okta), { paused: true });
  const answered: Record<string, number> = {};
  for (const { id, method, path: route } of scimEndpoints({} as never)) {
    const address = route.replace(':connection_id', okta.connection_id).replace(':id', 'x');
    const { status } = await service.bearer(okta.token).send(method, address, method === 'GET' ? undefined : '{}');
    answered[id] = Math.max(answered[id] ?? 0, status === 429 ? 429 : status === 501 ? 501 : 200);
  }
  const ids = (status: number) => Object.keys(answered).filter((id) => answered[id] === status);
  expect(ids(429).sort()).toEqual(
    ['User', 'Group'].flatMap((kind) => ['create', 'replace', 'update', 'delete'].map((act) => act + kind)).sort(),
  );
  expect(ids(501)).toEqual(['unsupportedBulk', 'unsupportedMe']);
  expect(ids(200).every((id) => /^(?:read|list|search)/.test(id))).toBe(true);
});
