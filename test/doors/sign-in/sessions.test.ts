import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { newId } from '../../../src/base/id.ts';
import { deactivateMember } from '../../../src/directory/members/members.ts';
import { createSession, endSession, SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../../src/identity/sessions.ts';
import { sql } from '../../../src/storage/sql.ts';
import { meanwhile } from '../../support/meanwhile.ts';
import { slugOf } from '../../support/speaker.ts';
import { BY_TEST, joinByInvitation, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Browser, browser, linkFor, type SessionBody, signedIn } from './browser.ts';

const HOUR_MS = 3_600_000;

let here: World;
let team: TestTeam;
beforeAll(async () => {
  here = await world();
  team = await here.team();
});
afterAll(() => here.close());

const session = (visitor: Browser) => visitor.send<SessionBody>('GET', '/manage/v1/session');

test('rejects requests without a cookie or with an unknown one (401 unauthorized)', async () => {
  expect(slugOf(await session(browser(here)))).toBe('unauthorized');
  const forged = await here.anyone.get('/manage/v1/session', { Cookie: `cairn_session=svc_session_${'0'.repeat(38)}` });
  expect(slugOf(forged)).toBe('unauthorized');
});

test('ties an Idempotency-Key to the person across sign-ins, and creates a separate item for another person', async () => {
  const headers = { 'Idempotency-Key': `the same after signing in ${newId()}` };
  // Group names are unique in a workspace, so each person creates a different group.
  const asked: readonly (readonly [path: string, bodyOf: (email: string) => object])[] = [
    ['/console/v1/trails', () => ({ title: 'Sent before and after' })],
    ['/manage/v1/groups', (email) => ({ display_name: `Group of ${email} ${headers['Idempotency-Key']}` })],
  ];
  for (const [path, bodyOf] of asked) {
    const send = async (email: string) => {
      const visitor = await signedIn(here, email);
      const answer = await visitor.send<{ id: string }>('POST', path, bodyOf(email), headers);
      return { status: answer.status, id: answer.body.id, replayed: answer.headers.get('idempotent-replayed') };
    };
    const first = await send(team.owner.email);
    expect(first).toEqual({ status: 201, id: expect.any(String), replayed: null });
    expect(await send(team.owner.email)).toEqual({ ...first, replayed: 'true' });
    const other = await send(team.admin.email);
    expect(other).toEqual({ status: 201, id: expect.any(String), replayed: null });
    expect(other.id).not.toBe(first.id);
    headers['Idempotency-Key'] += ' and elsewhere';
  }
});

describe('a change through the cookie must come from a page of the console', () => {
  const own = { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://cairn.test' };
  const cases: [string, Record<string, string>, boolean][] = [
    ['the header alone', {}, true],
    ['the header, from a page of the console', own, true],
    ['no header', { 'X-Cairn-Console': '' }, false],
    ['another value of the header', { 'X-Cairn-Console': 'true' }, false],
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, false],
    ['from a sibling of the host', { 'Sec-Fetch-Site': 'same-site' }, false],
    ['of another origin', { Origin: 'https://evil.test' }, false],
    ['of an origin that begins like ours', { Origin: 'https://cairn.test.evil.test' }, false],
    ['of a sandboxed page', { Origin: 'null' }, false],
    ['of another origin that says it is ours', { ...own, Origin: 'https://evil.test' }, false],
  ];
  test.each(cases)('%s', async (_, headers, isTaken) => {
    const visitor = await signedIn(here, team.author.email);
    const change = await visitor.send('DELETE', '/manage/v1/sessions', undefined, headers);
    expect(change.status).toBe(isTaken ? 200 : 403);
    const sign = await browser(here).send('POST', '/sign-in/methods', { email: 'ana@acme.test' }, headers);
    expect(sign.status).toBe(isTaken ? 200 : 403);
    const write = await visitor.send('POST', '/console/v1/trails', { title: 'Write a brief' }, headers);
    expect(write.status).toBe(isTaken ? 201 : 403);
    if (!isTaken) expect([change, sign, write].map(slugOf)).toEqual(Array(3).fill('forbidden'));
  });

  test('accepts the host that the browser itself has used', async () => {
    const visitor = await signedIn(here, team.author.email);
    const at = (Origin: string) => visitor.send('DELETE', '/manage/v1/sessions', undefined, { Origin });
    expect((await at(here.address)).status).toBe(200);
    expect((await at(here.address.replace(/\d+$/, '1'))).status).toBe(403);
  });

  test('requires no header for reads', async () => {
    const visitor = await signedIn(here, team.author.email);
    expect((await visitor.send('GET', '/manage/v1/session', undefined, { 'X-Cairn-Console': '' })).status).toBe(200);
  });
});

test('requires no header from the CLI and the desktop app, because they send a bearer token', async () => {
  for (const kind of ['cli', 'desktop'] as const) {
    const wanted = { team_id: team.team_id, account_id: team.author.id, kind };
    const { token } = await here.app.database.inTransaction((tx) => createSession(tx, wanted, here.clock()));
    const speaks = here.bearer(token);
    const seen = await speaks.get<SessionBody>('/manage/v1/session');
    expect(seen.body).toMatchObject({ session: { kind }, sign_in: { method: null, confined: false } });
    const asCookie = await here.anyone.get('/manage/v1/session', { Cookie: `cairn_session=${token}` });
    expect(slugOf(asCookie)).toBe('unauthorized');
    expect((await speaks.delete('/manage/v1/session')).status).toBe(204);
    expect((await speaks.get('/manage/v1/session')).status).toBe(401);
  }
});

test('accepts the token of a browser session only in its cookie', async () => {
  const visitor = await signedIn(here, team.author.email);
  const token = visitor.cookie('cairn_session') ?? '';
  expect(slugOf(await here.bearer(token).get('/manage/v1/session'))).toBe('unauthorized');
  expect(slugOf(await here.bearer(token).get('/console/v1/me'))).toBe('unauthorized');
  expect(slugOf(await here.bearer(token).get('/v1/me'))).toBe('unauthorized');
});

test('ends the session immediately on sign-out, and removes the cookie', async () => {
  const visitor = await signedIn(here, team.author.email);
  const token = visitor.cookie('cairn_session');
  const answer = await visitor.send('DELETE', '/manage/v1/session');
  expect(answer.status).toBe(204);
  expect(visitor.cookie('cairn_session')).toBeUndefined();
  const replayed = await here.anyone.get('/manage/v1/session', { Cookie: `cairn_session=${token}` });
  expect(slugOf(replayed)).toBe('unauthorized');
});

test("ends a member's session when they are deactivated", async () => {
  const person = await team.person('Dirk Departing');
  const visitor = await signedIn(here, person.email);
  await here.app.database.inTransaction((tx) => deactivateMember(tx, team.team_id, person.id, null, BY_TEST));
  expect(slugOf(await session(visitor))).toBe('unauthorized');
  expect(slugOf(await visitor.send('GET', '/console/v1/me'))).toBe('unauthorized');
});

test('ends an unused session after half a day', async () => {
  const visitor = await signedIn(here, team.author.email);
  here.clock.advance(SESSION_IDLE_MS.app);
  expect(slugOf(await session(visitor))).toBe('unauthorized');
});

test('extends a session on every use, but never beyond seven days', async () => {
  const visitor = await signedIn(here, team.author.email);
  const begun = here.clock();
  while (here.clock() + 11 * HOUR_MS < begun + SESSION_LIFETIME_MS.app) {
    here.clock.advance(11 * HOUR_MS);
    expect((await session(visitor)).status).toBe(200);
  }
  const { expires_at } = (await session(visitor)).body.session;
  expect(Date.parse(expires_at)).toBe(begun + SESSION_LIFETIME_MS.app);
  here.clock.advance(11 * HOUR_MS);
  expect(slugOf(await session(visitor))).toBe('unauthorized');
});

test("lists a person's own sessions, ends one, and ends all others", async () => {
  const person = await team.person('Selma Several');
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => signedIn(here, person.email)));
  if (one === undefined || two === undefined || three === undefined) throw new Error('three browsers were made');
  type Items = { items: { id: string; is_current: boolean; method: string; team: { id: string } }[] };
  const { items } = (await one.send<Items>('GET', '/manage/v1/sessions')).body;
  expect(items).toHaveLength(3);
  expect(items.filter(({ is_current }) => is_current)).toHaveLength(1);
  expect(items[0]).toMatchObject({ method: 'link', team: { id: team.team_id } });

  const second = (await session(two)).body.session.id;
  expect((await one.send('DELETE', `/manage/v1/sessions/${second}`)).status).toBe(204);
  expect((await session(two)).status).toBe(401);
  expect(slugOf(await one.send('DELETE', `/manage/v1/sessions/${second}`))).toBe('not-found');
  expect((await one.send('DELETE', '/manage/v1/sessions')).body).toEqual({ ended: 1 });
  expect((await session(three)).status).toBe(401);
  expect((await session(one)).status).toBe(200);
});

