// A service in a closed network: every client goes through the proxy and trusts the private authority.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBlobs } from '../../src/assets/blobs.ts';
import { BACKUP_FILES } from '../../src/backup/backup-files.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { addMember } from '../../src/directory/members/members.ts';
import { addDomain } from '../../src/directory/teams/domains.ts';
import { openEgress } from '../../src/egress/egress.ts';
import type { Outbound } from '../../src/egress/egress-request.ts';
import { outboundFetch } from '../../src/egress/outbound.ts';
import { ratePolicies } from '../../src/http/rate-limits/rate-limit.ts';
import { redisLimiter } from '../../src/http/rate-limits/rate-limit-redis.ts';
import { readConfig } from '../../src/start/config.ts';
import { openTracing } from '../../src/start/open-tracing.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { managedTeam } from '../doors/manage/support.ts';
import { browser, signedIn } from '../doors/sign-in/browser.ts';
import { type IdentityProvider, identityProvider } from '../doors/sign-in/identity-provider.ts';
import { redisStub } from '../http/redis-stub.ts';
import { migratedDatabase } from '../support/database.ts';
import { type S3Stub, startS3Stub } from '../support/s3-stub.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testClock } from '../support/test-clock.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { type ModelStub, startModelStub } from '../surfacing/model-stub.ts';
import { collector } from '../tracing/collector.ts';
import { readyDocument } from '../trails/catalog.ts';
import { type Receiver, receiver } from '../webhooks/receiver.ts';
import { CA_FILE, type ClosedNetwork, closedNetwork, tlsInFrontOf } from './closed-network.ts';

const PUBLIC = 'https://cairn.corp.invalid';
const REDIRECT = `${PUBLIC}/sign-in/sso/callback`;
let network: ClosedNetwork;
let provider: IdentityProvider;
let model: ModelStub;
let bucket: S3Stub;
let hook: Receiver;
let hookUrl: string;
let service: World;

beforeAll(async () => {
  network = await closedNetwork('cairn:p@ss');
  const issuer = 'https://idp.corp.invalid';
  [provider, model, bucket, hook] = await Promise.all([
    identityProvider({ redirectUri: REDIRECT, issuer }),
    startModelStub(),
    startS3Stub(),
    receiver(),
  ]);
  network.publish('idp', provider.local);
  hookUrl = network.publish('hooks', hook.url);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', network.publish('bucket', bucket.url));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', bucket.secret);
  service = await world({
    CAIRN_PUBLIC_URL: PUBLIC,
    CAIRN_EGRESS_PROXY: network.proxyUrl,
    CAIRN_CA_FILE: CA_FILE,
    CAIRN_ASSETS: 's3://images',
    CAIRN_JUDGE: 'openai-compatible:stub-1',
    CAIRN_JUDGE_URL: `${network.publish('model', model.url)}/v1`,
    CAIRN_JUDGE_FALLBACK: 'off',
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
  await Promise.all([provider, model, bucket, hook].map((each) => each.close()));
  await network.close();
});

test('signs people in at a provider that only the proxy reaches', async () => {
  const team = await service.team();
  const domain = `d${team.team_id.slice(-12)}.test`;
  const email = `mona@${domain}`;
  await service.app.database.inTransaction(async (tx) => {
    await addDomain(tx, team.team_id, domain, BY_TEST);
    await addMember(tx, team.team_id, { email, name: 'Mona', roles: [] }, BY_TEST);
  });
  provider.people.set('mona', { email, email_verified: true });
  const admin = await signedIn(service, team.admin.email);
  const settings = { issuer: provider.issuer, ...provider.client, enabled: true, required: false };
  expect((await admin.send('PUT', '/manage/v1/sso', settings)).status).toBe(204);
  const visitor = browser(service);
  const off = await visitor.send('GET', `/sign-in/sso?team=${team.team_id}&return_to=/trails`);
  const back = await provider.signIn(off.headers.get('location') ?? '', 'mona');
  const end = await visitor.send('GET', back.slice(PUBLIC.length));
  expect([end.status, end.headers.get('location')]).toEqual([303, `${PUBLIC}/trails`]);
  expect(network.asked).toContain('idp.corp.invalid:443');
});

test('delivers webhooks', async () => {
  const team = await managedTeam(service, { plan: 'enterprise' });
  const body = { name: 'Test', url: `${hookUrl}/hook`, events: ['trail.saved'] };
  const made = await team.asAdmin.post<{ webhook: { id: string }; secret: string }>('/manage/v1/webhooks', body);
  await team.asAdmin.post(`/manage/v1/webhooks/${made.body.webhook.id}/test`);
  await service.app.dispatcher.round();
  const [arrived] = hook.received;
  if (arrived === undefined) throw new Error('Nothing arrived.');
  expect(new Webhook(made.body.secret).verify(arrived.body, arrived.headers)).toMatchObject({ type: 'webhook.test' });
});

test('asks the model', async () => {
  const team = await service.team();
  const author = team.publisher.speaks;
  const document = readyDocument('Answer a refund request');
  const { id } = (await author.post<{ id: string }>('/v1/trails', { document })).body;
  await author.post(`/v1/trails/${id}/surfacing-test`, { draft_text: 'Write a refund reply' });
  expect(model.questions.map(({ prompt }) => prompt)).toEqual(['Write a refund reply']);
});

test('writes images to the bucket and reads them', async () => {
  const blobs = await openBlobs(service.config.assets, service.config.outbound);
  const key = `${'a'.repeat(64)}.png`;
  await blobs.put(key, Buffer.from('an image'), 'image/png');
  const chunks: Buffer[] = [];
  for await (const chunk of (await blobs.find(key))?.stream ?? []) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('an image');
  expect(bucket.refusals).toEqual([]);
});

test('sends traces', async () => {
  const stub = await collector();
  const url = network.publish('traces', stub.url);
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '1');
  const log = { info: () => undefined, warn: () => undefined };
  const tracing = await openTracing({ protocol: 'http/json' }, log, service.config.outbound);
  tracing.begin({ name: 'from a closed network', kind: 'client' }, undefined).end();
  expect((await stub.until(([first]) => first)).name).toBe('from a closed network');
  await tracing.close();
  await stub.close();
});

