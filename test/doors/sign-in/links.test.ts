import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../../src/base/refusal.ts';
import { deactivateMember, reactivateMember } from '../../../src/directory/members/members.ts';
import { createLoginLink, LINK_LIFETIME_MS } from '../../../src/identity/login-links.ts';
import { sql } from '../../../src/storage/sql.ts';
import { slugOf } from '../../support/speaker.ts';
import { BY_TEST, joinByInvitation, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { browser, linkFor, type SessionBody, signedIn } from './browser.ts';

let here: World;
let team: TestTeam;
beforeAll(async () => {
  here = await world();
  team = await here.team();
});
afterAll(() => here.close());

test('signs in the person of a link with a token in a cookie that scripts cannot read, and never in a body', async () => {
  const visitor = browser(here);
  const answer = await visitor.send<SessionBody>('POST', '/sign-in/link', {
    token: await linkFor(here, team.author.email),
  });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(answer.body).toMatchObject({
    person: { id: team.author.id, email: team.author.email },
    team: { id: team.team_id, plan: 'enterprise', trails_enabled: true },
    roles: expect.arrayContaining(['author', 'member']),
    scopes: ['trails:read', 'trails:write'],
    is_operator: false,
    workspaces: [{ id: team.team_id }],
    sign_in: { method: 'link', confined: false, has_password: false, sso_enabled: false },
  });
  const [line = ''] = answer.headers.getSetCookie();
  expect(line).toMatch(
    /^__Host-cairn_session=svc_session_\w+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(JSON.stringify(answer.body)).not.toContain('svc_session_');
  expect((await visitor.send('GET', '/manage/v1/session')).body).toEqual(answer.body);
});

test('accepts a link once, even if it is used twice at the same moment', async () => {
  const token = await linkFor(here, team.author.email);
  const answers = await Promise.all([1, 2, 3].map(() => browser(here).send('POST', '/sign-in/link', { token })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  expect(slugOf(await browser(here).send('POST', '/sign-in/link', { token }))).toBe('unauthorized');
});

test('accepts a link for a quarter of an hour', async () => {
  const token = await linkFor(here, team.author.email);
  here.clock.advance(LINK_LIFETIME_MS);
  expect((await browser(here).send('POST', '/sign-in/link', { token })).status).toBe(401);
});

test.each(['', 'svc_link_', 'svc_link_00000000000000000000000000000000000000', 'svc_api_abc'])(
  'refuses the token %j (401 unauthorized)',
  async (token) => {
    const answer = await browser(here).send('POST', '/sign-in/link', { token });
    expect(slugOf(answer)).toBe('unauthorized');
    expect(answer.headers.getSetCookie()).toEqual([]);
  },
);

test('rejects the link of a person who was deactivated since, and creates no link for a stranger', async () => {
  const person = await team.person('Dora Departed');
  const token = await linkFor(here, person.email);
  const { database } = here.app;
  await database.inTransaction((tx) => deactivateMember(tx, team.team_id, person.id, null, BY_TEST));
  expect(slugOf(await browser(here).send('POST', '/sign-in/link', { token }))).toBe('membership-revoked');
  const make = (email: string) => database.inTransaction((tx) => createLoginLink(tx, { email }, here.clock(), BY_TEST));
  await expect(make(person.email)).rejects.toSatisfy((thrown) => isRefusal(thrown, 'membership-revoked'));
  await expect(make('nobody@nowhere.test')).rejects.toSatisfy((thrown) => isRefusal(thrown, 'not-found'));
});

test('keeps a link from before a deactivation invalid after the person returns, except in the other workspace', async () => {
  const other = await here.team({ name: 'Aardvark' });
  const { database } = here.app;
  const person = await team.person('Rita Returned');
  await joinByInvitation(database, here.clock(), other.team_id, { email: person.email, roles: [] });
  const links = [await linkFor(here, person.email, team.team_id), await linkFor(here, person.email)];
  await database.inTransaction((tx) => deactivateMember(tx, team.team_id, person.id, null, BY_TEST));
  await database.inTransaction((tx) => reactivateMember(tx, team.team_id, person.id, null, BY_TEST));
  const [named, unnamed] = links.map((token) => ({ token }));
  expect(slugOf(await browser(here).send('POST', '/sign-in/link', named))).toBe('membership-revoked');
  const intoTheOne = { ...unnamed, team_id: team.team_id };
  expect(slugOf(await browser(here).send('POST', '/sign-in/link', intoTheOne))).toBe('membership-revoked');
  const { body } = await browser(here).send<SessionBody>('POST', '/sign-in/link', unnamed);
  expect(body.team?.id).toBe(other.team_id);
  const anew = await signedIn(here, person.email, team.team_id);
  expect((await anew.send<SessionBody>('GET', '/manage/v1/session')).body.team?.id).toBe(team.team_id);
});

test('accepts a link from an earlier release, which contains no activations', async () => {
  const person = await team.person('Ella Earlier');
  const token = await linkFor(here, person.email);
  await here.app.database.rows(sql`update login_links set activations = null`);
  expect((await browser(here).send('POST', '/sign-in/link', { token })).status).toBe(200);
});

test('names the workspace in a link for a person with several, or leads to the first by name', async () => {
  const [first, second] = [await here.team({ name: 'Aardvark' }), await here.team({ name: 'Zebra' })];
  const { database } = here.app;
  const person = await first.person('Both Ways');

  await joinByInvitation(database, here.clock(), second.team_id, { email: person.email, roles: [] });
  const into = async (team_id?: string): Promise<string | undefined> => {
    const visitor = await signedIn(here, person.email, team_id);
    return (await visitor.send<SessionBody>('GET', '/manage/v1/session')).body.team?.id;
  };
  expect(await into(second.team_id)).toBe(second.team_id);
  expect(await into()).toBe(first.team_id);
  const token = await linkFor(here, person.email, second.team_id);
  const elsewhere = await browser(here).send<SessionBody>('POST', '/sign-in/link', { token, team_id: first.team_id });
  expect(elsewhere.body.team?.id).toBe(second.team_id);
});

test('leads an operator without a workspace to the service pages', async () => {
  const operator = await here.operator();
  const visitor = await signedIn(here, operator.email);
  expect((await visitor.send('GET', '/manage/v1/session')).body).toMatchObject({
    team: null,
    is_operator: true,
    scopes: ['trails:read', 'trails:write', 'trails:publish'],
  });
});

test('lets an admin create a link for a member, but never for the Owner, whose session is limited to the workspace', async () => {
  const admin = await signedIn(here, team.admin.email);
  const made = await admin.send<{ url: string }>('POST', `/manage/v1/members/${team.member.id}/sign-in-link`);
  expect(made.status).toBe(201);
  const { hash, pathname } = new URL(made.body.url);
  expect(pathname).toBe('/sign-in');
  const visitor = browser(here);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const answer = await visitor.send<SessionBody>('POST', '/sign-in/link', { token });
  expect(answer.body).toMatchObject({
    person: { id: team.member.id },
    sign_in: { confined: true, can_set_password: true },
  });
  const forOwner = await admin.send('POST', `/manage/v1/members/${team.owner.id}/sign-in-link`);
  expect(slugOf(forOwner)).toBe('forbidden');
  const byMember = await visitor.send('POST', `/manage/v1/members/${team.author.id}/sign-in-link`);
  expect(slugOf(byMember)).toBe('forbidden');
});

test('gives an operator whom only an admin has vouched for no power over the service', async () => {
  const operator = await here.operator();

  await joinByInvitation(here.app.database, here.clock(), team.team_id, { email: operator.email, roles: [] });
  const admin = await signedIn(here, team.admin.email);
  const made = await admin.send<{ url: string }>('POST', `/manage/v1/members/${operator.id}/sign-in-link`);
  const visitor = browser(here);
  const token = new URLSearchParams(new URL(made.body.url).hash.slice(1)).get('token');
  const answer = await visitor.send<SessionBody>('POST', '/sign-in/link', { token });
  expect(answer.body.is_operator).toBe(false);
  expect(slugOf(await visitor.send('POST', '/manage/v1/session/team', { team_id: null }))).toBe('forbidden');
  expect(slugOf(await visitor.send('GET', '/console/v1/me', undefined, { 'X-Cairn-Catalog': 'svc' }))).toBe(
    'forbidden',
  );
});
