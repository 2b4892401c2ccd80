// kill -9 under events: each saved revision and each version arrives at least once, in the order of its trail, and none
// that does not exist. CAIRN_WEBHOOK_KILLS says how often the service is killed (100 by hand, about a hundred events
// each).
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { startProcess } from '../support/service-process.ts';
import { speaker } from '../support/speaker.ts';
import { BY_TEST, makeTeam } from '../support/test-team.ts';
import { payloadOf, type Receiver, receiver } from '../webhooks/receiver.ts';
import { type StorageBetween, storageBetween } from './storage-between.ts';
import { startSavers } from './trail-savers.ts';

const KILLS = Number(process.env.CAIRN_WEBHOOK_KILLS ?? 3);
const EVENTS_A_KILL = 100;
/** Longer than the dispatcher sleeps: the kill falls before, into or behind its work. */
const LATEST_KILL_MS = 1_500;
const SECRET = 'a secret of at least thirty-two characters';
const PUBLIC_URL = 'http://localhost:8080';

// Whole processes are started here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 + KILLS * 30_000 });

let storage: StorageBetween | undefined;
let hook: Receiver | undefined;
afterAll(async () => {
  await hook?.close();
  await storage?.remove();
});

test(`each event arrives, in order, though the service is killed ${KILLS} times`, async ({ annotate }) => {
  const target = await receiver();
  hook = target;
  storage = await storageBetween();
  const { url, folder, between } = storage;
  const token = await between((database) => prepare(database, target.url));
  const env = {
    ...{ CAIRN_DATABASE_URL: url, CAIRN_ASSETS: join(folder, 'assets') },
    ...{ CAIRN_PUBLIC_URL: PUBLIC_URL, CAIRN_SECRET: SECRET },
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await killWhileSaving(env, token);
    await between(leasesRunOut);
  }
  const happened = await between(everyEvent);
  const { received } = target;
  const arrivedBeforeTheLastStart = received.length;
  const last = await startProcess(env);
  await last.until(200);
  const missing = (): string[] => {
    const arrived = new Set(received.map(nameOf));
    return happened.filter((name) => !arrived.has(name));
  };
  await expect.poll(missing, { timeout: 120_000, interval: 500 }).toEqual([]);
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);
  // Each trail's events as they first came: all of them, in order, none invented.
  expect(byTrail([...new Set(received.map(nameOf))])).toEqual(byTrail(happened));
  // One event has one id, however often it was sent.
  const names = new Map(received.map((one) => [one.headers['webhook-id'], nameOf(one)]));
  expect([...names.values()].sort()).toEqual([...happened].sort());
  await annotate(
    `${KILLS} kills, ${happened.length} events, ${received.length} deliveries, ${arrivedBeforeTheLastStart} of them ` +
      'before the last start',
  );
});

async function killWhileSaving(env: Readonly<Record<string, string>>, token: string): Promise<void> {
  const service = await startProcess(env);
  await service.until(200);
  const savers = startSavers(service.address, token);
  while (savers.statuses.length < EVENTS_A_KILL) await pause(10);
  await pause(Math.random() * LATEST_KILL_MS);
  service.child.kill('SIGKILL');
  await service.ended;
  await savers.ended;
  expect(new Set(savers.statuses)).toEqual(new Set([200, 201]));
}

/** A workspace with a webhook; answers the key of somebody who writes and publishes. */
async function prepare(database: Database, hookUrl: string): Promise<string> {
  const nobody = speaker('', { check: () => {} });
  const team = await makeTeam({ database, now: Date.now, speakerOf: () => nobody });
  const deps = { sealer: sealerOf(() => SECRET), publicUrl: PUBLIC_URL };
  const events = ['trail.saved', 'trail.published'] as const;
  const webhook = { name: 'Kill', url: hookUrl, events, signing: 'hmac-sha256' } as const;
  await database.inTransaction((tx) => createWebhook(tx, team.team_id, webhook, deps, Date.now(), BY_TEST));
  return team.publisher.key;
}

/** The minute passes after which a killed process no longer holds an endpoint. */
async function leasesRunOut(database: Database): Promise<void> {
  await database.rows(sql`update webhook_endpoints set lease_until = now() - interval '1 second'`);
}

/** What the database says has happened: each trail's saved revisions and versions, each in their order. */
async function everyEvent(database: Database): Promise<string[]> {
  const trails = await database.rows<{ trail_id: string; revision: number; last_version: number }>(sql`
    select trail_id, revision, last_version from trails where revision > 1`);
  return trails.flatMap(({ trail_id, revision, last_version }) => [
    ...Array.from({ length: revision - 1 }, (_, index) => `${trail_id} trail.saved ${index + 2}`),
    ...Array.from({ length: last_version }, (_, index) => `${trail_id} trail.published ${index + 1}`),
  ]);
}

function nameOf(received: Receiver['received'][number]): string {
  const { type, data } = payloadOf(received);
  return `${data.subject.id} ${type} ${type === 'trail.published' ? data.version : data.revision}`;
}

/** The events of each trail and type, in the order given. */
function byTrail(names: readonly string[]): Record<string, number[]> {
  const grouped: Record<string, number[]> = {};
  for (const name of names) {
    const [trail = '', type = '', number] = name.split(' ');
    const key = `${trail} ${type}`;
    grouped[key] = [...(grouped[key] ?? []), Number(number)];
  }
  return grouped;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
