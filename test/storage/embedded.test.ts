// The embedded database as a process uses it. Closing it properly is not reported as a loss, and all data survive.
import { once } from 'node:events';
import fs, { openAsBlob } from 'node:fs';
import promises, { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { startServer } from '../../src/storage/embedded/embedded-thread.ts';
import { sql } from '../../src/storage/sql.ts';
import { openMigrated } from '../support/database.ts';
import { inPlaceOf } from '../support/in-place-of.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = memoryFolder('embedded');
});

test('keeps its data when it is closed and opened, and does not report closing as a loss', async () => {
  const losses: Error[] = [];
  const open = () => openEmbedded(join(folder, 'data'), { onLoss: (loss) => losses.push(loss) });
  const first = await open();
  await first.script('create table kept (id integer primary key, text text)');
  await first.inTransaction((tx) => tx.rows(sql`insert into kept values (1, ${'ä '.repeat(50_000)})`));
  const archive = await first.dump();
  await first.close();
  const second = await open();
  expect(await second.row(sql`select length(text) as length from kept`)).toEqual({ length: 100_000 });
  await second.close();
  expect(losses).toEqual([]);
  const copy = await openEmbedded(join(folder, 'copy'), { dump: archive });
  expect(await copy.row(sql`select id from kept`)).toEqual({ id: 1 });
  await copy.close();
});

test('does not block other work during a long statement', async () => {
  const database = await openMigrated();
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  await database.rows(sql`select count(*) from generate_series(1, 500000)`);
  clearInterval(counting);
  await database.close();
  expect(turns).toBeGreaterThan(1);
});

test('keeps the connection usable after a refused statement, alone and in a transaction', async () => {
  const database = await openMigrated();
  await expect(database.rows(sql`select 1 / ${0}::integer`)).rejects.toMatchObject({ code: '22012' });
  const failing = database.inTransaction((tx) => tx.rows(sql`select * from nowhere`));
  await expect(failing).rejects.toMatchObject({ code: '42P01' });
  expect(await database.row(sql`select ${'fine'}::text as state`)).toEqual({ state: 'fine' });
  await database.close();
});

