import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StatementClient } from '../../src/storage/client-db.ts';
import { type Database, violatedConstraint } from '../../src/storage/database.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { groupCommit } from '../../src/storage/embedded/group-commit.ts';
import { takingTurns } from '../../src/storage/embedded/turns.ts';
import { sql } from '../../src/storage/sql.ts';
import { openMigrated } from '../support/database.ts';
import { runs } from '../support/runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('on a connection', () => {
  // A group commit accepts no more work after ten milliseconds. The clock is stopped here.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());

  /** A client that records its statements, and fails on those that `fails` selects. */
  function recording(fails: (text: string, asked: readonly string[]) => boolean = () => false) {
    const asked: string[] = [];
    const client = {
      async query(text: string) {
        asked.push(text);
        if (fails(text, asked)) throw Object.assign(new Error(`no ${text}`), { code: 'XX001' });
      },
    } as unknown as StatementClient;
    const turns = takingTurns();
    let moves = 0;
    const onDone = async (): Promise<void> => {
      moves += 1;
    };
    const commits = groupCommit({ client, turns, onDone });
    const write = (name: string, inside?: () => Promise<string>, alone?: () => Promise<string>) =>
      commits.transaction(
        inside ??
          (async () => {
            await client.query(name);
            return `${name} of all`;
          }),
        alone ??
          (async () => {
            await client.query(`${name} alone`);
            return `${name} by itself`;
          }),
      );
    const statement = (name: string) => commits.statement(async () => void (await client.query(name)));
    return { asked, write, statement, turns, moves: () => moves };
  }
  const BEGIN = 'begin; savepoint work';
  const NEXT = 'release savepoint work; savepoint work';
  const COMMIT = 'release savepoint work; commit';
  const UNDO = 'rollback to savepoint work';

  test('uses no savepoint for a single transaction', async () => {
    const { write, asked, moves } = recording();
    expect(await write('a')).toBe('a by itself');
    expect(await write('b')).toBe('b by itself');
    expect([asked, moves()]).toEqual([['a alone', 'b alone'], 2]);
  });

  test('commits waiting transactions together, in order of arrival', async () => {
    const { write, asked, moves } = recording();
    expect(await Promise.all([write('a'), write('b'), write('c')])).toEqual(['a of all', 'b of all', 'c of all']);
    expect([asked, moves()]).toEqual([[BEGIN, 'a', NEXT, 'b', NEXT, 'c', COMMIT], 1]);
  });

  test('reports no result before the commit', async () => {
    const order: string[] = [];
    const { write, asked } = recording((text) => {
      if (text === COMMIT) order.push('commit');
      return false;
    });
    const told = (name: string) => write(name).then(() => order.push(name));
    await Promise.all([told('a'), told('b')]);
    expect([order, asked.at(-1)]).toEqual([['commit', 'a', 'b'], COMMIT]);
  });

  test('rolls back only a failed transaction, and commits the rest', async () => {
    const { write, asked } = recording((text) => text === 'b');
    const outcomes = await Promise.allSettled([write('a'), write('b'), write('c')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(asked).toEqual([BEGIN, 'a', NEXT, 'b', UNDO, NEXT, 'c', COMMIT]);
  });

  test('sends statements without waiting for earlier ones', async () => {
    const { statement, write, asked } = recording();
    const sent = [statement('a'), statement('b'), write('c'), statement('d')];
    await Promise.resolve();
    expect(asked).toEqual([BEGIN, 'a', NEXT, 'b']);
    await Promise.all(sent);
    expect(asked.filter((text) => text.length === 1)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('resends statements that had no effect because of a failed one', async () => {
    const { statement, asked } = recording(
      (text, before) => before.includes('b') && !before.includes(UNDO) && text !== UNDO,
    );
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map(statement));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(asked.slice(asked.indexOf(UNDO))).toEqual([UNDO, NEXT, 'c', NEXT, 'd', COMMIT]);
  });

  test('repeats a transaction alone if PostgreSQL asks for a retry', async () => {
    const conflict = Object.assign(new Error('could not serialize'), { code: '40001' });
    const { write, asked } = recording();
    const both = [write('a', () => Promise.reject(conflict)), write('b')];
    expect(await Promise.all(both)).toEqual(['a by itself', 'b of all']);
    expect(asked).toEqual([BEGIN, UNDO, NEXT, 'b', COMMIT, 'a alone']);
  });

  test.each([
    ['the commit', (text: string) => text === COMMIT],
    ['the begin statement', (text: string) => text === BEGIN],
    ['a savepoint, because a transaction swallowed its error', (text: string) => text === NEXT],
    ['a rollback', (text: string) => text === 'b' || text === UNDO],
  ])('runs every transaction alone if %s fails', async (_, fails) => {
    const { write, asked } = recording(fails);
    expect(await Promise.all([write('a'), write('b')])).toEqual(['a by itself', 'b by itself']);
    expect(asked.slice(asked.indexOf('rollback'))).toEqual(expect.arrayContaining(['a alone', 'b alone']));
    expect(asked.indexOf('a alone')).toBeLessThan(asked.indexOf('b alone'));
  });

  test('serves a reader between two groups if it arrived before the second one', async () => {
    const { write, asked, turns } = recording();
    const first = [write('a'), write('b')];
    const read = turns.run(async () => void asked.push('read'));
    await Promise.all([...first, read]);
    const second = [write('c'), write('d')];
    await Promise.all(second);
    expect(asked.indexOf('read')).toBeGreaterThan(asked.indexOf(COMMIT));
    expect(asked.indexOf('read')).toBeLessThan(asked.indexOf('c'));
  });

  test('limits a group to fifty transactions, and puts later ones into the next group', async () => {
    const { write, statement, asked } = recording();
    await Promise.all(Array.from({ length: 120 }, (_, n) => (n % 60 < 30 ? write : statement)(`w${n}`)));
    expect(asked.filter((text) => text === COMMIT).length).toBeGreaterThanOrEqual(2);
    const works = asked
      .filter((text) => /^w\d+( alone)?$/.test(text))
      .map((text) => Number.parseInt(text.slice(1), 10));
    expect(works).toEqual(Array.from({ length: 120 }, (_, n) => n));
    const longest = asked
      .join()
      .split('commit')
      .map((group) => group.split(/\bw\d+/).length - 1);
    expect(Math.max(...longest)).toBeLessThanOrEqual(50);
  });

  test('closes a group after ten milliseconds, so that later transactions join the next one', async () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(10);
    const { write, asked } = recording();
    await Promise.all([write('a'), write('b')]);
    expect(asked).toEqual([BEGIN, 'a', COMMIT, 'b alone']);
  });
});

describe('in the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openMigrated();
    await database.script('create table t (id integer primary key, xid xid8 default pg_current_xact_id())');
  });
  beforeEach(() => database.script('truncate t'));
  afterAll(async () => {
    await database.script('drop table t');
    await database.close();
  });
  const insert = (id: number) => database.rows(sql`insert into t values (${id})`);
  const stored = async (from: number, to: number): Promise<readonly { id: number; xid: string }[]> =>
    database.rows(sql`select id, xid::text from t where id between ${from} and ${to} order by id`);

  test('combines transactions of concurrent writers, each with its own result', async () => {
    await insert(7);
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, id) => insert(id)));
    const failed = outcomes.flatMap(({ status }, id) => (status === 'rejected' ? [id] : []));
    expect(failed).toEqual([7]);
    const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(violatedConstraint(refused?.reason)).toBe('t_pkey');
    const rows = await stored(0, 39);
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, id) => id));
    expect(new Set(rows.map(({ xid }) => xid)).size).toBeLessThan(20);
  });

  describe("refuses a transaction that swallows a statement's error, without rolling back others", () => {
    const swallowing = (id: number) =>
      database.inTransaction(async (tx) => {
        await tx.rows(sql`insert into t values (${id})`);
        await tx.rows(sql`insert into t values (${id})`).catch(() => undefined);
        return 'swallowed';
      });
    const both = (id: number) =>
      database.inTransaction(async (tx) => {
        await tx.rows(sql`insert into t values (${id})`);
        await tx.rows(sql`insert into t values (${id + 1})`);
        return id;
      });
    const throwing = (id: number) =>
      database.inTransaction(async (tx) => {
        await tx.rows(sql`insert into t values (${id})`);
        throw new Error('thought better of it');
      });
    test.each([
      ['alone', [swallowing]],
      ['first', [swallowing, both, insert]],
      ['last', [both, insert, swallowing]],
      ['in the middle', [insert, swallowing, both]],
      ['next to one that throws', [both, throwing, swallowing, insert]],
      ['last, followed by one that throws', [insert, both, swallowing, throwing]],
      ['with another one', [swallowing, swallowing, both]],
    ])('%s', async (_, works) => {
      const from = 1_000 + ((await database.row<{ most: number }>(sql`select max(id) as most from t`))?.most ?? 0);
      const outcomes = await Promise.allSettled(works.map((work, n) => work(from + n * 10)));
      const isWell = (work: unknown): boolean => work === both || work === insert;
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(works.map(isWell));
      const expected = works.flatMap((work, n) => {
        const id = from + n * 10;
        if (!isWell(work)) return [];
        return work === both ? [id, id + 1] : [id];
      });
      expect((await stored(from, from + 999)).map(({ id }) => id)).toEqual(expected);
    });
  });

  test('applies any mixture of statements and transactions once or not at all, even if some fail', async () => {
    type Kind = 'statement' | 'transaction' | 'refusing';
    const from = 1_000_000;
    let next = from;
    const work = (kind: Kind, id: number): Promise<unknown> => {
      if (kind === 'statement') return insert(id);
      return database.inTransaction(async (tx) => {
        await tx.rows(sql`insert into t values (${id})`);
        if (kind === 'refusing') throw new Error('refused');
      });
    };
    const anyKind = fc.constantFrom<Kind>('statement', 'statement', 'statement', 'transaction', 'refusing');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyKind, fc.nat(12)), { minLength: 2, maxLength: 40 }), async (works) => {
        const base = next;
        next += 100;
        const outcomes = await Promise.allSettled(works.map(([kind, id]) => work(kind, base + id)));
        const told = works.flatMap(([, id], at) => (outcomes[at]?.status === 'fulfilled' ? [base + id] : []));
        const rows = await stored(base, base + 99);
        expect(rows.map(({ id }) => id)).toEqual(told.sort((one, other) => one - other));
        const wanted = new Set(works.flatMap(([kind, id]) => (kind === 'refusing' ? [] : [base + id])));
        expect(new Set(told)).toEqual(wanted);
      }),
      { numRuns: runs(60) },
    );
  });

  test("shows readers who waited for a writer that writer's changes, with any number of writers", async () => {
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        await insert(200 + n);
        return (await database.row<{ id: number }>(sql`select id from t where id = ${200 + n}`))?.id;
      }),
    );
    expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => 200 + n));
  });
});

describe('on a disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('group');
  });

  test('keeps everything that it has acknowledged when it is closed and opened', async () => {
    const first = await openEmbedded(join(folder, 'data'));
    await first.script('create table t (id integer primary key)');
    await Promise.all(Array.from({ length: 100 }, (_, id) => first.rows(sql`insert into t values (${id})`)));
    await first.close();
    const second = await openEmbedded(join(folder, 'data'));
    expect(await second.row(sql`select count(*)::integer as count from t`)).toEqual({ count: 100 });
    await second.close();
  });
});
