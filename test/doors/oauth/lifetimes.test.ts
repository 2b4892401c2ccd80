// The lifetimes of the authorization server's artifacts, as documented in docs/oauth.md.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { signedIn } from '../sign-in/browser.ts';
import {
  asking,
  codeFor,
  connected,
  PUBLIC,
  postForm,
  refreshed,
  registered,
  type Tokens,
  waiting,
} from './oauth-world.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const [MINUTE, HOUR, DAY] = [60, 3_600, 24 * 3_600];

let here: World;
let team: TestTeam;
let client: string;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  // The library's own clock stops too, because it calculates the remaining time.
  vi.spyOn(Date, 'now').mockReturnValue(here.clock());
  team = await here.team();
  client = (await registered(here, { grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT] })).client_id;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await here.close();
});

/** The remaining seconds of all artifacts of this kind, each value once. */
async function livesOf(kind: string): Promise<readonly number[]> {
  const rows = await here.app.database.rows<{ expires_at: string }>(
    sql`select distinct expires_at from oauth_artifacts where kind = ${kind}`,
  );
  return rows.map(({ expires_at }) => (Date.parse(expires_at) - here.clock()) / 1_000);
}

test('waits half an hour for a person to decide about a request, and a minute for its code to be redeemed', async () => {
  await waiting(await signedIn(here, team.author.email), asking(client, { resource: `${PUBLIC}/v1` }).url);
  expect(await livesOf('Interaction')).toEqual([30 * MINUTE]);
  await codeFor(here, team.author.email, client);
  expect(await livesOf('AuthorizationCode')).toEqual([MINUTE]);
});

test('keeps an unused refresh token for sixty days, a consent for half a year, a client for ninety days, and a new client for seven days', async () => {
  expect((await connected(here, team.author.email, client)).expires_in).toBe(HOUR);
  expect(await livesOf('RefreshToken')).toEqual([60 * DAY]);
  expect(await livesOf('Grant')).toEqual([180 * DAY]);
  expect(await livesOf('Client')).toEqual([90 * DAY]);
  await registered(here);
  expect((await livesOf('Client')).toSorted((one, other) => one - other)).toEqual([7 * DAY, 90 * DAY]);
});

test.each(['/v1', '/mcp'])('limits at %s a refreshed token to the remaining time of its consent', async (path) => {
  const resource = PUBLIC + path;
  const first = await connected(here, team.author.email, client, { resource: path, scope: 'trails:use' });
  const left = async (token: string): Promise<number> => {
    const asked = path === '/v1' ? await here.bearer(token).get('/v1/me') : await here.bearer(token).post('/mcp', {});
    return Number(asked.headers.get('ratelimit-remaining'));
  };
  const before = await left(first.access_token);
  const next = await refreshed(here, client, first.refresh_token ?? '', { resource });
  expect(next.status).toBe(200);
  expect(await left(next.body.access_token)).toBe(before - 1);
  const other = await connected(here, team.author.email, client, { resource: path, scope: 'trails:use' });
  expect(await left(other.access_token)).toBe(before);
});

test("shows a device's code for a quarter of an hour, and signs the command line in for thirty days", async () => {
  const asked = await postForm<{ expires_in: number; device_code: string; user_code: string }>(here, '/oauth/device', {
    client_id: 'cairn-cli',
  });
  expect([asked.body.expires_in, await livesOf('DeviceCode')]).toEqual([15 * MINUTE, [15 * MINUTE]]);
  const visitor = await signedIn(here, team.author.email);
  const { device_code, user_code } = asked.body;
  await visitor.send('POST', '/manage/v1/device/decision', { user_code, allow: true });
  const fields = { grant_type: DEVICE_GRANT, client_id: 'cairn-cli', device_code };
  expect((await postForm<Tokens>(here, '/oauth/token', fields)).body.expires_in).toBe(30 * DAY);
});
