// Kills the service while it applies a plan of 1,000 trails. Afterwards all of the plan is applied or nothing, and the
// repeated request applies it once.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { runs } from '../support/runs.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { speaker } from '../support/speaker.ts';
import { makeTeam } from '../support/test-team.ts';
import { readyDocument } from '../trails/catalog.ts';
import { type StorageBetween, storageBetween } from './storage-between.ts';

const TRAILS = 1_000;
/** When to kill the service, as shares of the time that the plan takes. */
const MOMENTS = Array.from({ length: runs(1) }, () => 0.2 + 0.9 * Math.random());

// Starts separate processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 300_000 * MOMENTS.length, hookTimeout: 240_000 });

let storage: StorageBetween;
let service: ServiceProcess | undefined;
beforeAll(async () => {
  storage = await storageBetween();
});
afterAll(async () => {
  service?.child.kill('SIGKILL');
  await service?.ended;
  await storage?.remove();
});

const start = async (): Promise<ServiceProcess> => {
  service = await startProcess({ CAIRN_DATABASE_URL: storage.url, CAIRN_ASSETS: join(storage.folder, 'assets') });
  await service.until(200);
  return service;
};

interface Team {
  readonly id: string;
  readonly key: string;
}

const newTeam = (): Promise<Team> =>
  storage.between(async (database) => {
    const nobody = speaker('', { check: () => {} });
    const { team_id: id, publisher } = await makeTeam({ database, now: Date.now, speakerOf: () => nobody });
    return { id, key: publisher.key };
  });

const BODY = JSON.stringify({
  trails: Array.from({ length: TRAILS }, (_, at) => ({ document: readyDocument(`Trail ${at}`) })),
  ...{ apply: true, publish: true, skip_examples: true },
});

/** The status, or undefined if the connection breaks. */
const apply = async (address: string, { id, key }: Team): Promise<number | undefined> => {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': `plan-${id}`,
  };
  return fetch(`${address}/manage/v1/plans`, { method: 'POST', headers, body: BODY })
    .then(async (response) => (await response.arrayBuffer(), response.status))
    .catch(() => undefined);
};

interface Stored {
  readonly trails: number;
  readonly live: number;
  readonly versions: number;
  readonly audited: number;
}

/** Trails, published ones, versions, and publications in the audit log. */
const stored = async (database: Database, { id }: Team): Promise<Stored | undefined> => {
  const [counts] = await database.rows<Stored>(sql`
    select (select count(*)::integer from trails where catalog_id = ${id}) as trails,
      (select count(*)::integer from trails where catalog_id = ${id} and status = 'live') as live,
      (select count(*)::integer from trail_versions where catalog_id = ${id}) as versions,
      (select count(*)::integer from audit_entries where team_id = ${id} and kind = 'trail.published') as audited`);
  return counts;
};

const NOTHING = { trails: 0, live: 0, versions: 0, audited: 0 };
const EVERYTHING = { trails: TRAILS, live: TRAILS, versions: TRAILS, audited: TRAILS };

test(`applies all or nothing if the service is killed (${MOMENTS.length} times)`, async ({ annotate }) => {
  const first = await newTeam();
  const whole = await start();
  const before = performance.now();
  expect(await apply(whole.address, first)).toBe(200);
  const duration = performance.now() - before;
  whole.child.kill('SIGTERM');
  await whole.ended;
  expect(await storage.between((database) => stored(database, first))).toEqual(EVERYTHING);

  const outcomes: string[] = [];
  for (const moment of MOMENTS) {
    const team = await newTeam();
    const killed = await start();
    const answered = apply(killed.address, team);
    await new Promise((done) => setTimeout(done, moment * duration));
    killed.child.kill('SIGKILL');
    await killed.ended;
    const status = await answered;
    const after = await storage.between((database) => stored(database, team));
    if (status !== undefined) expect([status, after]).toEqual([200, EVERYTHING]);
    else expect([NOTHING, EVERYTHING]).toContainEqual(after);
    outcomes.push(`${moment.toFixed(2)}: ${after?.trails === 0 ? 'nothing' : 'all'}`);

    const next = await start();
    expect(await apply(next.address, team)).toBe(200);
    next.child.kill('SIGTERM');
    await next.ended;
    expect(await storage.between((database) => stored(database, team))).toEqual(EVERYTHING);
  }
  await annotate(outcomes.join(', '));
});