test('reports why the proxy did not help', async () => {
  const wrong = {
    ...service.config.outbound,
    proxy: { url: network.proxyUrl.replace('cairn:', 'other:'), except: '' },
  };
  const because = (outbound: Outbound, url: string): Promise<string> =>
    outboundFetch(outbound)(url).then(String, ({ cause }: Error) => String(cause));
  expect(await because(wrong, 'https://model.corp.invalid/')).toContain(
    'refused to connect to model.corp.invalid:443 (status 407)',
  );
  expect(await because(service.config.outbound, 'https://nowhere.corp.invalid/')).toContain('(status 502)');
});

test('trusts the private authority only if the operator does', async () => {
  const { proxy } = service.config.outbound;
  const egress = openEgress({ allow: [], outbound: { proxy }, publicUrl: PUBLIC });
  await expect(egress.fetch(hookUrl)).rejects.toThrow('no connection');
  await egress.close();
});

test('shares limits through a Redis with TLS', async () => {
  const stub = await redisStub(() => [1, 3_000_000, 0]);
  const front = await tlsInFrontOf(Number(new URL(stub.url).port), 'tls');
  const { secureContext } = service.config.outbound;
  const watch = { away: () => undefined, back: () => undefined, secureContext };
  const limiter = redisLimiter(`rediss://127.0.0.1:${front.port}`, ratePolicies(1), testClock(), watch);
  await expect
    .poll(async () => {
      await limiter.take('default', 'someone');
      return limiter.counts().shared;
    })
    .toBeGreaterThan(0);
  await limiter.close();
  await stub.close();
  front.close();
});

describe.runIf(process.env.CAIRN_TEST_DATABASE_URL !== undefined)(
  'a database server with a private certificate',
  () => {
    const server = process.env.CAIRN_TEST_DATABASE_URL ?? '';

    test.each(['verify-full', 'require', 'no-verify'])('is served and backed up with sslmode=%s', async (mode) => {
      const fresh = await migratedDatabase(server);
      const front = await tlsInFrontOf(Number(new URL(fresh.url).port), 'postgres');
      const own = new URL(fresh.url);
      own.port = String(front.port);
      own.search = `?sslmode=${mode}`;
      const read = readConfig({ CAIRN_DATABASE_URL: own.href, CAIRN_CA_FILE: CA_FILE });
      if ('faults' in read || read.config.database.kind !== 'postgres') throw new Error(JSON.stringify(read));
      const storage = read.config.database;
      const database = openPostgres({ url: storage.url, poolSize: 1, onIdleFailure: () => undefined });
      const folder = temporaryFolder('tls-backup');
      const source = {
        storage,
        silenceMs: 60_000,
        database: () => database,
        assets: join(folder, 'none'),
        release: 'test',
      };
      await writeBackup(source, folder, new Date());
      expect(readFileSync(join(folder, BACKUP_FILES.dump)).subarray(0, 5).toString()).toBe('PGDMP');
      await database.close();
      front.close();
      await fresh.drop();
    });
  },
);