test('limits a session that another person created to sessions of its workspace', async () => {
  const other = await here.team();
  const { email, id: account_id } = await team.person('Otis Overlap');
  await joinByInvitation(here.app.database, here.clock(), other.team_id, { email, roles: [] });
  const opened = async (team_id: string, confined: boolean) => {
    const wanted = { team_id, account_id, kind: 'cli', confined } as const;
    const { token } = await here.app.database.inTransaction((tx) => createSession(tx, wanted, here.clock()));
    return here.bearer(token);
  };
  const [confined, beside, elsewhere, free] = await Promise.all([
    opened(team.team_id, true),
    opened(team.team_id, false),
    opened(other.team_id, false),
    opened(team.team_id, false),
  ]);
  type Items = { items: { id: string; team: { id: string } }[] };
  const teamsOf = async (speaks: typeof confined) =>
    (await speaks.get<Items>('/manage/v1/sessions')).body.items.map((one) => one.team.id).sort();
  expect(await teamsOf(confined)).toEqual(Array(3).fill(team.team_id));
  expect(await teamsOf(free)).toEqual([...Array(3).fill(team.team_id), other.team_id].sort());
  const { id } = (await elsewhere.get<SessionBody>('/manage/v1/session')).body.session;
  expect(slugOf(await confined.delete(`/manage/v1/sessions/${id}`))).toBe('not-found');
  expect((await confined.delete('/manage/v1/sessions')).body).toEqual({ ended: 2 });
  const left = await Promise.all([beside, free, elsewhere].map((one) => one.get('/manage/v1/session')));
  expect(left.map(({ status }) => status)).toEqual([401, 401, 200]);
});

