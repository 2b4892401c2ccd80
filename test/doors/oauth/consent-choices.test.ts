// What a person decides on the consent page: author scopes are off until ticked, even if the app asks for everything,
// and can be added if it does not. Admins approve apps for everyone, but only apps at an allowed host.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';
import { signedIn } from '../sign-in/browser.ts';
import { answered, asking, codeFor, PUBLIC, redeem, refreshed, registered, waiting } from './oauth-world.ts';

const EVERYTHING = 'trails:use trails:read trails:write trails:publish';
const HOSTED = 'https://tool.example/back';

let here: World;
let team: Managed;
let client: string;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  team = await managedTeam(here);
  client = (await registered(here)).client_id;
});
afterAll(() => here.close());

interface View {
  readonly offered: readonly string[];
  readonly withheld: readonly string[];
  readonly approved: boolean;
}

const POLICY = '/manage/v1/workspace/app-policy';
const APPROVAL = '/manage/v1/workspace/apps/approval';

async function asked(email: string, client_id: string, fields: Readonly<Record<string, string>> = {}) {
  const visitor = await signedIn(here, email, team.team_id);
  const { verifier, url } = asking(client_id, { resource: `${PUBLIC}/mcp`, ...fields });
  const uid = await waiting(visitor, url);
  const view = (await visitor.send<View>('GET', `/oauth/authorize/${uid}/consent`)).body;
  return { visitor, uid, verifier, view };
}

test('offers author scopes that the roles allow, and grants only the ticked ones', async () => {
  const { visitor, uid, verifier, view } = await asked(team.author.email, client, { scope: EVERYTHING });
  expect([view.offered.join(' '), view.withheld]).toEqual([EVERYTHING, ['trails:publish']]);
  const back = await answered(visitor, uid, { allow: true, scopes: [] });
  const { body } = await redeem(here, client, back.searchParams.get('code') ?? '', verifier);
  expect(body.scope).toBe('trails:use');
});

test('grants a scope that the person added, also after a refresh', async () => {
  const decision = { allow: true, scopes: ['trails:use', 'trails:read'] };
  const options = { resource: '/mcp', scope: 'trails:use openid', decision };
  const { code, verifier } = await codeFor(here, team.author.email, client, options);
  const { body } = await redeem(here, client, code, verifier);
  expect(body.scope).toBe('trails:use trails:read');
  expect(body).toHaveProperty('id_token');
  const again = await refreshed(here, client, body.refresh_token ?? '');
  expect(again.body.scope).toContain('trails:read');
});

test('ignores a scope that the person cannot allow', async () => {
  const decision = { allow: true, scopes: ['trails:use', 'trails:publish'] };
  const options = { resource: '/mcp', scope: 'trails:use', decision };
  const { code, verifier } = await codeFor(here, team.author.email, client, options);
  expect((await redeem(here, client, code, verifier)).body.scope).toBe('trails:use');
});

describe('an app approved for everyone', () => {
  let hosted: string;
  beforeAll(async () => {
    hosted = (await registered(here, { redirect_uris: [HOSTED] })).client_id;
  });
  beforeEach(async () => {
    await team.asAdmin.put(POLICY, { allowed_hosts: ['tool.example'] });
    expect((await team.asAdmin.post(APPROVAL, { client_id: hosted, approved: true })).status).toBe(204);
  });
  const ask = (email: string, fields: Readonly<Record<string, string>> = {}, client_id = hosted) =>
    asked(email, client_id, { redirect_uri: HOSTED, ...fields });

  test('gets the employees’ scope without asking, even if it asks for everything, and the audit log says so', async () => {
    const person = await team.person('Nora New', ['author']);
    const { visitor, uid, verifier, view } = await ask(person.email, { scope: EVERYTHING });
    expect(view.approved).toBe(true);
    const back = await answered(visitor, uid, { allow: true, unasked: true, scopes: EVERYTHING.split(' ') });
    const code = back.searchParams.get('code') ?? '';
    const { body } = await redeem(here, hosted, code, verifier, { redirect_uri: HOSTED });
    expect(body.scope).toBe('trails:use');
    const kind = { kind: 'oauth.grant.created' };
    const [entry] = await readAudit(here.app.database, team.team_id, kind, { after: null, limit: 1 });
    expect(entry).toMatchObject({ after: { origin: 'approval', scopes: ['trails:use'] } });
    // Authors who later ask for more see the consent page.
    expect((await ask(person.email, { scope: EVERYTHING })).view.approved).toBe(false);
    expect((await ask(person.email)).view.approved).toBe(true);
  });

  test('is not approved for /v1, in another workspace, for another client, or after the host left the list', async () => {
    expect((await ask(team.author.email, { resource: `${PUBLIC}/v1` })).view.approved).toBe(false);
    const twin = (await registered(here, { redirect_uris: [HOSTED], client_name: 'Twin' })).client_id;
    expect((await ask(team.author.email, {}, twin)).view.approved).toBe(false);
    const other = await managedTeam(here);
    const visitor = await signedIn(here, other.author.email);
    const uid = await waiting(visitor, asking(hosted, { resource: `${PUBLIC}/mcp`, redirect_uri: HOSTED }).url);
    expect((await visitor.send('GET', `/oauth/authorize/${uid}/consent`)).body).toMatchObject({ approved: false });
    for (const allowed_hosts of [['other.example'], null]) {
      await team.asAdmin.put(POLICY, { allowed_hosts });
      const { visitor, uid, view } = await ask(team.author.email);
      expect(view.approved).toBe(false);
      const forced = await visitor.send('POST', `/oauth/authorize/${uid}/consent`, { allow: true, unasked: true });
      expect(forced.status).toBe(403);
    }
  });

  test('loses the approval when an admin withdraws it, and stays connected', async () => {
    expect((await team.asAdmin.post(APPROVAL, { client_id: hosted, approved: false })).status).toBe(204);
    expect((await ask(team.author.email)).view.approved).toBe(false);
    expect((await team.asAdmin.get<{ approved_apps: object[] }>(POLICY)).body.approved_apps).toEqual([]);
  });

  test.each([
    ['a program on the person’s computer', ['http://127.0.0.1:4444/callback']],
    ['an app with its own scheme', ['cursor://back']],
    ['an app at another host', ['https://elsewhere.example/back']],
    ['an app that also listens on the computer', [HOSTED, 'http://localhost:4444/callback']],
  ])('cannot be %s', async (_, redirect_uris) => {
    const { client_id } = await registered(here, { redirect_uris });
    expect((await team.asAdmin.post(APPROVAL, { client_id, approved: true })).status).toBe(422);
  });

  test('cannot be unknown, and only admins approve', async () => {
    expect((await team.asAdmin.post(APPROVAL, { client_id: 'unknown', approved: true })).status).toBe(404);
    const author = await signedIn(here, team.author.email, team.team_id);
    expect((await author.send('POST', APPROVAL, { client_id: hosted, approved: true })).status).toBe(403);
  });
});
