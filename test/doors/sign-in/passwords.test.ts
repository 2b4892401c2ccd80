import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import type { Deriver } from '../../../src/identity/derivation-threads.ts';
import { LINK_LIFETIME_MS } from '../../../src/identity/login-links.ts';
import { cheapDeriver } from '../../support/cheap-deriver.ts';
import { type Problem, slugOf } from '../../support/speaker.ts';
import { joinByInvitation, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Browser, browser, type SessionBody, signedIn } from './browser.ts';

/** This runs before the next hash has finished. */
let whileHashing: () => Promise<unknown> = async () => undefined;
const deriver: Deriver = {
  ...cheapDeriver,
  async derive(derivation) {
    const key = await cheapDeriver.derive(derivation);
    const work = whileHashing;
    whileHashing = async () => undefined;
    await work();
    return key;
  },
};

const GOOD = 'a heap of stones marks the way';
const OTHER = 'another heap marks another way';

let here: World;
let team: TestTeam;
beforeAll(async () => {
  here = await world({}, { deriver });
  team = await here.team();
});
afterAll(() => here.close());

const setPassword = (visitor: Browser, new_password: string, current_password?: string) =>
  visitor.send<Problem>('PUT', '/manage/v1/session/password', {
    new_password,
    ...(current_password && { current_password }),
  });

const signIn = (email: string, password: string, team_id?: string) => {
  const visitor = browser(here);
  return visitor.send<SessionBody>('POST', '/sign-in/password', { email, password, ...(team_id && { team_id }) });
};

test('sets a password and signs in with it, with the address in any letter case', async () => {
  const person = await team.person('Petra Password');
  expect((await setPassword(await signedIn(here, person.email), GOOD)).status).toBe(204);
  const answer = await signIn(person.email.toUpperCase(), GOOD);
  expect(answer.body).toMatchObject({
    person: { id: person.id },
    sign_in: { method: 'password', has_password: true, needs_current_password: true },
  });
  expect(answer.headers.getSetCookie()[0]).toContain('HttpOnly');
});

test('treats two Unicode forms of a password as equal', async () => {
  const person = await team.person('Zoe Zusammen');
  await setPassword(await signedIn(here, person.email), 'Z\u00fcrich ist eine Stadt');
  expect((await signIn(person.email, 'Zu\u0308rich ist eine Stadt')).status).toBe(200);
});

test('returns the same error (401) for an unknown address, no address, no password and a wrong password', async () => {
  const person = await team.person('Karla Known');
  await setPassword(await signedIn(here, person.email), GOOD);
  const without = await team.person('Walter Without');
  const answers = await Promise.all([
    signIn('nobody@nowhere.test', GOOD),
    signIn(without.email, GOOD),
    signIn(person.email, OTHER),
    signIn('no address', GOOD),
  ]);
  const told = answers.map(({ status, body, headers }) => {
    const { instance: _, ...rest } = body as unknown as Problem;
    return { status, rest, cookies: headers.getSetCookie() };
  });
  expect(told[0]).toMatchObject({ status: 401, rest: { detail: 'The e-mail address or the password is not right.' } });
  expect(told[1]).toEqual(told[0]);
  expect(told[2]).toEqual(told[0]);
  expect(told[3]).toEqual(told[0]);
});

test.each([
  ['11 characters, which is too short', 'elevenchars', false],
  ['12 characters, which is accepted', 'twelve chars', true],
  [
    '256 characters, many beyond the first plane, which is accepted',
    `${GOOD} ${'\u{1f5ff}'.repeat(255 - GOOD.length)}`,
    true,
  ],
  ['257 characters, which is too long', 'x'.repeat(257), false],
])('handles a password of %s', async (name, password, isTaken) => {
  const person = await team.person(`Lena ${name}`);
  const answer = await setPassword(await signedIn(here, person.email), password);
  expect(answer.status).toBe(isTaken ? 204 : 422);
  if (!isTaken) expect(answer.body.issues?.[0]).toMatchObject({ field: 'new_password' });
});

