// Confirms cached results by the moves since they were read. A write invalidates the results that depend on its row and
// no others.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { batchedRead, type Source, type VersionCheck } from '../../src/storage/batched-read.ts';
import { coalescedReads } from '../../src/storage/batches/coalesced-reads.ts';
import { type Moves, openMoves } from '../../src/storage/batches/moves.ts';
import type { Database, Db, ReadsChecked } from '../../src/storage/database.ts';
import { type Sql, sql, textOf } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { runs } from '../support/runs.ts';

let database: Database;
let asks: ReadsChecked;
let moves: Moves;
let texts: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script(`
    create table counters (id integer primary key, value integer not null, note text);
    create function note_counter() returns trigger language plpgsql as $$ begin
      insert into row_moves (source, row_id) values ('teams', lpad(coalesce(new.id, old.id)::text, 32, '0')::uuid);
      return null;
    end $$;
    create trigger counters_moves after insert or update or delete on counters
      for each row execute function note_counter()`);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.script("delete from counters; insert into counters select n, 0, 'note' from generate_series(0, 9) n");
  texts = [];
  moves = openMoves({ hasDeadline: true });
  moves.forget(true);
  asks = coalescedReads(rows, { batchesAtOnce: 2, moves });
});

const rows: Db['rows'] = (statement) => {
  texts.push(textOf(statement));
  return database.rows(statement);
};
const sourceOf = (id: unknown): Source => `teams ${String(id).padStart(32, '0').replace(UUID, '$1-$2-$3-$4-$5')}`;
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

const ofCounter = (name: string, column: 'value' | 'note') =>
  batchedRead<{ readonly shown: number | string }>()({
    name,
    key: { id: 'integer' },
    select: (columns) => sql`select ${columns} from counters c where c.id = asked.id`,
    columns: column === 'value' ? sql`c.value as shown` : sql`c.note as shown`,
    version: sql`hashtextextended(concat(c.id, ' ', c.value, ' ', c.note), 0)`,
    answer: ([row]) => row?.shown,
    sources: ([id]) => [sourceOf(id)],
    bytes: () => 8,
  });
const [value, note] = [ofCounter('value', 'value'), ofCounter('note', 'note')];
const noteOf = {
  key: { counter: 'integer' as const },
  select: () => sql`(select note from counters where id = caller.counter)`,
  sources: ([id]: readonly string[]) => [sourceOf(id)],
};
const callers: readonly VersionCheck[] = [1, 2].map((id) => ({ authorizationVersion: noteOf, key: [String(id)] }));
const add = (id: number) => database.rows(sql`update counters set value = value + 1 where id = ${id}`);
const askAll = () =>
  Promise.all(callers.flatMap((caller) => [value, note].map((read) => asks.readChecked(read, { id: 5 }, caller))));
/** A writing transaction in any database of the server keeps moves from confirming results until it ends. */
const isQuiet = async (): Promise<boolean | undefined> => {
  const [row] = await database.rows<{ quiet: boolean }>(
    sql`select pg_snapshot_xmin(now) = pg_snapshot_xmax(now) as quiet from pg_current_snapshot() now`,
  );
  return row?.quiet;
};
/** Repeats the read until statements have found out a few times which rows moved. */
const settled = async () => {
  await expect.poll(isQuiet, { timeout: 30_000 }).toBe(true);
  for (let turn = 0; turn < 5; turn += 1) await askAll();
  texts = [];
};
const readsCounters = (text: string): boolean => text.includes('from counters c');

test('confirms all reads of all callers with one statement that reads none of their rows', async () => {
  const first = await askAll();
  await settled();
  expect(await askAll()).toEqual(first);
  expect(texts.map(readsCounters)).toEqual([false]);
});

test('still does so after writes to other rows', async () => {
  const first = await askAll();
  await settled();
  for (const id of [6, 7, 1, 2]) {
    await add(id);
    expect(await askAll()).toEqual(first);
  }
  expect(texts.filter(readsCounters)).toEqual([]);
});

