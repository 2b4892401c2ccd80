// Each step of an app's sign-in is refused with the protocol's error once it has expired. The library allows fifteen
// seconds of clock skew, so each step is tried just before its end and a minute after.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Browser, signedIn } from '../sign-in/browser.ts';
import {
  answered,
  asking,
  codeFor,
  connected,
  type OauthProblem,
  PUBLIC,
  postForm,
  redeem,
  refreshed,
  registered,
  type Tokens,
  waiting,
} from './oauth-world.ts';

const [SECOND, MINUTE, DAY] = [1_000, 60_000, 24 * 3_600_000];

let here: World;
let team: TestTeam;
let client: string;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  team = await here.team();
});
beforeEach(async () => {
  client = (await registered(here, { grant_types: ['authorization_code', 'refresh_token'] })).client_id;
});
afterAll(() => here.close());

/** Starts two. One continues just before the time limit, the other a minute after. */
async function inTimeAndTooLate<Begun>(
  lasts: number,
  begin: () => Promise<Begun>,
  goOn: (begun: Begun) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const [one, other] = [await begin(), await begin()];
  here.clock.advance(lasts - 5 * SECOND);
  const inTime = await goOn(one);
  here.clock.advance(MINUTE + 5 * SECOND);
  return [inTime, await goOn(other)];
}

test('keeps the consent page valid for half an hour', async () => {
  const begin = async () => {
    const visitor = await signedIn(here, team.author.email);
    return { visitor, uid: await waiting(visitor, asking(client, { resource: `${PUBLIC}/v1` }).url) };
  };
  const allow = async ({ visitor, uid }: { readonly visitor: Browser; readonly uid: string }) =>
    (await visitor.send('POST', `/oauth/authorize/${uid}/consent`, { allow: true })).status;
  expect(await inTimeAndTooLate(30 * MINUTE, begin, allow)).toEqual([200, 404]);
});

test('issues the code after consent within the same half hour', async () => {
  const visitor = await signedIn(here, team.author.email);
  const uid = await waiting(visitor, asking(client, { resource: `${PUBLIC}/v1` }).url);
  here.clock.advance(29 * MINUTE);
  expect((await answered(visitor, uid, { allow: true })).searchParams.get('code')).not.toBeNull();
});

test('accepts a code for a minute', async () => {
  const begin = () => codeFor(here, team.author.email, client);
  const goOn = async ({ code, verifier }: { readonly code: string; readonly verifier: string }) =>
    (await redeem(here, client, code, verifier)).body.error;
  expect(await inTimeAndTooLate(MINUTE, begin, goOn)).toEqual([undefined, 'invalid_grant']);
});

test('asks an app to connect again if it requests no token for sixty days', async () => {
  const begin = () => connected(here, team.author.email, client);
  const goOn = async ({ refresh_token = '' }: Tokens) => (await refreshed(here, client, refresh_token)).body.error;
  expect(await inTimeAndTooLate(60 * DAY, begin, goOn)).toEqual([undefined, 'invalid_grant']);
});

test('accepts an access token for an hour', async () => {
  const begin = () => connected(here, team.author.email, client);
  const goOn = async ({ access_token }: Tokens) => (await here.bearer(access_token).get('/v1/me')).status;
  expect(await inTimeAndTooLate(60 * MINUTE, begin, goOn)).toEqual([200, 401]);
});

test('asks the person again after half a year, even if the app has requested tokens regularly', async () => {
  let { refresh_token = '' } = await connected(here, team.author.email, client);
  const errors: (string | undefined)[] = [];
  for (let month = 1; month <= 6; month += 1) {
    here.clock.advance(30 * DAY + (month === 6 ? MINUTE : 0));
    const { body } = await refreshed(here, client, refresh_token);
    errors.push(body.error);
    refresh_token = body.refresh_token ?? '';
  }
  expect(errors).toEqual([undefined, undefined, undefined, undefined, undefined, 'invalid_grant']);
});

test("shows a device's code for a quarter of an hour, for approval and for polling", async () => {
  interface Code {
    readonly device_code: string;
    readonly user_code: string;
  }
  const begin = async () => (await postForm<Code>(here, '/oauth/device', { client_id: 'cairn-cli' })).body;
  const poll = async ({ device_code }: Code) => {
    const fields = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'cairn-cli', device_code };
    return (await postForm<OauthProblem>(here, '/oauth/token', fields)).body.error;
  };
  const visitor = await signedIn(here, team.author.email);
  const allow = async ({ user_code }: Code) =>
    (await visitor.send('POST', '/manage/v1/device/decision', { user_code, allow: true })).status;
  const allowed = await begin();
  expect(await allow(allowed)).toBe(204);
  expect(await inTimeAndTooLate(15 * MINUTE, begin, allow)).toEqual([204, 404]);
  expect([await poll(allowed), await poll(await begin())]).toEqual(['expired_token', 'authorization_pending']);
});