test.each([
  'aaaaaaaaaaaa',
  'password1234',
  '123456789012',
  'qwertyuiop12',
  'letmeinletmein',
  'Passw0rd2024',
  'abcabcabcabc',
  'x'.repeat(256),
  'Gustav Guessable',
])('refuses a password that is easy to guess and explains why: %s', async (password) => {
  const person = await team.person(`Gustav Guessable ${password.slice(0, 100)}`);
  const answer = await setPassword(await signedIn(here, person.email), password);
  expect([answer.status, answer.body.issues?.[0]?.field]).toEqual([422, 'new_password']);
  expect(answer.body.detail).toContain('easily guessed');
});

test.each([
  ['aaaaaaaaaaaa', 'it repeats itself'],
  ['abcabcabcabc', 'it repeats itself'],
  ['mnopqrstuvwx', 'it is a sequence'],
  ['password1234', 'it is a common password'],
  ['Gustav Cause1', 'it is little more than your name'],
])('names one cause for refusing %s', async (password, cause) => {
  const person = await team.person('Gustav Cause');
  const answer = await setPassword(await signedIn(here, person.email), password);
  expect([answer.status, answer.body.issues?.[0]?.message]).toEqual([422, expect.stringContaining(cause)]);
});

test('limits guesses of the current password by account (429), from any number of sessions', async () => {
  const usual = await world({ CAIRN_RATE_SCALE: '0.5' });
  try {
    const { member } = await usual.team();
    const one = await signedIn(usual, member.email);
    await setPassword(one, GOOD);
    usual.clock.advance(LINK_LIFETIME_MS);
    const other = browser(usual);
    await other.send('POST', '/sign-in/password', { email: member.email, password: GOOD });
    const statuses: number[] = [];
    for (const visitor of [one, other, one, other, one, other])
      statuses.push((await setPassword(visitor, OTHER, 'not the current one')).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  } finally {
    await usual.close();
  }
}, 120_000);

test("refuses a person's own email address as a password", async () => {
  const answer = await setPassword(await signedIn(here, team.author.email), team.author.email.toUpperCase());
  expect(slugOf(answer)).toBe('validation');
});

test("requires the current password for a change, and ends the person's other sessions", async () => {
  const person = await team.person('Chris Change');
  await setPassword(await signedIn(here, person.email), GOOD);
  const [here1, here2] = [browser(here), browser(here)];
  for (const one of [here1, here2])
    await one.send('POST', '/sign-in/password', { email: person.email, password: GOOD });
  expect(slugOf(await setPassword(here1, OTHER))).toBe('forbidden');
  expect(slugOf(await setPassword(here1, OTHER, OTHER))).toBe('forbidden');
  expect((await here2.send('GET', '/manage/v1/session')).status).toBe(200);
  expect((await setPassword(here1, OTHER, GOOD)).status).toBe(204);
  expect((await here1.send('GET', '/manage/v1/session')).status).toBe(200);
  expect((await here2.send('GET', '/manage/v1/session')).status).toBe(401);
  expect((await signIn(person.email, GOOD)).status).toBe(401);
  expect((await signIn(person.email, OTHER)).status).toBe(200);
});

test('ends sessions everywhere when a password for all workspaces changes, even if it changes in one workspace’s session', async () => {
  const person = await team.person('Eve Everywhere');
  await setPassword(await signedIn(here, person.email), GOOD);
  const elsewhere = await here.team();
  await joinByInvitation(here.app.database, here.clock(), elsewhere.team_id, { email: person.email });
  const thief = browser(here);
  const stolen = { email: person.email, password: GOOD, team_id: elsewhere.team_id };
  expect((await thief.send('POST', '/sign-in/password', stolen)).status).toBe(200);
  expect((await setPassword(await byAdminsLink(person.id), OTHER, GOOD)).status).toBe(204);
  expect((await thief.send('GET', '/manage/v1/session')).status).toBe(401);
});

test("distinguishes first and changed passwords in the workspace's audit log, names the person, and omits refused ones", async () => {
  const [person, neighbour] = [await team.person('Ada Audited'), await (await here.team()).person('Nia Next Door')];
  const visitor = await signedIn(here, person.email);
  await setPassword(visitor, 'short');
  await setPassword(visitor, GOOD);
  await setPassword(visitor, OTHER, GOOD);
  await setPassword(await signedIn(here, neighbour.email), GOOD);
  const log = await readAudit(here.app.database, team.team_id, {}, { after: null, limit: 100 });
  const told = log.filter(({ kind, subject }) => kind.startsWith('account.') && subject.id === person.id);
  // Each entry has the actor's address.
  const address = expect.stringContaining('127.0.0.1');
  expect(told.map(({ kind, actor }) => [kind, actor.id, actor.address])).toEqual([
    ['account.password_changed', person.id, address],
    ['account.password_set', person.id, address],
  ]);
  expect(log.filter(({ subject }) => subject.id === neighbour.id)).toEqual([]);
});

test('replaces a forgotten password within a quarter of an hour after a link was used', async () => {
  const person = await team.person('Frida Forgot');
  await setPassword(await signedIn(here, person.email), GOOD);
  const late = await signedIn(here, person.email);
  const asks = async () =>
    (await late.send<SessionBody>('GET', '/manage/v1/session')).body.sign_in.needs_current_password;
  expect(await asks()).toBe(false);
  here.clock.advance(LINK_LIFETIME_MS);
  expect(await asks()).toBe(true);
  expect(slugOf(await setPassword(late, OTHER))).toBe('forbidden');
  expect((await setPassword(await signedIn(here, person.email), OTHER)).status).toBe(204);
});

/** A browser that used a link of the workspace's admin. */
async function byAdminsLink(account_id: string): Promise<Browser> {
  const admin = await signedIn(here, team.admin.email);
  const made = await admin.send<{ url: string }>('POST', `/manage/v1/members/${account_id}/sign-in-link`);
  const visitor = browser(here);
  const token = new URLSearchParams(new URL(made.body.url).hash.slice(1)).get('token');
  await visitor.send('POST', '/sign-in/link', { token });
  return visitor;
}

test('limits a password set in a session from an admin’s link to that workspace', async () => {
  const person = await team.person('Hugo Hired');
  expect((await setPassword(await byAdminsLink(person.id), GOOD)).status).toBe(204);
  const elsewhere = await here.team({ name: 'Aaa Elsewhere' });
  await joinByInvitation(here.app.database, here.clock(), elsewhere.team_id, { email: person.email, roles: ['admin'] });
  expect(slugOf(await signIn(person.email, GOOD, elsewhere.team_id))).toBe('forbidden');
  const confined = browser(here);
  const answer = await confined.send<SessionBody>('POST', '/sign-in/password', {
    email: person.email,
    password: GOOD,
  });
  expect(answer.body).toMatchObject({
    team: { id: team.team_id },
    workspaces: [{ id: team.team_id }],
    sign_in: { confined: true },
  });
  const moved = await confined.send('POST', '/manage/v1/session/team', { team_id: elsewhere.team_id });
  expect(slugOf(moved)).toBe('forbidden');
});

test('replaces in a session from an admin’s link a password of that workspace, but never one for all workspaces', async () => {
  const hired = await team.person('Hilde Hired');
  await setPassword(await byAdminsLink(hired.id), GOOD);
  expect((await setPassword(await byAdminsLink(hired.id), OTHER)).status).toBe(204);
  const settled = await team.person('Sven Settled');
  await setPassword(await signedIn(here, settled.email), GOOD);
  expect(slugOf(await setPassword(await byAdminsLink(settled.id), OTHER))).toBe('forbidden');
  expect((await signIn(settled.email, GOOD)).status).toBe(200);
});

test('limits guesses by address and by origin (429 with Retry-After)', async () => {
  const narrow = await world({ CAIRN_RATE_SCALE: '0.2', CAIRN_TRUST_PROXY: 'on' });
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  try {
    const guess = (email: string, address: string) =>
      browser(narrow).send('POST', '/sign-in/password', { email, password: OTHER }, from(address));
    const statuses: number[] = [];
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3'])
      statuses.push((await guess('ana@acme.test', address)).status);
    expect(statuses).toEqual([401, 401, 429]);
    expect((await guess('ben@acme.test', '10.0.0.3')).status).toBe(401);
    // A caller with one IPv6 address usually controls a whole network.
    const sixth: number[] = [];
    for (const host of ['1', '2', '3']) sixth.push((await guess(`${host}@acme.test`, `2001:db8:0:1::${host}`)).status);
    expect(sixth).toEqual([401, 401, 429]);
    expect((await guess('4@acme.test', '2001:db8:0:2::1')).status).toBe(401);

    const ask = () => browser(narrow).send('POST', '/sign-in/methods', { email: 'a@b.test' }, from('10.0.1.1'));
    const answers = [];
    for (let asked = 0; asked < 25; asked += 1) answers.push(await ask());
    expect(answers.map(({ status }) => status)).toEqual([...Array(24).fill(200), 429]);
    narrow.clock.advance(Number(answers[24]?.headers.get('retry-after')) * 1_000);
    expect((await ask()).status).toBe(200);
  } finally {
    await narrow.close();
  }
});

test('determines the sign-in methods of an address only from its domain', async () => {
  const ask = (email: string) => browser(here).send('POST', '/sign-in/methods', { email });
  const known = await ask(team.author.email);
  const unknown = await ask('nobody@acme.test');
  expect(known.body).toEqual({ methods: ['password'], sso_team_id: null });
  expect(unknown.body).toEqual(known.body);
  expect((await ask('no address')).body).toEqual(known.body);
});

test('counts a link as proof for a quarter of an hour, which does not start again in another workspace', async () => {
  const person = await team.person('Wanda Wanders');
  const visitor = await signedIn(here, person.email);
  await setPassword(visitor, GOOD);
  here.clock.advance(LINK_LIFETIME_MS);
  const moved = await visitor.send<SessionBody>('POST', '/manage/v1/session/team', { team_id: team.team_id });
  expect(moved.body.sign_in.needs_current_password).toBe(true);
  expect(slugOf(await setPassword(visitor, OTHER))).toBe('forbidden');
  expect((await signIn(person.email, GOOD)).status).toBe(200);
});

test('opens no session if the password changed while it was checked', async () => {
  const person = await team.person('Chris Changing');
  const own = await signedIn(here, person.email);
  expect((await setPassword(own, GOOD)).status).toBe(204);
  whileHashing = async () => expect((await setPassword(own, OTHER, GOOD)).status).toBe(204);
  expect(slugOf(await signIn(person.email, GOOD))).toBe('unauthorized');
  const sessions = await own.send<{ items: unknown[] }>('GET', '/manage/v1/sessions');
  expect(sessions.body.items).toHaveLength(1);
});

test.each(['ends', 'rests on an admin and its person becomes the Owner'])(
  'sets no password in a session that %s during hashing',
  async (what) => {
    const owned = await here.team();
    const person = owned.member;
    const admin = await signedIn(here, owned.admin.email);
    const made = await admin.send<{ url: string }>('POST', `/manage/v1/members/${person.id}/sign-in-link`);
    const visitor = browser(here);
    await visitor.send('POST', '/sign-in/link', { token: made.body.url.split('#token=')[1] });
    const [own, owner] = [await signedIn(here, person.email), await signedIn(here, owned.owner.email)];
    const act = () =>
      what === 'ends'
        ? own.send('DELETE', '/manage/v1/sessions')
        : owner.send('POST', '/manage/v1/team/transfer', { user_id: person.id });
    whileHashing = async () => expect((await act()).status).toBeLessThan(300);
    expect(slugOf(await setPassword(visitor, GOOD))).toBe('unauthorized');
    expect(slugOf(await signIn(person.email, GOOD))).toBe('unauthorized');
  },
);
