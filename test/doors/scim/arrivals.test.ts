// People who are created at the same moment are added in one statement (users/arrivals.ts). Each gets the same response
// as alone, whatever is wrong with another.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { newId } from '../../../src/base/id.ts';
import { createScimToken, revokeScimToken } from '../../../src/credentials/scim-tokens.ts';
import { changeConnection } from '../../../src/directory/connections/connections.ts';
import { findMemberByEmail } from '../../../src/directory/members/members.ts';
import { changeTeam, getTeam } from '../../../src/directory/teams/teams.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, type ScimConnection, speaking } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const mark = (): string => newId().slice(-12);
const person = (name: string, more: JsonObject = {}): JsonObject => ({
  userName: `${name}@example.com`,
  emails: [{ value: `${name}@example.com`, type: 'work', primary: true }],
  displayName: name,
  ...more,
});
const names = (count: number): string[] => {
  const own = mark();
  return Array.from({ length: count }, (_, n) => `p${n}.${own}`);
};
const arrive = (okta: ScimConnection, people: readonly JsonObject[]) =>
  Promise.all(people.map((each) => okta.post('/Users', each)));
const seatsUsed = async (okta: ScimConnection): Promise<number> =>
  (await getTeam(service.app.database, okta.team_id)).seats_used;

it('creates each person with a response and an audit entry, and takes a seat only if the person is active', async () => {
  const okta = await bareConnection(service);
  const before = await seatsUsed(okta);
  const all = names(30);
  const answers = await arrive(
    okta,
    all.map((name, n) => person(name, { active: n !== 7, title: `Number ${n}` })),
  );
  expect(answers.map(({ status, body }) => [status, body.userName, body.title, body.active])).toEqual(
    all.map((name, n) => [201, `${name}@example.com`, `Number ${n}`, n !== 7]),
  );
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(30);
  const read = await okta.get(`/Users/${answers[7]?.body.id}`);
  expect(read.body).toMatchObject({ userName: `${all[7]}@example.com`, active: false, meta: answers[7]?.body.meta });
  const entries = await readAudit(
    service.app.database,
    okta.team_id,
    { kind: 'team.member.added' },
    { after: null, limit: 100 },
  );
  const told = entries.filter(({ subject }) => all.includes(String(subject.name)));
  expect(told.map(({ subject }) => subject.name).sort()).toEqual([...all].sort());
  expect(new Set(told.map(({ request_id }) => request_id)).size).toBe(30);
  expect(await seatsUsed(okta)).toBe(before + 29);
});

