import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { batchedRead, type VersionCheck } from '../../src/storage/batched-read.ts';
import { coalescedReads } from '../../src/storage/batches/coalesced-reads.ts';
import type { Database, Db } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { keptHeap } from '../support/kept-heap.ts';
import { runs } from '../support/runs.ts';

let database: Database;
let asks: ReturnType<typeof coalescedReads>;
let statements: number;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script('create table counters (id integer primary key, value integer not null, note text)');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.script("truncate counters; insert into counters select n, 0, 'note' from generate_series(0, 299) n");
  statements = 0;
  const rows: Db['rows'] = (statement) => {
    statements += 1;
    return database.rows(statement);
  };
  asks = coalescedReads(rows, { batchesAtOnce: 1 });
});

const counter = batchedRead<{ readonly value: number }>()({
  name: 'counter',
  key: { id: 'integer' },
  select: (columns) => sql`select ${columns} from counters c where c.id = asked.id`,
  columns: sql`c.value`,
  version: sql`hashint8extended(c.id, c.xmin::text::bigint)`,
  answer: ([row]) => (row === undefined ? undefined : { value: row.value }),
  sources: () => [],
  bytes: () => 8,
});
const add = (id: number) => database.rows(sql`update counters set value = value + 1 where id = ${id}`);

test('serves concurrent reads with one statement, and equal reads with one key', async () => {
  const ids = [...Array(60).keys(), ...Array(30).keys()];
  await Promise.all([add(7), add(7)]);
  const answers = await Promise.all(ids.map((id) => asks.read(counter, { id })));
  expect(statements).toBe(1);
  expect(answers.map((answer) => answer?.value)).toEqual(ids.map((id) => (id === 7 ? 2 : 0)));
  expect(answers[7]).toBe(answers[67]);
});

test('collects reads that arrive during a batch into the next one, with at most a hundred keys', async () => {
  const first = asks.read(counter, { id: 1 });
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const rest = [...Array(250).keys()].map((id) => asks.read(counter, { id }));
  await Promise.all([first, ...rest]);
  expect(statements).toBe(4);
});

test('reads unchanged data once, reads changed data again, and reports deleted data as missing', async () => {
  const ask = () => asks.read(counter, { id: 5 });
  const first = await ask();
  expect(await ask()).toBe(first);
  await add(5);
  expect(await ask()).toEqual({ value: 1 });
  await database.rows(sql`delete from counters where id = 5`);
  expect(await ask()).toBeUndefined();
  await database.rows(sql`insert into counters values (5, 9)`);
  expect(await ask()).toEqual({ value: 9 });
});

test("serves a writer's cached result until the next write, unless the write was rolled back", async () => {
  const noted = batchedRead<{ readonly value: number }>()({ ...counter, isOne: true, version: sql`c.note || c.value` });
  const ask = () => asks.read(noted, { id: 5 });
  const written = { value: 7 };
  const write = async (db: Db, note: string) => {
    const remember = asks.remembering();
    const row = await db.row<{ version: string }>(sql`
      with c as (update counters set value = 7, note = ${note} where id = 5 returning *)
      select ${noted.version} as version from c`);
    remember(noted, { id: 5 }, written, row?.version ?? '');
  };
  await write(database, 'written');
  expect(await ask()).toBe(written);
  await add(5);
  expect(await ask()).toEqual({ value: 8 });
  const undone = database.inTransaction(async (tx) => {
    await write(tx, 'undone');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await ask()).toEqual({ value: 8 });
});

test('never returns data older than the request, in any order of reads and writes', async () => {
  const steps = fc.array(fc.record({ id: fc.integer({ min: 0, max: 2 }), writes: fc.boolean(), waits: fc.boolean() }), {
    minLength: 5,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const written = [0, 1, 2].map(() => 0);
      await database.rows(sql`update counters set value = 0`);
      const open: Promise<unknown>[] = [];
      for (const { id, writes, waits } of given) {
        if (writes) {
          await add(id);
          written[id] = (written[id] ?? 0) + 1;
        }
        const least = written[id] ?? 0;
        const told = asks.read(counter, { id }).then((answer) => expect(answer?.value).toBeGreaterThanOrEqual(least));
        if (waits) await told;
        else open.push(told);
      }
      await Promise.all(open);
      for (const id of [0, 1, 2]) expect(await asks.read(counter, { id })).toEqual({ value: written[id] });
    }),
    { numRuns: runs(40) },
  );
});

test('limits concurrent batches, and starts another one if a batch is overdue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const held: (() => void)[] = [];
    const slow = coalescedReads(
      async (statement) => {
        await new Promise<void>((go) => held.push(go));
        return database.rows(statement);
      },
      { batchesAtOnce: 2 },
    );
    const begunAfter = async (ms: number): Promise<number> => {
      vi.advanceTimersByTime(ms);
      await new Promise(setImmediate);
      return held.length;
    };
    const answers = [slow.read(counter, { id: 1 })];
    expect(await begunAfter(0)).toBe(1);
    answers.push(slow.read(counter, { id: 2 }));
    expect(await begunAfter(0)).toBe(2);
    answers.push(slow.read(counter, { id: 3 }), slow.read(counter, { id: 4 }));
    expect(await begunAfter(240)).toBe(2);
    expect(await begunAfter(10)).toBe(3);
    for (const go of held) go();
    expect(await Promise.all(answers)).toEqual(answers.map(() => ({ value: 0 })));
  } finally {
    vi.useRealTimers();
  }
});

