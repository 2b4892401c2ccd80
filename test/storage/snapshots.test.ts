// Confirms cached results with a snapshot of the server. While nothing is committed, one statement does so for all
// waiting callers.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BatchRow, batchedRead, type VersionCheck } from '../../src/storage/batched-read.ts';
import { coalescedReads } from '../../src/storage/batches/coalesced-reads.ts';
import { openSnapshots, type Snapshots } from '../../src/storage/batches/snapshots.ts';
import type { Database, Db, ReadsChecked } from '../../src/storage/database.ts';
import { type Sql, sql, textOf } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { runs } from '../support/runs.ts';

let database: Database;
let asks: ReadsChecked;
let snapshots: Snapshots;
let texts: string[];
/**
 * The snapshot that statements would report on a server without other writers. If it is undefined, they report the real
 * one.
 */
let seen: number | undefined;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script('create table counters (id integer primary key, value integer not null, note text)');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.script("truncate counters; insert into counters select n, 0, 'note' from generate_series(0, 9) n");
  texts = [];
  seen = 0;
  snapshots = openSnapshots();
  snapshots.begin(true);
  asks = coalescedReads(rows, { batchesAtOnce: 2, snapshots });
});

const rows: Db['rows'] = async (statement) => {
  texts.push(textOf(statement));
  const found = await database.rows<BatchRow>(statement);
  const told = found.map((row) => (row.caller === 0 && seen !== undefined ? { ...row, token: `seen ${seen}` } : row));
  return told as never;
};

const ofCounter = (name: string, column: 'value' | 'note') =>
  batchedRead<{ readonly said: number | string }>()({
    name,
    key: { id: 'integer' },
    select: (columns) => sql`select ${columns} from counters c where c.id = asked.id`,
    columns: column === 'value' ? sql`c.value as said` : sql`c.note as said`,
    version: sql`hashtextextended(concat(c.id, ' ', c.value, ' ', c.note), 0)`,
    answer: ([row]) => row?.said,
    bytes: () => 8,
  });
const [value, note] = [ofCounter('value', 'value'), ofCounter('note', 'note')];
const noteOf = {
  key: { counter: 'integer' as const },
  select: () => sql`(select note from counters where id = caller.counter)`,
};
const callers: readonly VersionCheck[] = [1, 2].map((id) => ({ authorizationVersion: noteOf, key: [String(id)] }));
const change = async (statement: Sql) => {
  await database.rows(statement);
  if (seen !== undefined) seen += 1;
};
const add = (id: number) => change(sql`update counters set value = value + 1 where id = ${id}`);
const askAll = () =>
  Promise.all(callers.flatMap((caller) => [value, note].map((read) => asks.readChecked(read, { id: 5 }, caller))));
/** Repeats the question until the statements have reported the same snapshot a few times. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await askAll();
  texts = [];
};
const isShort = (text: string): boolean => !text.includes('counters');

test('confirms all reads of all callers with one statement without a table while nothing is committed', async () => {
  const first = await askAll();
  await settled();
  expect(await askAll()).toEqual(first);
  expect(texts.map(isShort)).toEqual([true]);
});

test.each([0, undefined])('reads committed changes, including rights, for the next question (%s)', async (first) => {
  seen = first;
  await settled();
  await add(5);
  expect((await asks.readChecked(value, { id: 5 }, callers[0])).answer).toBe(1);
  await settled();
  await change(sql`update counters set note = 'revoked' where id = 1`);
  const told = await askAll();
  expect(told.map(({ authorization_version }) => authorization_version)).toEqual([
    'revoked',
    'revoked',
    'note',
    'note',
  ]);
});

test('confirms row by row on a standby, another server, or a distributed engine', async () => {
  await settled();
  snapshots.begin(true);
  await askAll();
  expect(texts.filter(isShort)).toEqual([]);
  await settled();
  snapshots.begin(false);
  for (let turn = 0; turn < 5; turn += 1) await askAll();
  expect(texts.filter((text) => text.includes('pg_current_snapshot'))).toEqual([]);
  expect(openSnapshots().numberOf('of nobody')).toBe(openSnapshots().numberOf(null));
});

test('requests no separate snapshot if each statement gets a new one anyway', async () => {
  await settled();
  await add(1);
  await asks.read(value, { id: 5 });
  texts = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await add(1);
    await asks.read(value, { id: 5 });
  }
  expect(texts.filter(isShort)).toEqual([]);
});

test('never answers with data older than the question, in any order of questions and writes', async () => {
  const id = fc.integer({ min: 0, max: 2 });
  const steps = fc.array(fc.record({ id, writes: fc.nat({ max: 9 }), waits: fc.boolean() }), {
    minLength: 10,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      seen = undefined;
      const written = [0, 1, 2].map(() => 0);
      await database.rows(sql`update counters set value = 0`);
      const open: Promise<unknown>[] = [];
      for (const step of given) {
        if (step.writes === 0) {
          await add(step.id);
          written[step.id] = (written[step.id] ?? 0) + 1;
        }
        const least = written[step.id] ?? 0;
        const told = asks.read(value, { id: step.id }).then((found) => expect(found).toBeGreaterThanOrEqual(least));
        if (step.waits) await told;
        else open.push(told);
      }
      await Promise.all(open);
      for (const one of [0, 1, 2]) expect(await asks.read(value, { id: one })).toBe(written[one]);
    }),
    { numRuns: runs(40) },
  );
});

test('fails the callers who waited for a failed statement, and none after them', async () => {
  await settled();
  let fails = true;
  const failing = coalescedReads(
    (statement) => (fails && isShort(textOf(statement)) ? Promise.reject(new Error('lost')) : rows(statement)),
    { batchesAtOnce: 2, snapshots },
  );
  for (let turn = 0; turn < 3; turn += 1) await failing.read(value, { id: turn });
  await expect(failing.read(value, { id: 1 })).rejects.toThrow('lost');
  fails = false;
  expect(await failing.read(value, { id: 1 })).toBe(0);
});