test('returns committed changes, including changed rights, with the next read', async () => {
  await settled();
  await add(5);
  expect((await asks.readChecked(value, { id: 5 }, callers[0])).answer).toBe(1);
  await settled();
  await database.rows(sql`update counters set note = 'revoked' where id = 1`);
  const versions = (await askAll()).map(({ authorization_version }) => authorization_version);
  expect(versions).toEqual(['revoked', 'revoked', 'note', 'note']);
});

test('reads rows that were deleted, and added again', async () => {
  await settled();
  await database.rows(sql`delete from counters where id = 5`);
  expect(await asks.read(value, { id: 5 })).toBeUndefined();
  await settled();
  await database.rows(sql`insert into counters values (5, 9, 'note')`);
  expect(await asks.read(value, { id: 5 })).toBe(9);
});

test('confirms row by row after a new session, and if moves are not recorded', async () => {
  await settled();
  moves.forget(true);
  await askAll();
  expect(texts.filter((text) => !readsCounters(text))).toEqual([]);
  await settled();
  moves.forget(false);
  for (let turn = 0; turn < 5; turn += 1) await askAll();
  expect(texts.filter((text) => text.includes('row_moves'))).toEqual([]);
});

test.each([
  [
    'more moves than a statement looks at',
    sql`insert into row_moves (source, row_id)
    select 'accounts', gen_random_uuid() from generate_series(1, 1001)`,
  ],
  ['an emptied table', sql`insert into row_moves (source) values ('accounts')`],
])('reads everything again after %s', async (_, moved: Sql) => {
  await settled();
  await database.rows(moved);
  await asks.read(value, { id: 5 });
  expect(texts.filter(readsCounters)).toHaveLength(1);
});

test('does not trust moves before a few statements have recorded them', async () => {
  for (let turn = 0; turn < 7; turn += 1) await asks.read(value, { id: 5 });
  expect(texts.filter((text) => !readsCounters(text))).toEqual([]);
});

test('never returns data older than the request, in any order of reads and writes', async () => {
  const id = fc.integer({ min: 0, max: 2 });
  const steps = fc.array(fc.record({ id, writes: fc.nat({ max: 9 }), waits: fc.boolean() }), {
    minLength: 10,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
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

test('reports a failed statement to the callers who waited for it, and to none after them', async () => {
  await settled();
  let fails = true;
  const failing = coalescedReads(
    (statement) => (fails && !readsCounters(textOf(statement)) ? Promise.reject(new Error('lost')) : rows(statement)),
    { batchesAtOnce: 2, moves },
  );
  const outcome = () => failing.read(value, { id: 1 }).then(String, ({ message }: Error) => message);
  await expect.poll(outcome, { timeout: 30_000 }).toContain('lost');
  fails = false;
  expect(await failing.read(value, { id: 1 })).toBe(0);
});

test('needs no statement if it sees every write', async () => {
  const alone = coalescedReads(rows, { batchesAtOnce: 1, moves, seesEveryWrite: true });
  const ask = () => alone.readChecked(value, { id: 5 }, callers[0]);
  const first = await ask();
  expect(await ask()).toEqual(first);
  expect(texts).toHaveLength(1);
  moves.forget(true);
  await database.rows(sql`update counters set note = 'revoked' where id = 1`);
  expect(await ask()).toEqual({ answer: 0, authorization_version: 'revoked' });
  expect(texts).toHaveLength(2);
});

test('leaves no stale result in the cache if a write ends during a read', async () => {
  let go = (): void => undefined;
  const released = new Promise<void>((done) => {
    go = done;
  });
  const alone = coalescedReads(
    async (statement) => {
      const answer = await rows(statement);
      await released;
      return answer as never;
    },
    { batchesAtOnce: 1, moves, seesEveryWrite: true },
  );
  const early = alone.read(value, { id: 6 });
  await expect.poll(() => texts).toHaveLength(1);
  await add(6);
  moves.forget(true);
  go();
  expect(await early).toBe(0);
  expect(await alone.read(value, { id: 6 })).toBe(1);
});
