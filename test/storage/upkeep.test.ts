// The embedded database does not grow with removed rows.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { openUpkeep } from '../../src/storage/embedded/upkeep.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { openUnused } from '../support/database.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

/** Upkeep of a database with three tables, two of which are due. */
function recording(isQuiet: () => boolean, { failing = '', isLogLong = false } = {}) {
  const asked: string[] = [];
  let waits = 0;
  const upkeep = openUpkeep({
    isQuiet,
    async inTurn(text) {
      asked.push(text.trim().split(/\s+/).slice(0, 2).join(' '));
      if (text === failing) throw new Error('no');
      if (text.includes('pg_control_checkpoint')) return { rows: isLogLong ? [{ name: 'checkpoint' }] : [] };
      if (text.includes('pg_stat_user_tables')) return { rows: [{ name: 'trails' }, { name: 'log' }] };
      return { rows: text.includes('pg_class') ? [{ name: 'trails' }, { name: 'log' }, { name: 'teams' }] : [] };
    },
    async wait() {
      waits += 1;
    },
  });
  return { upkeep, asked, vacuumed: () => asked.filter((text) => text.startsWith('vacuum')), waits: () => waits };
}

test('vacuums every table the first time, and then those that are due', async () => {
  const { upkeep, vacuumed } = recording(() => true);
  await upkeep.look();
  expect(vacuumed()).toEqual(['vacuum trails', 'vacuum log', 'vacuum teams']);
  await upkeep.look();
  expect(vacuumed().slice(3)).toEqual(['vacuum trails', 'vacuum log']);
});

test('runs after every five hundred changes, and never twice at once', async () => {
  const { upkeep, vacuumed } = recording(() => true);
  for (let n = 0; n < 499; n += 1) upkeep.noteChange();
  expect(vacuumed()).toEqual([]);
  for (let n = 0; n < 1_001; n += 1) upkeep.noteChange();
  await upkeep.look();
  await new Promise((done) => setImmediate(done));
  expect(vacuumed()).toHaveLength(3);
});

test('waits for a quiet moment before each table', async () => {
  const busy = [1, 2, 3, 4, 5];
  const { upkeep, vacuumed, waits } = recording(() => busy.pop() === undefined);
  await upkeep.look();
  expect([vacuumed().length, waits()]).toEqual([3, 5]);
});

test('also maintains a busy service: a table after five minutes, the log after ten seconds', async () => {
  const [tables, log] = [recording(() => false), recording(() => false, { isLogLong: true })];
  for (const { upkeep } of [tables, log]) await upkeep.look();
  expect([tables.vacuumed().length, tables.waits() / 3, (log.waits() - tables.waits()) / 4]).toEqual([
    3,
    5 * 60 * 4,
    10,
  ]);
});

test('truncates a long log with a checkpoint, earlier than it vacuums tables', async () => {
  const short = recording(() => true);
  await short.upkeep.look();
  expect(short.asked).not.toContain('checkpoint');
  const long = recording(() => false, { isLogLong: true });
  await long.upkeep.look();
  expect(long.asked.indexOf('checkpoint')).toBeGreaterThan(0);
  expect(long.asked.indexOf('checkpoint')).toBeLessThan(long.asked.indexOf('vacuum trails'));
});

test('ends with the database, and reports its failures to no caller', async () => {
  const stopped = recording(() => true);
  stopped.upkeep.stop();
  await stopped.upkeep.look();
  expect(stopped.vacuumed()).toEqual([]);
  const failing = recording(() => true, { failing: 'vacuum log' });
  await failing.upkeep.look();
  await failing.upkeep.look();
  expect(failing.vacuumed()).toEqual(['vacuum trails', 'vacuum log', 'vacuum trails', 'vacuum log']);
});

test('stores a document that is saved repeatedly in the space of a few copies', async () => {
  const database = await openUnused();
  await database.script('create table documents (id integer primary key, document text)');
  const save = (id: number) =>
    database.rows(sql`
      insert into documents values (${id}, ${randomBytes(3_000).toString('base64')})
      on conflict (id) do update set document = excluded.document`);
  const numberOf = async (statement: Sql): Promise<number> =>
    (await database.row<{ number: number }>(statement))?.number ?? 0;
  const size = () => numberOf(sql`select pg_total_relation_size('documents') as number`);
  const vacuumed = () =>
    numberOf(sql`select vacuum_count as number from pg_stat_user_tables where relname = 'documents'`);
  for (let round = 0; round < 200; round += 1) await save(round % 20);
  // Measures before any vacuum is due.
  const ofOneSave = (await size()) / 200;
  for (let round = 200; round < 1_010; round += 1) await save(round % 20);
  // On a slow machine, maintenance may already have found a quiet moment.
  while ((await vacuumed()) === 0) await new Promise((done) => setTimeout(done, 400));
  for (let round = 0; round < 500; round += 1) await save(round % 20);
  expect(await size()).toBeLessThan(1_150 * ofOneSave);
  await database.close();
});

test('truncates the log during long writes', async () => {
  const folder = memoryFolder('upkeep');
  const database = await openEmbedded(join(folder, 'data'));
  await database.script('create table documents (id integer primary key, document text)');
  const lastCheckpoint = async (): Promise<string | undefined> =>
    (await database.row<{ place: string }>(sql`select redo_lsn::text as place from pg_control_checkpoint()`))?.place;
  const atFirst = await lastCheckpoint();
  // Random text, so that nothing is compressed: 32 MB in total.
  const text = randomBytes(24_000).toString('base64');
  for (let round = 0; round < 1_000; round += 1)
    await database.rows(sql`
      insert into documents values (${round % 5}, ${round + text})
      on conflict (id) do update set document = excluded.document`);
  while ((await lastCheckpoint()) === atFirst) await new Promise((done) => setTimeout(done, 400));
  await database.close();
  const again = await openEmbedded(join(folder, 'data'));
  expect(await again.row(sql`select count(*)::integer as count from documents`)).toEqual({ count: 5 });
  await again.close();
});
