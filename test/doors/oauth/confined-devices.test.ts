// Sessions that only one workspace vouches for (an admin's link, single sign-on) give access to that workspace only.
// The same is true for a command line that they approve.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { changePerson } from '../../../src/directory/accounts/accounts.ts';
import { slugOf } from '../../support/speaker.ts';
import { BY_TEST, joinByInvitation, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Browser, browser, type SessionBody, signedIn } from '../sign-in/browser.ts';
import { type OauthProblem, PUBLIC, postForm, type Tokens } from './oauth-world.ts';

let here: World;
let team: TestTeam;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  team = await here.team();
});
afterAll(() => here.close());

/** The browser of a person who has used an admin's link. */
async function byAdminsLink(account_id: string): Promise<Browser> {
  const admin = await signedIn(here, team.admin.email);
  const made = await admin.send<{ url: string }>('POST', `/manage/v1/members/${account_id}/sign-in-link`);
  const visitor = browser(here);
  const token = new URLSearchParams(new URL(made.body.url).hash.slice(1)).get('token');
  await visitor.send('POST', '/sign-in/link', { token });
  return visitor;
}

const client_id = 'cairn-cli';

/** The code of a command line that the person in the browser approves. */
async function allowedBy(visitor: Browser): Promise<string> {
  const { body } = await postForm<{ device_code: string; user_code: string }>(here, '/oauth/device', { client_id });
  const decision = { user_code: body.user_code, allow: true };
  expect((await visitor.send('POST', '/manage/v1/device/decision', decision)).status).toBe(204);
  return body.device_code;
}

const redeemed = (device_code: string) =>
  postForm<Tokens & OauthProblem>(here, '/oauth/token', {
    ...{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id, device_code },
  });

/** The command line that the person in the browser approves. */
const commandLineOf = async (visitor: Browser) =>
  here.bearer((await redeemed(await allowedBy(visitor))).body.access_token);

test('is limited like the session, even for an operator of the service', async () => {
  const operator = await here.operator();
  await joinByInvitation(here.app.database, here.clock(), team.team_id, { email: operator.email });
  const cli = await commandLineOf(await byAdminsLink(operator.id));
  const { body } = await cli.get<SessionBody>('/manage/v1/session');
  expect(body).toMatchObject({ team: { id: team.team_id }, is_operator: false, sign_in: { confined: true } });
  expect((await cli.get('/manage/v1/operators')).status).toBe(403);
});

test('cannot set a password for a person who also belongs to other workspaces', async () => {
  const elsewhere = await here.team();
  await joinByInvitation(here.app.database, here.clock(), team.team_id, { email: elsewhere.author.email });
  const cli = await commandLineOf(await byAdminsLink(elsewhere.author.id));
  const answer = await cli.put('/manage/v1/session/password', { new_password: 'a heap of stones marks the way' });
  expect(slugOf(answer)).toBe('forbidden');
});

test('has full access if the person approved it in their own session', async () => {
  const operator = await here.operator();
  await joinByInvitation(here.app.database, here.clock(), team.team_id, { email: operator.email });
  const cli = await commandLineOf(await signedIn(here, operator.email, team.team_id));
  expect((await cli.get('/manage/v1/session')).body).toMatchObject({ is_operator: true, sign_in: { confined: false } });
});

test('is no longer accepted after the person was deactivated and returned', async () => {
  const person = await team.person('Rita Returned');
  const admin = await signedIn(here, team.admin.email);
  const code = await allowedBy(await signedIn(here, person.email));
  for (const act of ['deactivate', 'reactivate'])
    expect((await admin.send('POST', `/manage/v1/members/${person.id}/${act}`)).status).toBeLessThan(300);
  expect((await redeemed(code)).body.error).toBe('invalid_grant');
  expect((await redeemed(await allowedBy(await signedIn(here, person.email)))).status).toBe(200);
});

test('is no longer accepted after the workspace changed the address without proof', async () => {
  const person = await team.person('Rina Renamed');
  const visitor = await signedIn(here, person.email);
  const [cli, code] = [await commandLineOf(visitor), await allowedBy(visitor)];
  expect((await cli.get('/manage/v1/session')).status).toBe(200);
  const renamed = { email: `cfo.${newId()}@elsewhere.test`, name: person.name, given_name: '', family_name: '' };
  await here.app.database.inTransaction((tx) => changePerson(tx, team.team_id, person.id, renamed, BY_TEST));
  expect((await cli.get('/manage/v1/session')).status).toBe(401);
  expect((await redeemed(code)).body.error).toBe('invalid_grant');
});
