// Sign-in in a network without a route out: metadata documents are advertised only if they can be fetched, and can come
// from files. When a company rolls out a tool, many people behind one address register it on the same day.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentReach, WIDESPREAD } from '../../../src/doors/oauth/metadata-documents.ts';
import { EgressFailure } from '../../../src/egress/egress-failure.ts';
import { openTestDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testClock } from '../../support/test-clock.ts';
import { type World, world } from '../../support/world.ts';
import { browser, signedIn } from '../sign-in/browser.ts';
import { answered, asking, CALLBACK, PUBLIC, redeem, waiting } from './oauth-world.ts';

const [CLAUDE] = WIDESPREAD;
const METADATA = '/.well-known/oauth-authorization-server';

interface Metadata {
  readonly client_id_metadata_document_supported: boolean;
}
const isAdvertised = async (here: World): Promise<boolean> =>
  (await here.anyone.get<Metadata>(METADATA)).body.client_id_metadata_document_supported;

describe('metadata documents', () => {
  test('are advertised until one of a widespread tool cannot be fetched, and again when one can', async () => {
    const database = await openTestDatabase();
    const clock = testClock();
    let failure: Error | undefined;
    const egress = {
      fetch: async () => {
        if (failure !== undefined) throw failure;
        return new Response();
      },
      cut: () => {},
      close: async () => {},
    };
    const deps = {
      database,
      clock,
      egress,
      registration: true,
      documents: { mode: 'auto', pinned: new Map() },
    } as const;
    const reach = documentReach(deps);
    const other = documentReach(deps);
    expect(await reach.isAdvertised()).toBe(true);
    failure = new EgressFailure('connection');
    // A stranger can name a host that does not exist, and a tool's server may respond with an error.
    await reach.noted('https://stranger.example/client.json', failure);
    await reach.noted(CLAUDE, new Error('not from egress'));
    expect(await reach.isAdvertised()).toBe(true);
    await reach.noted(CLAUDE, failure);
    // Another process reads it too.
    expect([await reach.isAdvertised(), await other.isAdvertised()]).toEqual([false, false]);
    expect(await documentReach({ ...deps, registration: false }).isAdvertised()).toBe(true);
    // Every ten minutes, the next client makes the service try again in the background.
    failure = undefined;
    expect(await reach.isAdvertised()).toBe(false);
    clock.advance(600_001);
    expect(await reach.isAdvertised()).toBe(false);
    await expect.poll(() => reach.isAdvertised()).toBe(true);
    await database.close();
  });

  test('can be switched off, except those from files', async () => {
    const folder = temporaryFolder('documents');
    mkdirSync(folder, { recursive: true });
    const document = { client_id: CLAUDE, client_name: 'Claude Code', redirect_uris: [CALLBACK] };
    writeFileSync(join(folder, 'claude-code.json'), JSON.stringify(document));
    const here = await world({
      CAIRN_PUBLIC_URL: PUBLIC,
      CAIRN_OAUTH_METADATA_DOCUMENTS: 'off',
      CAIRN_OAUTH_DOCUMENTS_FOLDER: folder,
    });
    const team = await here.team();
    expect(await isAdvertised(here)).toBe(false);
    const visitor = await signedIn(here, team.author.email);
    const { verifier, url } = asking(CLAUDE, { resource: `${PUBLIC}/mcp` });
    const uid = await waiting(visitor, url);
    const view = await visitor.send('GET', `/oauth/authorize/${uid}/consent`);
    expect(view.body).toMatchObject({ client: { name: 'Claude Code', host: 'claude.ai', verified: true } });
    const back = await answered(visitor, uid, { allow: true });
    expect((await redeem(here, CLAUDE, back.searchParams.get('code') ?? '', verifier)).status).toBe(200);
    const unknown = asking('https://chatgpt.com/oauth/codex/client.json', { resource: `${PUBLIC}/mcp` });
    expect((await visitor.send('GET', unknown.url)).status).toBe(400);
    await here.close();
  });
});

