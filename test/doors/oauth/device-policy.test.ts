// A workspace's policy for signing in with a code, the consent page, and notifications.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';
import { type Browser, signedIn } from '../sign-in/browser.ts';
import {
  answered,
  asking,
  type OauthProblem,
  PUBLIC,
  postForm,
  registered,
  type Tokens,
  waiting,
} from './oauth-world.ts';

let here: World;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC, CAIRN_TRUST_PROXY: 'on' });
});
afterAll(() => here.close());

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const POLICY = '/manage/v1/workspace/app-policy';
interface DeviceCode {
  readonly device_code: string;
  readonly user_code: string;
}
interface DeviceView {
  readonly client: { readonly host: string; readonly verified: boolean };
  readonly blocked: string | null;
  readonly address: string;
  readonly is_own_address: boolean;
  readonly asked_at: string;
}

const begin = async (client_id: string, address = '203.0.113.99') =>
  (await postForm<DeviceCode>(here, '/oauth/device', { client_id }, { 'X-Forwarded-For': address })).body;
const poll = (client_id: string, device_code: string) =>
  postForm<Tokens & OauthProblem>(here, '/oauth/token', { grant_type: DEVICE_GRANT, client_id, device_code });
const view = (visitor: Browser, user_code: string, address = '198.51.100.7') =>
  visitor.send<DeviceView>('POST', '/manage/v1/device', { user_code }, { 'X-Forwarded-For': address });
const decide = (visitor: Browser, user_code: string) =>
  visitor.send('POST', '/manage/v1/device/decision', { user_code, allow: true });
const deviceOnly = async (client_name = 'Claude Desktop') =>
  (await registered(here, { client_name, grant_types: [DEVICE_GRANT], redirect_uris: [], response_types: [] }))
    .client_id;
/** A registration that names a host to which a device's code is never sent. */
const borrowingHost = async (host: string) =>
  (
    await registered(here, {
      grant_types: ['authorization_code', DEVICE_GRANT],
      redirect_uris: [`https://${host}/callback`],
    })
  ).client_id;

async function workspace(policy: object): Promise<{ team: Managed; visitor: Browser }> {
  const team = await managedTeam(here);
  expect((await team.asAdmin.put(POLICY, policy)).status).toBe(204);
  return { team, visitor: await signedIn(here, team.author.email) };
}

test('refuses devices without a verified host if there is a list of hosts, regardless of their registration', async () => {
  const { visitor } = await workspace({ allowed_hosts: ['claude.ai'] });
  for (const client_id of [await deviceOnly(), await borrowingHost('claude.ai'), await borrowingHost('evil.example')]) {
    const { user_code, device_code } = await begin(client_id);
    const { body } = await view(visitor, user_code);
    expect([body.client.host, body.client.verified]).toEqual(['', false]);
    expect(body.blocked).toContain('no host vouches');
    expect((await decide(visitor, user_code)).status).toBe(403);
    expect((await poll(client_id, device_code)).body.error).toBe('authorization_pending');
  }
  const own = await begin('cairn-cli');
  expect((await view(visitor, own.user_code)).body.blocked).toBeNull();
});

test("still lets programs on the user's own machine connect by redirect if there is a list of hosts", async () => {
  const { visitor } = await workspace({ allowed_hosts: ['claude.ai'] });
  for (const redirect_uri of ['http://127.0.0.1:4444/callback', 'cursor://anysphere.cursor/callback']) {
    const { client_id } = await registered(here, { redirect_uris: [redirect_uri] });
    const uid = await waiting(visitor, asking(client_id, { redirect_uri }).url);
    expect((await answered(visitor, uid, { allow: true })).searchParams.has('code')).toBe(true);
  }
});