it('creates one person for several equal userNames, and reports a conflict to the other requests', async () => {
  const okta = await bareConnection(service);
  const [same = '', ...others] = names(9);
  const answers = await arrive(
    okta,
    [...others, same, same, same].map((name) => person(name)),
  );
  expect(answers.slice(0, 8).map(({ status }) => status)).toEqual(others.map(() => 201));
  const ofSame = answers.slice(8);
  expect(ofSame.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  for (const { status, body } of ofSame) if (status === 409) expect(body.scimType).toBe('uniqueness');
});

it('creates one person for equal email addresses or externalIds', async () => {
  const okta = await bareConnection(service);
  const [one = '', two = '', three = '', four = '', five = ''] = names(5);
  const emails = [{ value: `${one}@example.com`, primary: true }];
  const answers = await arrive(okta, [
    person(one),
    person(two, { emails }),
    person(three, { externalId: one }),
    person(four, { externalId: one }),
    person(five),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect([statuses.slice(0, 2).sort(), statuses.slice(2, 4).sort(), statuses[4]]).toEqual([
    [201, 409],
    [201, 409],
    201,
  ]);
});

it('gives the last seats to as many people as fit, and refuses the others', async () => {
  const okta = await bareConnection(service);
  const seat_limit = (await seatsUsed(okta)) + 3;
  await service.app.database.inTransaction((tx) => changeTeam(tx, okta.team_id, { seat_limit }, BY_TEST));
  const answers = await arrive(
    okta,
    names(10).map((name) => person(name)),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(3);
  for (const { status, body } of answers) if (status !== 201) expect(body.detail).toMatch(/seat/);
  expect(await seatsUsed(okta)).toBe(seat_limit);
});

it("rejects people sent with a revoked token, and admits those sent with the connection's other token", async () => {
  const okta = await bareConnection(service);
  const { database } = service.app;
  const { team_id, connection_id, token_id } = okta;
  const next = await database.inTransaction((tx) =>
    createScimToken(tx, team_id, connection_id, 'none', service.clock(), BY_TEST),
  );
  const rotated = speaking(service, { ...okta, ...next });
  // From now on, both tokens are cached.
  for (const each of [okta, rotated]) expect((await each.get('/Users')).status).toBe(200);
  await database.inTransaction((tx) => revokeScimToken(tx, team_id, connection_id, token_id, service.clock(), BY_TEST));
  const before = await seatsUsed(okta);
  const all = names(16);
  const answers = await Promise.all(
    all.map((name, n) => (n % 2 === 0 ? okta : rotated).post('/Users', person(name, n === 4 ? { emails: 7 } : {}))),
  );
  expect(answers.map(({ status }) => status)).toEqual(all.map((_, n) => (n % 2 === 0 ? 401 : 201)));
  const made = await Promise.all(all.map((name) => findMemberByEmail(database, team_id, `${name}@example.com`)));
  expect(made.map((member) => member !== undefined)).toEqual(all.map((_, n) => n % 2 === 1));
  expect(await seatsUsed(okta)).toBe(before + 8);
});

it('does not admit anyone through a connection that was just paused', async () => {
  const okta = await bareConnection(service);
  expect((await okta.get('/Users')).status).toBe(200);
  const { team_id, connection_id } = okta;
  await service.app.database.inTransaction((tx) =>
    changeConnection(tx, team_id, connection_id, { paused: true }, BY_TEST),
  );
  const before = await seatsUsed(okta);
  const answers = await arrive(
    okta,
    names(5).map((name) => person(name)),
  );
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
  expect(await seatsUsed(okta)).toBe(before);
});

it('connects waiting reports to their manager, while other people are added', async () => {
  const okta = await bareConnection(service);
  const [boss = '', report = '', ...others] = names(6);
  const urn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  const made = await okta.post('/Users', person(report, { [urn]: { manager: { value: `${boss}@example.com` } } }));
  expect(made.status).toBe(201);
  const answers = await arrive(
    okta,
    [...others, boss].map((name) => person(name)),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  const [reporting, leading] = await Promise.all(
    [report, boss].map((name) => findMemberByEmail(service.app.database, okta.team_id, `${name}@example.com`)),
  );
  expect(reporting?.manager_id).toBe(leading?.account_id);
});

it('refuses texts that the database cannot store, without affecting other requests', async () => {
  const okta = await bareConnection(service);
  const [nul = '', lone = '', ...others] = names(6);
  const answers = await arrive(okta, [
    ...others.map((name) => person(name)),
    person(nul, { displayName: 'a\u0000b' }),
    person(lone, { displayName: 'a\ud800b' }),
  ]);
  expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  for (const { status } of answers.slice(4)) expect(status).toBe(400);
});

it('creates each person once if two workspaces add the same people at the same time', async () => {
  const [one, two] = [await bareConnection(service), await bareConnection(service)];
  const all = names(24);
  const [first, second] = await Promise.all([
    arrive(
      one,
      all.map((name) => person(name)),
    ),
    arrive(
      two,
      all.toReversed().map((name) => person(name)),
    ),
  ]);
  const statuses = first.map(({ status }, n) => [status, second[all.length - 1 - n]?.status].sort());
  expect(statuses).toEqual(all.map(() => [201, 409]));
});

it.runIf(process.env.CAIRN_TEST_DATABASE_URL !== undefined)(
  'creates each person once with two processes, which both know immediately which token was revoked',
  async () => {
    const okta = await bareConnection(service);
    const second = await service.second();
    const there = second.bearer(okta.token);
    const before = await seatsUsed(okta);
    const post = (name: string, n: number) =>
      n % 2 === 0 ? okta.post('/Users', person(name)) : there.post(`${okta.base}/Users`, person(name));
    const all = names(20);
    const answers = await Promise.all([...all, ...all.toReversed()].map(post));
    const statuses = all.map((_, n) => [answers[n]?.status, answers[2 * all.length - 1 - n]?.status].sort());
    expect(statuses).toEqual(all.map(() => [201, 409]));
    expect(await seatsUsed(okta)).toBe(before + all.length);
    const { team_id, connection_id, token_id } = okta;
    await service.app.database.inTransaction((tx) =>
      revokeScimToken(tx, team_id, connection_id, token_id, service.clock(), BY_TEST),
    );
    const late = await Promise.all(names(6).map(post));
    expect(late.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await seatsUsed(okta)).toBe(before + all.length);
    await second.close();
  },
  60_000,
);