test('frees the memory of its responses in the thread', async () => {
  // Responses that are not freed would not fit: thirty responses of 4 MB, and 64 MB for everything but the server's
  // buffers.
  const { buffer } = Uint8Array.from(await readFile(inject('migratedDump')));
  const thread = new Worker(new URL('../../src/storage/embedded/embedded-server.mjs', import.meta.url), {
    workerData: { folder: undefined, archive: buffer, latest: 0 },
    transferList: [buffer],
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const answered = async (): Promise<Uint8Array> => ((await once(thread, 'message')) as [Uint8Array])[0];
  await answered();
  const text = Buffer.from("select repeat('x', 4000000)\0");
  for (let turn = 0; turn < 30; turn += 1) {
    const asked = new Uint8Array(5 + text.length);
    asked[0] = 'Q'.charCodeAt(0);
    new DataView(asked.buffer).setInt32(1, 4 + text.length);
    asked.set(text, 5);
    thread.postMessage(asked);
    expect((await answered()).length).toBeGreaterThan(4_000_000);
  }
  await thread.terminate();
});

test('returns no dump after the server has ended, and blocks no caller who waits for one', async () => {
  const server = await startServer(undefined, await openAsBlob(inject('migratedDump')));
  await server.close();
  await expect(server.dump()).rejects.toThrow('terminated');
});

test('reports a failed dump, and keeps the database running', async () => {
  const losses: Error[] = [];
  const at = join(folder, 'undumped');
  const database = await openEmbedded(at, { onLoss: (loss) => losses.push(loss) });
  const broken = join(at, 'postgres', 'broken');
  await symlink(join(at, 'nowhere'), broken);
  await expect(database.dump()).rejects.toThrow('could not be dumped');
  expect(await database.row(sql`select 1 as one`)).toEqual({ one: 1 });
  await rm(broken);
  expect((await database.dump()).size).toBeGreaterThan(1_000_000);
  await database.close();
  expect(losses).toEqual([]);
});

test('leaves neither a lock nor a thread behind if opening fails, at its first statement or before', async () => {
  const at = join(folder, 'failing');
  const failing = () => Promise.reject(new Error('no connection today'));
  for (const step of ['connect', 'query'] as const) {
    const putBack = inPlaceOf(pg.Client.prototype, step, failing as never);
    const threads: Worker[] = [];
    const emitted = (thread: Worker): void => void threads.push(thread);
    process.on('worker', emitted);
    await expect(openEmbedded(at)).rejects.toThrow('no connection today');
    process.off('worker', emitted);
    putBack();
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  }
  const database = await openEmbedded(at);
  expect(await database.row(sql`select 1 as one`)).toEqual({ one: 1 });
  await database.close();
});

const SWITCH = sql`insert into kept select 2 from pg_switch_wal()`;
const UNSAID = /did not confirm/;

describe('a server that terminates', () => {
  test('can be closed, whether or not it opens again', async () => {
    const at = join(folder, 'closed');
    let database = await openEmbedded(at);
    await database.script('create table if not exists kept (id integer)');
    for (const isBack of [false, true]) {
      const log = join(at, 'postgres', 'pg_wal');
      await rename(log, `${log}.away`);
      await expect(database.rows(SWITCH)).rejects.toThrow(UNSAID);
      if (isBack) await rename(`${log}.away`, log);
      await database.close();
      if (!isBack) await rename(`${log}.away`, log);
      database = await openEmbedded(at);
      expect(await database.row(sql`select 1 as one`)).toEqual({ one: 1 });
    }
    await database.close();
  });

  const losses: Error[] = [];
  let at: string;
  let database: Database;
  beforeAll(async () => {
    at = memoryFolder('ended');
    database = await openEmbedded(at, { onLoss: (loss) => losses.push(loss) });
  });
  afterAll(() => database.close());

  /** Makes PostgreSQL terminate, because it cannot write its log, as on a full disk. */
  const withoutLog = async (meanwhile: () => Promise<void>): Promise<void> => {
    const log = join(at, 'postgres', 'pg_wal');
    await rename(log, `${log}.away`);
    await meanwhile();
    await rename(`${log}.away`, log);
    await expect.poll(async () => (await database.health()).reached, { timeout: 60_000 }).toBe(true);
  };
  test.each([
    ['a statement', () => database.rows(SWITCH)],
    ['a transaction', () => database.inTransaction((tx) => tx.rows(SWITCH))],
    [
      'statements in a group commit',
      () => Promise.all([database.rows(SWITCH), database.rows(SWITCH), database.rows(SWITCH)]),
    ],
  ])('fails %s immediately, reports the cause, and reopens automatically', async (_, write) => {
    losses.length = 0;
    await database.script('drop table if exists kept; create table kept (id integer); insert into kept values (1)');
    await withoutLog(async () => {
      await expect(write()).rejects.toMatchObject({
        slug: 'not-ready',
        message: expect.stringMatching(UNSAID),
      });
      await expect(database.rows(sql`select id from kept`)).rejects.toMatchObject({ slug: 'not-ready' });
      await expect(write()).rejects.toThrow('does not answer');
      expect((await database.health()).failure).toContain('pg_wal');
    });
    expect(losses[0]?.message).toContain('pg_wal');
    await database.rows(sql`insert into kept values (3)`);
    expect(await database.rows(sql`select id from kept where id <> 2`)).toEqual([{ id: 1 }, { id: 3 }]);
  });
});

test('reports a stale lock on a read-only disk as such, not as a running process', async () => {
  const at = join(folder, 'unchangeable');
  await mkdir(at);
  await writeFile(join(at, 'lock'), '');
  const putBack = inPlaceOf(fs, 'renameSync', () => {
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
  });
  await expect(openEmbedded(at)).rejects.toThrow(/cannot be used: EROFS/);
  putBack();
});

test('refuses changes on an almost full disk, and still reads', async () => {
  const database = await openEmbedded(join(folder, 'narrow'));
  await database.rows(sql`create table kept (id integer)`);
  const whole = await promises.statfs(folder);
  const insert = () => database.rows(sql`insert into kept values (1)`);
  // The checks are 200 ms apart.
  const within = { timeout: 60_000 };
  const putBack = inPlaceOf(promises, 'statfs', (async () => ({
    ...whole,
    bavail: Math.floor((47 * 1_048_576) / whole.bsize),
  })) as unknown as typeof promises.statfs);
  try {
    await expect.poll(() => insert().catch(String), within).toContain('The disk of the database is full');
    const cause = { message: expect.stringContaining('No space left on device') };
    await expect(database.inTransaction((tx) => tx.rows(sql`select 1`))).rejects.toMatchObject({ cause });
    expect(await database.row(sql`select 1 as one`)).toEqual({ one: 1 });
    expect(database.stats().diskFull).toBeGreaterThan(0);
  } finally {
    putBack();
  }
  await expect.poll(() => insert().catch(String), within).toEqual([]);
  await database.close();
});