test('starts a second batch if enough requests for a full one are waiting, regardless of what they request', async () => {
  const held: (() => void)[] = [];
  const slow = coalescedReads(
    async (statement) => {
      await new Promise<void>((go) => held.push(go));
      return database.rows(statement);
    },
    { batchesAtOnce: 2 },
  );
  const answers: Promise<unknown>[] = [];
  const begunAfter = async (...ids: readonly number[]): Promise<number> => {
    for (const id of ids) answers.push(slow.read(counter, { id }));
    await new Promise(setImmediate);
    return held.length;
  };
  expect(await begunAfter(1, 2, 3)).toBe(1);
  expect(await begunAfter(4)).toBe(1);
  expect(await begunAfter(4)).toBe(1);
  expect(await begunAfter(4)).toBe(2);
  for (const go of held) go();
  expect(await Promise.all(answers)).toEqual(answers.map(() => ({ value: 0 })));
});

test('reads a key once for several callers', async () => {
  const authorizationVersion = {
    key: { counter: 'integer' as const },
    sources: () => [],
    select: () => sql`caller.counter::text`,
  };
  const asked: unknown[] = [];
  const several = coalescedReads(
    (statement) => {
      asked.push(...statement.values.slice(1));
      return database.rows(statement);
    },
    { batchesAtOnce: 1 },
  );
  const ask = (of: number, id: number) =>
    several.readChecked(counter, { id }, { authorizationVersion, key: [String(of)] });
  await add(8);
  const answers = await Promise.all([ask(1, 8), ask(2, 8), ask(1, 9), ask(2, 9)]);
  expect(asked).toEqual([
    [8, 9],
    [null, null],
  ]);
  expect(answers.map(({ authorization_version }) => authorization_version)).toEqual(['1', '2', '1', '2']);
  expect(answers.map(({ answer }) => answer?.value)).toEqual([1, 1, 0, 0]);
});

test('fails only the key that the database refuses', async () => {
  const quotient = batchedRead<{ readonly quotient: number }>()({
    name: 'quotient',
    key: { divisor: 'integer' },
    select: (columns) => sql`select ${columns}`,
    columns: sql`12 / asked.divisor as quotient`,
    version: sql`1::bigint`,
    answer: ([row]) => row?.quotient,
    sources: () => [],
    bytes: () => 8,
  });
  const answers = await Promise.allSettled([3, 0, 4].map((divisor) => asks.read(quotient, { divisor })));
  expect(answers).toMatchObject([
    { status: 'fulfilled', value: 4 },
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'fulfilled', value: 3 },
  ]);
});

test('never confuses two keys because of the boundaries between their members', async () => {
  const pair = batchedRead<{ readonly one: string; readonly two: string }>()({
    name: 'pair',
    key: { one: 'text', two: 'text' },
    select: (columns) => sql`select ${columns} from (select asked.one, asked.two) c`,
    columns: sql`c.one, c.two`,
    version: sql`hashtextextended(concat_ws('|', c.one, c.two), 0)`,
    answer: ([row]) => row,
    sources: () => [],
    bytes: () => 8,
  });
  const text = fc.stringMatching(/^[ 12a]{0,4}$/);
  const keys = fc.array(fc.record({ one: text, two: text }), { minLength: 2, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(keys, async (asked) => {
      expect(await Promise.all(asked.map((key) => asks.read(pair, key)))).toEqual(asked);
    }),
    { numRuns: runs(20) },
  );
});

test("reads each caller's authorization version in the same statement", async () => {
  const noteOf = (id: number): VersionCheck => ({
    authorizationVersion,
    key: [String(id)],
  });
  const authorizationVersion = {
    key: { counter: 'integer' as const },
    sources: () => [],
    select: () => sql`(select note from counters where id = caller.counter)`,
  };
  await database.rows(sql`update counters set note = 'other' where id = 2`);
  const told = await Promise.all([1, 2, 999].map((of) => asks.readChecked(counter, { id: 4 }, noteOf(of))));
  expect(told.map(({ authorization_version }) => authorization_version)).toEqual(['note', 'other', null]);
  expect(told.map(({ answer }) => answer)).toEqual([{ value: 0 }, { value: 0 }, { value: 0 }]);
  expect(statements).toBe(1);
});

test('groups the keys of one tenant per statement, without delaying other tenants', async () => {
  const ofTenant = batchedRead<{ readonly value: number }>()({
    name: 'counter of a tenant',
    key: { tenant: 'integer', id: 'integer' },
    tenant: 'tenant',
    select: (columns, tenant) => sql`select ${columns} from counters c where c.id = ${tenant} + asked.id`,
    columns: sql`c.id as value`,
    version: sql`hashint8extended(c.id, c.value)`,
    answer: ([row]) => row?.value,
    sources: () => [],
    bytes: () => 8,
  });
  const texts: string[] = [];
  const several = coalescedReads(
    (statement) => {
      texts.push(JSON.stringify(statement.values));
      return database.rows(statement);
    },
    { batchesAtOnce: 1, tenantsAtOnce: 2 },
  );
  const keys = [100, 200, 100, 200].map((tenant, index) => ({ tenant, id: index }));
  expect(await Promise.all(keys.map((key) => several.read(ofTenant, key)))).toEqual([100, 201, 102, 203]);
  expect(texts).toHaveLength(2);
  expect(texts.map((values) => [values.includes('100'), values.includes('200')])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('stays within its cache limit, even with negative results', async () => {
  const nothingThere: Db['rows'] = async () => [];
  const { read } = coalescedReads(nothingThere, { batchesAtOnce: 1, cacheBytes: 2 * 1_048_576 });
  const missing = batchedRead()({ ...counter, key: { name: 'text' }, answer: () => undefined, bytes: () => 0 });
  const ask = (turn: number) =>
    Promise.all(
      Array.from({ length: 100 }, (_, at) => read(missing, { name: `nothing has this name ${turn * 100 + at}` })),
    );
  await ask(-1);
  expect(await keptHeap(300, ask)).toBeLessThan(3);
});
