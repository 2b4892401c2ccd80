// Kills the service at random moments while writers send keyed writes and others save and publish. Acknowledged data
// survive, no key takes effect twice, and webhooks receive each saved revision and version at least once, in order per
// trail, and nothing else. Runs once by day, with about a hundred events each time.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { OWN_MACHINE } from '../support/own-machine.ts';
import { runs } from '../support/runs.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { speaker } from '../support/speaker.ts';
import { BY_TEST, makeTeam } from '../support/test-team.ts';
import { payloadOf, type Receiver, receiver } from '../webhooks/receiver.ts';
import { everyTrail, send, startWriters, type Write } from './keyed-writers.ts';
import { type StorageBetween, storageBetween } from './storage-between.ts';
import { startSavers } from './trail-savers.ts';

const KILLS = runs(1);
const EVENTS_A_KILL = 100;
/** Together, these are longer than the dispatcher's pause, so that the kill comes before, during or after its work. */
const [LATEST_WRITE_MS, LATEST_KILL_MS] = [1_000, 500];
const WRITERS = 8;
const SECRET = 'a secret of at least thirty-two characters';
const PUBLIC_URL = 'http://localhost:8080';

// Starts separate processes, which takes a while on a busy machine.
const MAX_MS = 240_000 + KILLS * 60_000;
vi.setConfig({ testTimeout: MAX_MS, hookTimeout: MAX_MS });

let storage: StorageBetween;
let hook: Receiver;
let keys: Keys;
const writes: Write[] = [];
let arrivedBeforeTheLastStart: number;
let happened: readonly string[];
let service: ServiceProcess;
beforeAll(async () => {
  hook = await receiver();
  storage = await storageBetween();
  const { url, folder, between } = storage;
  keys = await between((database) => prepare(database, hook.url));
  const env = {
    ...{ CAIRN_DATABASE_URL: url, CAIRN_ASSETS: join(folder, 'assets') },
    ...{ CAIRN_PUBLIC_URL: PUBLIC_URL, CAIRN_EGRESS_ALLOW: OWN_MACHINE, CAIRN_SECRET: SECRET },
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    writes.push(...(await killWhileWriting(env)));
    happened = await between(async (database) => {
      await leasesRunOut(database);
      return everyEvent(database);
    });
  }
  arrivedBeforeTheLastStart = hook.received.length;
  service = await startProcess(env);
  await service.until(200);
});
afterAll(async () => {
  service?.child.kill('SIGKILL');
  await service?.ended;
  await hook?.close();
  await storage?.remove();
});

test('keeps every acknowledged write through kill -9, with exactly one effect per key', async () => {
  const { address } = service;
  expect(writes.filter(({ acknowledged }) => acknowledged !== undefined).length).toBeGreaterThan(0);
  const survived = await everyTrail(address, keys.writers);
  for (const { title, acknowledged } of writes)
    if (acknowledged !== undefined) expect(survived.get(title)).toBe(acknowledged);
  for (const write of writes) expect(await send(address, keys.writers, write)).toMatchObject({ status: 201 });
  const trails = await everyTrail(address, keys.writers);
  expect(trails.size).toBe(writes.length);
  for (const { title, acknowledged } of writes) expect(trails.get(title)).toBe(acknowledged);
});

test(`delivers each event in order, although the service is killed ${KILLS} times`, async ({ annotate }) => {
  const { received } = hook;
  const missing = (): string[] => {
    const arrived = new Set(received.map(nameOf));
    return happened.filter((name) => !arrived.has(name));
  };
  await expect.poll(missing, { timeout: 120_000, interval: 500 }).toEqual([]);
  // Each trail's events by first arrival: all of them, in order, and none invented.
  expect(byTrail([...new Set(received.map(nameOf))])).toEqual(byTrail(happened));
  // An event has one id, however often it was sent.
  const names = new Map(received.map((one) => [one.headers['webhook-id'], nameOf(one)]));
  expect([...names.values()].sort()).toEqual([...happened].sort());
  await annotate(
    `${KILLS} kills, ${happened.length} events, ${received.length} deliveries, ${arrivedBeforeTheLastStart} of them ` +
      'before the last start',
  );
});

test('shuts a service down normally after an earlier kill', async () => {
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

/** The writes that started before the service was gone. */
async function killWhileWriting(env: Readonly<Record<string, string>>): Promise<readonly Write[]> {
  const killed = await startProcess(env);
  await killed.until(200);
  const savers = startSavers(killed.address, keys.savers);
  while (savers.statuses.length < EVENTS_A_KILL) await pause(10);
  await pause(Math.random() * LATEST_WRITE_MS);
  const writers = startWriters(killed.address, keys.writers, WRITERS);
  await writers.underWay();
  await pause(Math.random() * LATEST_KILL_MS);
  killed.child.kill('SIGKILL');
  await killed.ended;
  await Promise.all([savers.ended, writers.stop()]);
  expect(new Set(savers.statuses)).toEqual(new Set([200, 201]));
  return writers.writes;
}

interface Keys {
  readonly writers: string;
  readonly savers: string;
}

/** Creates two workspaces, one of them with a webhook. Returns the keys of a writer and a publisher. */
async function prepare(database: Database, hookUrl: string): Promise<Keys> {
  const nobody = speaker('', { check: () => {} });
  const deps = { database, now: Date.now, speakerOf: () => nobody };
  const [writing, saving] = [await makeTeam(deps), await makeTeam(deps)];
  const sealing = { sealer: sealerOf(() => [SECRET]), publicUrl: PUBLIC_URL };
  const events = ['trail.saved', 'trail.published'] as const;
  const webhook = { name: 'Kill', url: hookUrl, events, signing: 'hmac-sha256' } as const;
  await database.inTransaction((tx) => createWebhook(tx, saving.team_id, webhook, sealing, Date.now(), BY_TEST));
  return { writers: writing.author.key, savers: saving.publisher.key };
}

/** Advances the clock beyond the minute after which a killed process loses its endpoints. Its keys are free at once. */
async function leasesRunOut(database: Database): Promise<void> {
  await database.rows(sql`update webhook_endpoints set lease_until = now() - interval '1 second'`);
}

/** The events that the database implies: each trail's saved revisions and versions, in order. */
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

/** The events of each trail and type, in the given order. */
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