test("never ends another person's session (404 not-found)", async () => {
  const author = await signedIn(here, team.author.email);
  const owner = await signedIn(here, team.owner.email);
  const { id } = (await session(author)).body.session;
  expect(slugOf(await owner.send('DELETE', `/manage/v1/sessions/${id}`))).toBe('not-found');
  expect((await session(author)).status).toBe(200);
});

test('continues in another workspace with a new session, and ends the old one', async () => {
  const other = await here.team();
  const { email } = await team.person('Vera Visitor', ['publisher']);
  await joinByInvitation(here.app.database, here.clock(), other.team_id, {
    email,
    roles: ['author'],
  });
  const visitor = await signedIn(here, email, team.team_id);
  const before = visitor.cookie('cairn_session');
  expect((await session(visitor)).body.workspaces.map(({ id }) => id).sort()).toEqual(
    [team.team_id, other.team_id].sort(),
  );
  const moved = await visitor.send<SessionBody>('POST', '/manage/v1/session/team', { team_id: other.team_id });
  expect(moved.body).toMatchObject({ team: { id: other.team_id }, scopes: ['trails:read', 'trails:write'] });
  expect((await session(visitor)).body.team?.id).toBe(other.team_id);
  const replayed = await here.anyone.get('/manage/v1/session', { Cookie: `cairn_session=${before}` });
  expect(slugOf(replayed)).toBe('unauthorized');
});

