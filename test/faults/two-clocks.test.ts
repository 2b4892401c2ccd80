// Two processes share one server. One clock is twenty minutes ahead, and the clock of a command is twenty minutes
// behind. All of them follow the database's clock.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import {
  answered,
  asking,
  CALLBACK,
  PUBLIC,
  type Registered,
  type Tokens,
  waiting,
} from '../doors/oauth/oauth-world.ts';
import { type Browser, browser } from '../doors/sign-in/browser.ts';
import { migratedDatabase } from '../support/database.ts';
import { runCairn, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { type Speaker, speaker } from '../support/speaker.ts';
import { makeTeam, type TestTeam } from '../support/test-team.ts';
import { readyDocument } from '../trails/catalog.ts';

vi.setConfig({ testTimeout: 240_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL;
const OFF_MS = 20 * 60_000;

interface Place {
  readonly service: ServiceProcess;
  readonly anyone: Speaker;
  bearer(key: string): Speaker;
}

const UNDECLARED = { check: () => undefined };

async function placeOf(env: Record<string, string>): Promise<Place> {
  const service = await startProcess(env);
  await service.until(200);
  const bearer = (key: string): Speaker => speaker(service.address, UNDECLARED, { Authorization: `Bearer ${key}` });
  return { service, anyone: speaker(service.address, UNDECLARED), bearer };
}

describe.skipIf(server === undefined)('two clocks', () => {
  let fresh: Awaited<ReturnType<typeof migratedDatabase>>;
  let database: Database;
  let env: Record<string, string>;
  let late: Record<string, string>;
  let ahead: Place;
  let right: Place;
  let team: TestTeam;

  beforeAll(async () => {
    fresh = await migratedDatabase(server ?? '');
    database = openPostgres({ url: fresh.url, poolSize: 2, onIdleFailure: () => undefined });
    env = { CAIRN_DATABASE_URL: fresh.url, CAIRN_PUBLIC_URL: PUBLIC };
    const NODE_OPTIONS = `--import=${new URL('../fixtures/clock-ahead.mjs', import.meta.url).href}`;
    const clockAhead = (ms: number) => ({ ...env, NODE_OPTIONS, TEST_CLOCK_AHEAD_MS: String(ms) });
    late = clockAhead(-OFF_MS);
    [ahead, right] = await Promise.all([placeOf(clockAhead(OFF_MS)), placeOf(env)]);
    team = await makeTeam({ database, now: Date.now, speakerOf: () => right.anyone });
  }, 240_000);
  afterAll(async () => {
    for (const { service } of [ahead, right]) service.child.kill('SIGKILL');
    await Promise.all([ahead.service.ended, right.service.ended]);
    await database.close();
    await fresh.drop();
  });

  /** A browser at `place` in which a link from the command with the slow clock was used. */
  async function signedIn(place: Place, email: string): Promise<Browser> {
    const made = await runCairn(['login-link', '--email', email, '--json'], late);
    const { url } = JSON.parse(made.stdout) as { url: string };
    const visitor = browser(place);
    const token = /svc_link_[A-Za-z0-9_-]+/.exec(url)?.[0];
    expect((await visitor.send('POST', '/sign-in/link', { token })).status).toBe(200);
    return visitor;
  }

  /** The status of `/oauth/token` at `redeemer` for a code from `maker`. */
  async function redeemed(maker: Place, redeemer: Place): Promise<readonly [number, Tokens]> {
    const metadata = { client_name: 'Tool', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' };
    const { client_id } = (await right.anyone.post<Registered>('/oauth/register', metadata)).body;
    const visitor = await signedIn(maker, team.author.email);
    const { verifier, url } = asking(client_id, { resource: `${PUBLIC}/v1` });
    const back = await answered(visitor, await waiting(visitor, url), { allow: true });
    const fields = { grant_type: 'authorization_code', client_id, code_verifier: verifier, redirect_uri: CALLBACK };
    const form = new URLSearchParams({ ...fields, code: back.searchParams.get('code') ?? '' });
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await redeemer.anyone.post<Tokens>('/oauth/token', form.toString(), type);
    return [answer.status, answer.body];
  }

  test('accept in both processes the sign-in link of a command and the code of an app', async () => {
    const [status, tokens] = await redeemed(right, ahead);
    expect(status).toBe(200);
    for (const place of [ahead, right])
      expect((await place.bearer(tokens.access_token).get('/v1/me')).status).toBe(200);
    expect((await redeemed(ahead, right))[0]).toBe(200);
  });

  test('give grants the same lifetime in both processes', async () => {
    const lives = await database.rows<{ kind: string; hours: number }>(sql`
      select 'token' as kind, round(extract(epoch from expires_at - clock_timestamp()) / 3600)::int4 as hours
      from api_credentials where expires_at is not null
      union all
      select kind, round(extract(epoch from expires_at - clock_timestamp()) / 3600)::int4
      from oauth_artifacts where kind = 'RefreshToken'`);
    expect(lives.filter(({ kind }) => kind === 'token').map(({ hours }) => hours)).toEqual([1, 1]);
    expect(lives.filter(({ kind }) => kind !== 'token').map(({ hours }) => hours)).toEqual([60 * 24, 60 * 24]);
  });

  test('allow scheduling a publication in ten minutes, even if that is past on the other clock', async () => {
    const visitor = await signedIn(ahead, team.publisher.email);
    const { id } = (
      await right.bearer(team.author.key).post<{ id: string }>('/v1/trails', { document: readyDocument() })
    ).body;
    const at = new Date(Date.now() + 10 * 60_000).toISOString();
    const scheduled = await visitor.send('PUT', `/manage/v1/trails/${id}/schedules/publish`, { at, revision: 1 });
    expect(scheduled).toMatchObject({ status: 200, body: { items: [{ state: 'waiting' }] } });
  });

  test('are reported once, with the difference between them', () => {
    expect(ahead.service.output().split('differs from the database').length).toBe(2);
    expect(right.service.output()).not.toContain('differs from the database');
  });
});
