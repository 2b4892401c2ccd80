// An upgrade without downtime: a process of the next release migrates the database while a process of this release
// serves writes. The next release is this one plus two migrations, in a separate folder.
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { migrationOf } from '../../src/storage/migrations/migration-files.ts';
import { isContracting } from '../../src/storage/migrations/schema-state.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { migratedDatabase } from '../support/database.ts';
import { runCairn, startProcess } from '../support/service-process.ts';
import { speaker } from '../support/speaker.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makeTeam } from '../support/test-team.ts';
import { everyTrail, startWriters } from './keyed-writers.ts';

vi.setConfig({ testTimeout: 240_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL;

const ADDS = `alter table trails add column next_release text;
create index trails_next_release on trails (catalog_id, next_release);
`;
const TAKES_AWAY = `-- serves from 0998
alter table team_seats add column next_release text;
`;

function nextRelease(): string {
  const folder = temporaryFolder('next-release');
  for (const part of ['dist', 'migrations', 'package.json'])
    cpSync(resolve(part), join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'migrations/0998_next_release_adds.sql'), ADDS);
  writeFileSync(join(folder, 'migrations/0999_next_release_takes_away.sql'), TAKES_AWAY);
  return folder;
}

async function workspace(url: string): Promise<string> {
  const database = openPostgres({ url, poolSize: 2, onIdleFailure: () => undefined });
  const { author } = await makeTeam({ database, now: Date.now, speakerOf: () => nobody });
  await database.close();
  return author.key;
}

/** The workspace is created through the rooms, without API requests. */
const nobody = speaker('http://127.0.0.1', { check: () => undefined });

const readiness = async (address: string): Promise<number> => (await fetch(`${address}/health/ready`)).status;

if (server !== undefined)
  test('keeps this release ready and writable while the next one migrates and serves', async () => {
    const folder = nextRelease();
    const { url, drop } = await migratedDatabase(server);
    const key = await workspace(url);
    const env = { CAIRN_DATABASE_URL: url, CAIRN_ASSETS: join(folder, 'assets') };
    const current = await startProcess(env);
    await current.until(200);
    const writers = startWriters(current.address, key, 4);
    await writers.underWay();

    const next = await startProcess(env, folder);
    await next.until(200);
    const nextWriters = startWriters(next.address, key, 4);
    await nextWriters.underWay();
    const begun = writers.writes.length;
    while (!writers.writes.slice(begun).some(({ acknowledged }) => acknowledged !== undefined))
      expect(await readiness(current.address)).toBe(200);
    await Promise.all([writers.stop(), nextWriters.stop()]);
    expect([...writers.refusals, ...nextWriters.refusals]).toEqual([]);
    const written = [...writers.writes, ...nextWriters.writes];
    expect((await everyTrail(current.address, key)).size).toBe(written.length);
    expect([await readiness(current.address), await readiness(next.address)]).toEqual([200, 200]);

    const finish = await runCairn(['migrate', '--finish', '--json'], env, folder);
    expect(JSON.parse(finish.stdout)).toEqual({ applied: ['0999_next_release_takes_away'], for_finish: [] });
    expect([await readiness(current.address), await readiness(next.address)]).toEqual([503, 200]);

    for (const service of [current, next]) service.child.kill('SIGTERM');
    await Promise.all([current.ended, next.ended]);
    await drop();
  });

test('delays a migration of the next release that removes something', () => {
  const both = [migrationOf('0998_next_release_adds.sql', ADDS), migrationOf('0999_takes_away.sql', TAKES_AWAY)];
  expect(both.map(isContracting)).toEqual([false, true]);
});
