// Requests of apps that wait for a person. Strangers can store them, so their size and their number are limited.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { artifactHash, putArtifact } from '../../../src/credentials/oauth-artifacts.ts';
import { sql } from '../../../src/storage/sql.ts';
import { type World, world } from '../../support/world.ts';
import { browser } from '../sign-in/browser.ts';
import { asking, type OauthProblem, PUBLIC, postForm, registered } from './oauth-world.ts';

let here: World;
let client: string;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC, CAIRN_TRUST_PROXY: 'on' });
  client = (await registered(here)).client_id;
});
afterAll(() => here.close());

const countWaiting = async (): Promise<number> => {
  const row = await here.app.database.row<{ count: number }>(sql`
    select count(*)::integer as count from oauth_artifacts where kind in ('Interaction', 'DeviceCode')`);
  return row?.count ?? 0;
};

/** Sends an app's request from that address, and returns the id under which it waits. */
async function waitsFrom(address: string): Promise<string> {
  here.clock.advance(1);
  const answer = await browser(here).send('GET', asking(client).url, undefined, { 'X-Forwarded-For': address });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '').pathname.slice('/connect/'.length);
}

const isWaiting = async (uid: string): Promise<boolean> => {
  const row = await here.app.database.row(sql`
    select 1 from oauth_artifacts where kind = 'Interaction' and id_hash = ${artifactHash(uid)}`);
  return row !== undefined;
};

test.each([
  ['a state', { state: 's'.repeat(2_049) }, 'state is longer than 2,048 bytes'],
  ['parameters', { login_hint: 'ü'.repeat(2_048) }, 'its parameters are longer than 4,096 bytes'],
])('refuses %s beyond the limit, with a page for people, and stores nothing', async (_, fields, sentence) => {
  const before = await countWaiting();
  const { url } = asking(client, fields);
  const page = await browser(here).send<string>('GET', url, undefined, { Accept: 'text/html' });
  expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(page.body).toContain(`cannot be answered: ${sentence}.`);
  const program = await here.anyone.get<OauthProblem>(url);
  expect([program.status, program.body]).toEqual([
    400,
    { error: 'invalid_request', error_description: `${sentence}.` },
  ]);
  const device = await postForm<OauthProblem>(here, '/oauth/device', { client_id: 'cairn-cli', ...fields });
  expect([device.status, device.body.error]).toEqual([413, 'invalid_request']);
  expect(await countWaiting()).toBe(before);
});

test('accepts a state of 2 kB', async () => {
  const answer = await browser(here).send('GET', asking(client, { state: 's'.repeat(2_048) }).url);
  expect(answer.status).toBe(303);
});

test('keeps the latest 200 requests of one network, without displacing those of another', async () => {
  const next = await waitsFrom('203.0.113.9');
  const first = await waitsFrom('198.51.100.1');
  for (let count = 0; count < 199; count += 1) await waitsFrom(`198.51.100.${count}`);
  expect(await isWaiting(first)).toBe(true);
  const last = await waitsFrom('198.51.100.200');
  expect([await isWaiting(first), await isWaiting(last), await isWaiting(next)]).toEqual([false, true, true]);
});

test('keeps the latest 2,000 requests of one client', async () => {
  const { database } = here.app;
  await database.rows(sql`
    insert into oauth_artifacts (kind, id_hash, payload, site, client_id, expires_at)
    select 'Interaction', sha256(n::text::bytea), '{}', 'site ' || n, 'popular', now() + n * interval '1 second'
    from generate_series(1, 2000) n`);
  const waiting = { site: 'another', client_id: 'popular' };
  const artifact = { payload: {}, waiting, expires_at: Date.now() + 86_400_000 };
  await database.inTransaction((tx) => putArtifact(tx, 'Interaction', artifactHash('new'), artifact));
  const [kept] = await database.rows<{ count: number; gone: number }>(sql`
    select count(*)::integer as count, 2000 - count(*) filter (where site <> 'another')::integer as gone
    from oauth_artifacts where client_id = 'popular'`);
  expect(kept).toEqual({ count: 2_000, gone: 1 });
  expect(await isWaiting('new')).toBe(true);
});