test('lets a workspace choose which programs may use a device code: none, its own, or all', async () => {
  for (const [device_sign_in, own, other] of [
    ['all', 204, 204],
    ['own', 204, 403],
    ['off', 403, 403],
  ] as const) {
    const { team, visitor } = await workspace({ device_sign_in });
    expect((await team.asAdmin.get(POLICY)).body).toMatchObject({ device_sign_in, allowed_hosts: null });
    const codes = [await begin('cairn-cli'), await begin('cairn-desktop'), await begin(await deviceOnly())];
    const statuses = [];
    for (const { user_code } of codes) statuses.push((await decide(visitor, user_code)).status);
    expect([device_sign_in, ...statuses]).toEqual([device_sign_in, own, own, other]);
  }
  const { team } = await workspace({});
  expect((await team.asAdmin.get(POLICY)).body).toMatchObject({ device_sign_in: 'all' });
  expect((await team.asAdmin.put(POLICY, { device_sign_in: 'some' })).status).toBe(422);
  expect((await team.asMember.put(POLICY, { device_sign_in: 'off' })).status).toBe(403);
});

test('opens no session for a code that was allowed before the workspace turned codes off', async () => {
  const { team, visitor } = await workspace({});
  const neighbor = await workspace({});
  const [ours, theirs] = [await begin('cairn-cli'), await begin('cairn-cli')];
  expect((await decide(visitor, ours.user_code)).status).toBe(204);
  expect((await decide(neighbor.visitor, theirs.user_code)).status).toBe(204);
  const seen = { device_sign_in: 'own' };
  expect((await team.asAdmin.put(POLICY, { device_sign_in: 'off', seen })).status).toBe(409);
  expect((await team.asAdmin.put(POLICY, { device_sign_in: 'off', seen: { device_sign_in: 'all' } })).status).toBe(204);
  const late = await poll('cairn-cli', ours.device_code);
  expect([late.status, late.body.error]).toEqual([400, 'invalid_grant']);
  expect((await poll('cairn-cli', theirs.device_code)).status).toBe(200);
});

test('shows where and when the device asked, and whether its address is that of the browser', async () => {
  const { visitor } = await workspace({});
  const { user_code } = await begin('cairn-cli');
  const elsewhere = (await view(visitor, user_code)).body;
  expect(elsewhere).toMatchObject({ address: '203.0.113.99', is_own_address: false });
  expect(Math.abs(Date.parse(elsewhere.asked_at) - here.clock())).toBeLessThan(60_000);
  expect((await view(visitor, user_code, '203.0.113.99')).body).toMatchObject({ is_own_address: true });
});

test('announces each sign-in with a code to its own workspace, and an app with its client id', async () => {
  const { team, visitor } = await workspace({});
  const neighbor = await workspace({});
  for (const { asAdmin } of [team, neighbor.team]) {
    const hook = { name: 'Security', url: 'https://hooks.example.com/cairn', events: ['session.device_opened'] };
    expect((await asAdmin.post('/manage/v1/webhooks', hook)).status).toBe(201);
  }
  const app = await deviceOnly('A printer');
  for (const client_id of ['cairn-cli', app]) {
    const { user_code, device_code } = await begin(client_id);
    expect((await decide(visitor, user_code)).status).toBe(204);
    expect((await poll(client_id, device_code)).status).toBe(200);
  }
  const announced = await here.app.database.rows(sql`
    select team_id, subject ->> 'id' as person, details ->> 'client_id' as client_id, event_id
    from audit_outbox where kind = 'session.device_opened' and team_id in (${team.team_id}, ${neighbor.team.team_id})
    union all
    select team_id, payload::jsonb #>> '{data,subject,id}', payload::jsonb #>> '{data,client_id}', event_id
    from feed_events where type = 'session.device_opened' and team_id in (${team.team_id}, ${neighbor.team.team_id})
    order by event_id`);
  expect(announced).toMatchObject([
    { team_id: team.team_id, person: team.author.id },
    { team_id: team.team_id, person: team.author.id, client_id: app },
  ]);
  const log = await team.asAdmin.get<{ items: { after: object }[] }>('/manage/v1/audit?kind=session.device_opened');
  expect(log.body.items).toMatchObject([{ after: { kind: 'cli', program: 'Cairn on the command line' } }]);
});