describe('registrations', () => {
  let here: World;
  beforeAll(async () => {
    here = await world({ CAIRN_PUBLIC_URL: PUBLIC, CAIRN_RATE_SCALE: '1' });
  });
  afterAll(() => here.close());

  interface Made {
    readonly client_id: string;
    readonly redirect_uris: readonly string[];
  }
  const register = (metadata: object) =>
    here.anyone.post<Made>('/oauth/register', {
      client_name: 'Tool',
      token_endpoint_auth_method: 'none',
      redirect_uris: [CALLBACK],
      ...metadata,
    });

  test('of identical public clients share one, with the port of each', async () => {
    const first = await register({});
    const again = await register({ redirect_uris: ['http://127.0.0.1:5555/callback'] });
    expect([again.status, again.body.client_id]).toEqual([201, first.body.client_id]);
    expect(again.body).toEqual({ ...first.body, redirect_uris: ['http://127.0.0.1:5555/callback'] });
    for (const other of [
      { client_name: 'Another' },
      { redirect_uris: ['http://127.0.0.1:4444/elsewhere'] },
      { redirect_uris: ['http://localhost:4444/callback'] },
      { redirect_uris: ['https://tool.example:4444/callback'] },
      { token_endpoint_auth_method: 'client_secret_basic' },
    ])
      expect((await register(other)).body.client_id).not.toBe(first.body.client_id);
    const secrets = { token_endpoint_auth_method: 'client_secret_basic' };
    expect((await register(secrets)).body.client_id).not.toBe((await register(secrets)).body.client_id);
  });

  test('keep a shared client as long as a new one, and create it again after it was deleted', async () => {
    const day = 86_400_000;
    const first = await register({ client_name: 'Kept' });
    here.clock.advance(6 * day);
    expect((await register({ client_name: 'Kept' })).body.client_id).toBe(first.body.client_id);
    here.clock.advance(6 * day);
    expect((await register({ client_name: 'Kept' })).body.client_id).toBe(first.body.client_id);
    here.clock.advance(8 * day);
    expect((await register({ client_name: 'Kept' })).body.client_id).not.toBe(first.body.client_id);
  });

  test('let 500 people behind one address sign in with their passwords within an hour', async () => {
    const statuses = new Set<number>();
    for (let person = 0; person < 500; person += 1) {
      const visitor = browser(here);
      const email = `person${person}@rollout.test`;
      statuses.add((await visitor.send('POST', '/sign-in/methods', { email })).status);
      statuses.add((await visitor.send('POST', '/sign-in/password', { email, password: 'a wrong password' })).status);
      here.clock.advance(7_000);
    }
    expect([...statuses].sort()).toEqual([200, 401]);
  }, 120_000);

  test('by 500 people behind one address succeed immediately if they are identical, and within an hour otherwise', async () => {
    const alike = [];
    for (let person = 0; person < 250; person += 1)
      alike.push(
        (await register({ client_name: 'Roll-out', redirect_uris: [`http://127.0.0.1:${5_000 + person}/cb`] })).status,
      );
    expect(new Set(alike)).toEqual(new Set([201]));
    let made = 0;
    for (let minute = 0; minute < 60 && made < 500; minute += 1) {
      for (let person = 0; person < 500 && made < 500; person += 1) {
        if (
          (await register({ client_name: `Hosted ${made}`, redirect_uris: ['https://tool.example/cb'] })).status !== 201
        )
          break;
        made += 1;
      }
      here.clock.advance(60_000);
    }
    expect(made).toBe(500);
    // There is still a maximum for each host.
    const statuses: number[] = [];
    for (let more = 0; more < 300 && !statuses.includes(429); more += 1)
      statuses.push(
        (await register({ client_name: `More ${more}`, redirect_uris: ['https://tool.example/cb'] })).status,
      );
    expect(statuses.at(-1)).toBe(429);
  }, 120_000);
});
