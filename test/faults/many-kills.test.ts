// Kills the service again and again under keyed writes, and keeps a ledger of what was acknowledged. Every write that
// was cut off is sent again with its key after the next start. The nightly run kills a thousand times per storage
// (CAIRN_TEST_KILLS), but ends after CAIRN_TEST_KILL_MINUTES.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { speaker } from '../support/speaker.ts';
import { makeTeam } from '../support/test-team.ts';
import { everyTrail, send, startWriters, type Write } from './keyed-writers.ts';
import { type StorageBetween, storageBetween } from './storage-between.ts';

const KILLS = Number(process.env.CAIRN_TEST_KILLS ?? 2);
const MAX_MS = Number(process.env.CAIRN_TEST_KILL_MINUTES ?? 4) * 60_000;
const WRITERS = 6;
const LATEST_KILL_MS = 150;
vi.setConfig({ testTimeout: MAX_MS + 600_000, hookTimeout: 240_000 });

let storage: StorageBetween;
let token: string;
let service: ServiceProcess | undefined;
beforeAll(async () => {
  storage = await storageBetween();
  const nobody = speaker('', { check: () => {} });
  const made = (database: Parameters<typeof makeTeam>[0]['database']) =>
    makeTeam({ database, now: Date.now, speakerOf: () => nobody });
  token = (await storage.between(made)).author.key;
});
afterAll(async () => {
  service?.child.kill('SIGKILL');
  await service?.ended;
  await storage?.remove();
});

async function started(): Promise<ServiceProcess> {
  service = await startProcess({ CAIRN_DATABASE_URL: storage.url, CAIRN_ASSETS: join(storage.folder, 'assets') });
  await service.until(200);
  return service;
}

/** Sends writes that were cut off again. Returns how many were refused because their key was still in use. */
async function sendAgain(address: string, writes: readonly Write[]): Promise<number> {
  const pending = writes.filter(({ acknowledged }) => acknowledged === undefined);
  const answers = await Promise.all(pending.map((write) => send(address, token, write).catch(() => undefined)));
  return answers.filter((answer) => answer?.status === 409).length;
}

test(`loses and duplicates nothing through ${KILLS} kills`, async ({ annotate }) => {
  const writes: Write[] = [];
  const endsAt = performance.now() + MAX_MS;
  let [kills, inUse] = [0, 0];
  for (; kills < KILLS && performance.now() < endsAt; kills += 1) {
    const { address, child, ended } = await started();
    const again = sendAgain(address, writes);
    const writers = startWriters(address, token, WRITERS);
    await writers.underWay();
    await new Promise((go) => setTimeout(go, Math.random() * LATEST_KILL_MS));
    child.kill('SIGKILL');
    await ended;
    inUse += await again;
    await writers.stop();
    writes.push(...writers.writes);
  }
  const { address } = await started();
  await expect.poll(() => sendAgain(address, writes), { timeout: 60_000 }).toBe(0);
  const trails = await everyTrail(address, token); // Throws if two trails have the same title.
  const lost = writes.filter(({ title, acknowledged }) => trails.get(title) !== acknowledged);
  await annotate(`${kills} kills, ${writes.length} writes, ${lost.length} lost, 0 doubled, ${inUse} keys still in use`);
  expect(lost).toEqual([]);
  expect(trails.size).toBe(writes.length);
});
