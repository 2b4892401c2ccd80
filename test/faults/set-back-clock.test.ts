// The machine's clock is set back between two starts on an embedded database. Nothing that was written runs backwards.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { sql } from '../../src/storage/sql.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { speaker } from '../support/speaker.ts';
import { memoryFolder } from '../support/temporary-folder.ts';
import { makeTeam, type TestTeam } from '../support/test-team.ts';
import { readyDocument } from '../trails/catalog.ts';

vi.setConfig({ testTimeout: 240_000 });
const OFF_MS = 2 * 3_600_000;
const UNDECLARED = { check: () => undefined };
const folder = memoryFolder('set-back');
const data = join(folder, 'data');

let service: ServiceProcess | undefined;
afterEach(async () => {
  service?.child.kill('SIGKILL');
  await service?.ended;
});

/** Starts the service with a clock that far ahead, runs `work`, and kills it. Returns the output of the service. */
async function runAhead(ms: number, work: (address: string) => Promise<void>): Promise<string> {
  const NODE_OPTIONS = `--import=${new URL('../fixtures/clock-ahead.mjs', import.meta.url).href}`;
  const env = { CAIRN_DATABASE_URL: `embedded:${data}`, CAIRN_ASSETS: join(folder, 'assets') };
  service = await startProcess({ ...env, NODE_OPTIONS, TEST_CLOCK_AHEAD_MS: String(ms) });
  await service.until(200);
  await work(service.address);
  service.child.kill('SIGKILL');
  await service.ended;
  return service.output();
}

async function newTeam(): Promise<TestTeam> {
  const database = await openEmbedded(data);
  await migrate(database);
  const team = await makeTeam({ database, now: Date.now, speakerOf: () => speaker('', UNDECLARED) });
  await database.close();
  return team;
}

test('logs a warning, and continues versions and the audit log from the latest change', async () => {
  const team = await newTeam();
  const at = (address: string) => speaker(address, UNDECLARED, { Authorization: `Bearer ${team.publisher.key}` });
  let trail = '';
  const publish = async (address: string): Promise<void> => {
    if (trail === '') {
      const made = await at(address).post<{ id: string }>('/v1/trails', { document: readyDocument() });
      trail = `/v1/trails/${made.body.id}`;
    } else {
      const changed = readyDocument(`Published at ${address}`);
      expect((await at(address).put(`${trail}/document`, changed, { 'If-Match': '*' })).status).toBe(200);
    }
    expect((await at(address).post(`${trail}/publish`, {})).status).toBe(200);
  };
  const first = await runAhead(OFF_MS, publish);
  const second = await runAhead(0, publish);
  const third = await runAhead(OFF_MS * 2, publish);
  expect([first, second, third].map((output) => output.split('clock was set back').length - 1)).toEqual([0, 1, 0]);

  // The ids of this process, which other test files use, do not follow that clock.
  await rm(join(data, 'latest-write'));
  const database = await openEmbedded(data);
  const { rows } = database;
  const versions = await rows<{ at: Date }>(sql`select created_at as at from trail_versions order by version`);
  const entries = await rows<{ at: Date }>(sql`
    select at from audit_entries where kind = 'trail.published' order by entry_id`);
  await database.close();
  for (const times of [versions, entries].map((found) => found.map(({ at }) => +new Date(at)))) {
    expect(times).toHaveLength(3);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  }
});
