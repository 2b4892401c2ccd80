// A client may repeat a token request for a minute: responses get lost, and AI tools refresh from several calls and
// processes at the same time. Every other use of a used secret ends the family.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { signedIn } from '../sign-in/browser.ts';
import {
  codeFor,
  connected,
  type OauthProblem,
  PUBLIC,
  postForm,
  redeem,
  refreshed,
  registered,
  type Tokens,
} from './oauth-world.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const GRACE_MS = 60_000;
/** A refresh token is not replaced before this age. */
const MIN_AGE_MS = 121_000;

let here: World;
/** The same service in another process, if a server holds the database. */
let there: World;
let team: TestTeam;
let client: string;
let other: string;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  there = process.env.CAIRN_TEST_DATABASE_URL === undefined ? here : await here.second();
  team = await here.team();
  const grants = { grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT] };
  client = (await registered(here, grants)).client_id;
  other = (await registered(here, { ...grants, client_name: 'Another tool' })).client_id;
});
afterAll(async () => {
  if (there !== here) await there.close();
  await here.close();
});

type Send = (at?: World, client_id?: string) => ReturnType<typeof postForm<Tokens & OauthProblem>>;

const opens = async (token: string): Promise<boolean> => (await here.bearer(token).get('/v1/me')).status === 200;

const refreshToken = async (): Promise<Send> => {
  const { refresh_token = '' } = await connected(here, team.author.email, client);
  here.clock.advance(MIN_AGE_MS);
  return (at = here, client_id = client) => refreshed(at, client_id, refresh_token);
};
const code = async (): Promise<Send> => {
  const { code, verifier } = await codeFor(here, team.author.email, client);
  return (at = here, client_id = client) => redeem(at, client_id, code, verifier);
};
const deviceCode = async (): Promise<Send> => {
  const fields = { client_id: client, resource: `${PUBLIC}/v1` };
  const { body } = await postForm<{ device_code: string; user_code: string }>(here, '/oauth/device', fields);
  const person = await signedIn(here, team.author.email);
  await person.send('POST', '/manage/v1/device/decision', { user_code: body.user_code, allow: true });
  return (at = here, client_id = client) =>
    postForm(at, '/oauth/token', { grant_type: DEVICE_GRANT, client_id, device_code: body.device_code });
};

describe.each([
  ['a refresh token', refreshToken],
  ['a code', code],
  ['a device code', deviceCode],
])('%s', (_, bring) => {
  test('gives six tokens of one family when it is sent six times at once to two processes', async () => {
    const send = await bring();
    const answers = await Promise.all([here, there, here, there, here, there].map((at) => send(at)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(6);
    for (const { body } of answers) expect(await opens(body.access_token)).toBe(true);
    here.clock.advance(MIN_AGE_MS);
    const next = await refreshed(there, client, answers[0]?.body.refresh_token ?? '');
    expect(next.status).toBe(200);
  });
  test('can be sent again by its client for a minute, and then ends the family', async () => {
    const send = await bring();
    const first = await send();
    // A code is valid for only a minute, so its retries end a moment earlier.
    here.clock.advance(GRACE_MS - 2_000);
    const again = await send(there);
    expect([again.status, again.body.refresh_token]).toEqual([200, first.body.refresh_token]);
    here.clock.advance(2_001);
    const late = await send(there);
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant']);
    expect([await opens(first.body.access_token), await opens(again.body.access_token)]).toEqual([false, false]);
    expect((await refreshed(here, client, first.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
  });
  test('ends the family immediately if another client sends it again', async () => {
    const send = await bring();
    const first = await send();
    const theft = await send(there, other);
    expect([theft.status, theft.body.error]).toEqual([400, 'invalid_grant']);
    expect(await opens(first.body.access_token)).toBe(false);
    expect((await send()).status).toBe(400);
  });
});

test('does not end a family whose unused refresh token another client sends', async () => {
  const send = await refreshToken();
  expect((await send(here, other)).body.error).toBe('invalid_grant');
  expect((await send()).status).toBe(200);
});

test('returns a refresh token unchanged for two minutes, so that clients can save the responses in any order', async () => {
  const { refresh_token = '' } = await connected(here, team.author.email, client);
  expect((await refreshed(here, client, refresh_token)).body.refresh_token).toBe(refresh_token);
  here.clock.advance(MIN_AGE_MS);
  const second = (await refreshed(here, client, refresh_token)).body.refresh_token ?? '';
  expect(second).not.toBe(refresh_token);
  // A parallel call that already has the second token saves its answer before one that retried the first.
  expect((await refreshed(there, client, second)).body.refresh_token).toBe(second);
  expect((await refreshed(there, client, refresh_token)).body.refresh_token).toBe(second);
  here.clock.advance(MIN_AGE_MS);
  const third = await refreshed(here, client, second);
  expect([third.status, third.body.refresh_token === second]).toEqual([200, false]);
});

test('does not accept a code again with another verifier or redirect URI', async () => {
  const { code, verifier } = await codeFor(here, team.author.email, client);
  const first = await redeem(here, client, code, verifier);
  for (const more of [{ code_verifier: 'x'.repeat(43) }, { redirect_uri: 'http://127.0.0.1:4444/elsewhere' }])
    expect((await redeem(here, client, code, verifier, more)).body.error).toBe('invalid_grant');
  expect(await opens(first.body.access_token)).toBe(true);
});

test('rejects a retry after the person has disconnected the app', async () => {
  const send = await refreshToken();
  const { body } = await send();
  await postForm(here, '/oauth/revoke', { client_id: client, token: body.access_token });
  expect((await send()).body.error).toBe('invalid_grant');
});

test('gives a retry nothing after the person was deactivated, even if they are active again', async () => {
  const { code, verifier } = await codeFor(here, team.author.email, client);
  const first = await redeem(here, client, code, verifier);
  const admin = await signedIn(here, team.admin.email);
  for (const action of ['deactivate', 'reactivate']) {
    expect((await admin.send('POST', `/manage/v1/members/${team.author.id}/${action}`, {})).status).toBe(200);
    expect((await redeem(here, client, code, verifier)).body.error).toBe('invalid_grant');
  }
  expect((await refreshed(here, client, first.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
});

test('gives a retry no scope that the person did not allow', async () => {
  const scopes = ['trails:use', 'trails:read', 'trails:write'];
  const options = { resource: '/mcp', scope: scopes.join(' '), decision: { allow: true, scopes } };
  const { code, verifier } = await codeFor(here, team.publisher.email, client, options);
  const { refresh_token = '' } = (await redeem(here, client, code, verifier)).body;
  here.clock.advance(MIN_AGE_MS);
  const ask = (scope: string) =>
    postForm<Tokens & OauthProblem>(here, '/oauth/token', {
      ...{ grant_type: 'refresh_token', client_id: client, refresh_token, scope },
    });
  expect((await ask('trails:read')).body.scope).toBe('trails:read');
  expect((await ask(`${scopes.join(' ')} trails:publish`)).body.error).toBe('invalid_scope');
});
