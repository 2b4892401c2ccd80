// The PostgreSQL server crashes and restarts under load. Runs only if CAIRN_TEST_DATABASE_RESTART names a command that
// restarts it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { sql } from '../../src/storage/sql.ts';
import { world } from '../support/world.ts';
import { everyTrail, send, startWriters } from './keyed-writers.ts';

// Starts separate processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const run = promisify(execFile);
const restart = process.env.CAIRN_TEST_DATABASE_RESTART?.split(' ');

if (restart !== undefined) {
  test('survives a restart of PostgreSQL under load: 503 problems, no loss, automatic recovery', async () => {
    const service = await world();
    const { author } = await service.team();
    const writers = startWriters(service.address, author.key, 8);
    await writers.underWay();
    const [command = '', ...args] = restart;
    await run(command, args);
    const begun = writers.writes.length;
    while (!writers.writes.slice(begun).some(({ acknowledged }) => acknowledged !== undefined))
      await new Promise((go) => setTimeout(go, 50));
    await writers.stop();

    expect(new Set(writers.refusals.map(({ status, type }) => `${status} ${type}`))).toEqual(
      new Set(writers.refusals.length > 0 ? ['503 https://cairn.test/problems/not-ready'] : []),
    );
    expect((await service.anyone.get('/health/ready')).status).toBe(200);
    const survived = await everyTrail(service.address, author.key);
    for (const { title, acknowledged } of writers.writes)
      if (acknowledged !== undefined) expect(survived.get(title)).toBe(acknowledged);
    await service.app.database.rows(
      sql`update idempotency_keys set lease_until = ${new Date(service.clock() - 1).toISOString()} where status is null`,
    );
    for (const write of writers.writes) expect((await send(service.address, author.key, write)).status).toBe(201);
    expect((await everyTrail(service.address, author.key)).size).toBe(writers.writes.length);
    await service.close();
  });
}

test('detects whether it may restart the server', () => {
  expect(restart === undefined || process.env.CAIRN_TEST_DATABASE_URL !== undefined).toBe(true);
});
