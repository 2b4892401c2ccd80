import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginLinkOverHttp } from '../../src/cli/login-link-over-http.ts';
import { setOperator } from '../../src/directory/accounts/accounts.ts';
import { browser, type SessionBody, signedIn } from '../doors/sign-in/browser.ts';
import { BY_TEST, type TestPerson, type TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const PASSWORD = 'a heap of stones marks the way';
let here: World;
let team: TestTeam;
let operator: TestPerson;
beforeAll(async () => {
  here = await world();
  team = await here.team();
  operator = await here.operator();
  const visitor = await signedIn(here, operator.email);
  await visitor.send('PUT', '/manage/v1/session/password', { new_password: PASSWORD });
}, 60_000);
afterAll(() => here.close());

const ask = (part: Partial<Parameters<typeof loginLinkOverHttp>[0]> = {}) =>
  loginLinkOverHttp({
    server: `${here.address}/`,
    as: operator.email,
    password: PASSWORD,
    email: team.owner.email,
    team_id: team.team_id,
    minutes: 60,
    ...part,
  });

test('gets a sign-in link for an Owner from the running service as an operator, and ends the session', async () => {
  const { url } = await ask();
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token');
  const visitor = browser(here);
  const session = await visitor.send<SessionBody>('POST', '/sign-in/link', { token });
  expect(session.body).toMatchObject({ team: { id: team.team_id }, roles: ['owner'] });
  const again = await signedIn(here, operator.email);
  const sessions = await again.send<{ items: { method: string }[] }>('GET', '/manage/v1/sessions');
  expect(sessions.body.items.filter(({ method }) => method === 'password')).toEqual([]);
}, 60_000);

test('explains a wrong password, a person who is not an operator, an unknown person and an unreachable service', async () => {
  await expect(ask({ password: 'another heap of stones' })).rejects.toThrow('is not right');
  await expect(ask({ email: 'nobody@nowhere.test' })).rejects.toThrow('No account has the e-mail address');
  await expect(ask({ server: 'http://127.0.0.1:1' })).rejects.toThrow('does not answer');
  const visitor = await signedIn(here, team.author.email);
  await visitor.send('PUT', '/manage/v1/session/password', { new_password: PASSWORD });
  await expect(ask({ as: team.author.email })).rejects.toThrow();
}, 60_000);

test('continues as an operator if the person also belongs to a workspace', async () => {
  const { email, id } = team.publisher;
  await here.app.database.inTransaction((tx) => setOperator(tx, id, true, BY_TEST));
  const visitor = await signedIn(here, email);
  await visitor.send('PUT', '/manage/v1/session/password', { new_password: PASSWORD });
  const other = await here.team();
  expect((await ask({ as: email, email: other.owner.email, team_id: other.team_id })).url).toContain('#token=');
}, 60_000);
