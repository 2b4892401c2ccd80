// kill -9 at random moments under keyed writes: what was acknowledged is there, and no key had two effects.
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { startProcess } from '../support/service-process.ts';
import { speaker } from '../support/speaker.ts';
import { makeTeam } from '../support/test-team.ts';
import { everyTrail, send, startWriters, type Write } from './keyed-writers.ts';
import { type StorageBetween, storageBetween } from './storage-between.ts';

// Whole processes are started here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const ROUNDS = 4;
const WRITERS = 8;

let storage: StorageBetween | undefined;
afterAll(async () => {
  await storage?.remove();
});

test('every acknowledged write survives kill -9, and every key has exactly one effect', async () => {
  storage = await storageBetween();
  const { url, folder, between } = storage;
  const token = await between(makeKey);
  const env = { CAIRN_DATABASE_URL: url, CAIRN_ASSETS: join(folder, 'assets') };
  const all: Write[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await startProcess(env);
    await service.until(200);
    const writers = startWriters(service.address, token, WRITERS);
    await writers.underWay();
    await new Promise((go) => setTimeout(go, Math.random() * 500));
    service.child.kill('SIGKILL');
    await service.ended;
    await writers.stop();
    all.push(...writers.writes);
    await between(leasesRunOut);
  }
  expect(all.filter(({ acknowledged }) => acknowledged !== undefined).length).toBeGreaterThan(0);

  const service = await startProcess(env);
  await service.until(200);
  const survived = await everyTrail(service.address, token);
  for (const { title, acknowledged } of all)
    if (acknowledged !== undefined) expect(survived.get(title)).toBe(acknowledged);
  for (const write of all) expect(await send(service.address, token, write)).toMatchObject({ status: 201 });
  const trails = await everyTrail(service.address, token);
  expect(trails.size).toBe(all.length);
  for (const { title, acknowledged } of all) expect(trails.get(title)).toBe(acknowledged);
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

async function makeKey(database: Database): Promise<string> {
  const nobody = speaker('', { check: () => {} });
  const team = await makeTeam({ database, now: Date.now, speakerOf: () => nobody });
  return team.author.key;
}

/** The minute passes after which a crash no longer holds its keys (Decision 12). */
async function leasesRunOut(database: Database): Promise<void> {
  await database.rows(sql`update idempotency_keys set lease_until = now() - interval '1 second' where status is null`);
}