test('refuses to continue in a workspace without membership, and keeps the person signed in (403)', async () => {
  const other = await here.team();
  const visitor = await signedIn(here, team.author.email);
  expect(slugOf(await visitor.send('POST', '/manage/v1/session/team', { team_id: other.team_id }))).toBe(
    'membership-revoked',
  );
  expect(slugOf(await visitor.send('POST', '/manage/v1/session/team', { team_id: null }))).toBe('membership-revoked');
  expect((await session(visitor)).status).toBe(200);
});

test('switches an operator with a workspace to the service and back', async () => {
  const operator = await here.operator();
  await joinByInvitation(here.app.database, here.clock(), team.team_id, { email: operator.email, roles: [] });
  const visitor = await signedIn(here, operator.email);
  expect((await session(visitor)).body).toMatchObject({
    ...{ team: { id: team.team_id }, is_operator: true, scopes: [] },
  });
  const at = await visitor.send('POST', '/manage/v1/session/team', { team_id: null });
  expect(at.body).toMatchObject({ team: null, roles: [], scopes: ['trails:read', 'trails:write', 'trails:publish'] });
  const back = await visitor.send('POST', '/manage/v1/session/team', { team_id: team.team_id });
  expect(back.body).toMatchObject({ team: { id: team.team_id } });
});

test('logs a sign-in with its method', async () => {
  await browser(here).send('POST', '/sign-in/link', { token: await linkFor(here, team.owner.email) });

  const filter = { kind: 'session.opened', subject_id: team.owner.id };
  const [entry] = await readAudit(here.app.database, team.team_id, filter, { after: null, limit: 1 });
  expect(entry).toMatchObject({ actor: { kind: 'person', id: team.owner.id }, after: { method: 'link' } });
});

test('shows people in the audit log by name, or by address if they have none', async () => {
  const [named, unnamed] = [await team.person('Nora Named'), await team.person('Una Unnamed')];
  await here.app.database.rows(sql`update accounts set name = '' where account_id = ${unnamed.id}`);
  for (const { id, email, name } of [named, { ...unnamed, name: unnamed.email }]) {
    const visitor = await signedIn(here, email);
    await visitor.send('DELETE', '/manage/v1/session');
    const log = await readAudit(here.app.database, team.team_id, { subject_id: id }, { after: null, limit: 2 });
    expect(log.map(({ kind, actor, subject }) => [kind, actor.name, subject.name])).toEqual([
      ['session.ended', name, name],
      ['session.opened', name, name],
    ]);
  }
});

test('limits a session to a week, even if the person switches between workspaces', async () => {
  const visitor = await signedIn(here, team.author.email);
  const stepMs = 10 * HOUR_MS;
  for (let passedMs = stepMs; passedMs < SESSION_LIFETIME_MS.app; passedMs += stepMs) {
    here.clock.advance(stepMs);
    const moved = await visitor.send('POST', '/manage/v1/session/team', { team_id: team.team_id });
    expect(moved.status).toBe(200);
  }
  here.clock.advance(stepMs);
  expect((await session(visitor)).status).toBe(401);
});

test('signs a person out even while they switch workspaces', async () => {
  const visitor = await signedIn(here, team.author.email);
  const { database } = here.app;
  const id = (await session(visitor)).body.session.id;
  const moved = await meanwhile(
    database,
    (tx) => endSession(tx, team.author.id, id),
    () => visitor.send('POST', '/manage/v1/session/team', { team_id: team.team_id }),
  );
  expect(moved.status).toBe(401);
});
