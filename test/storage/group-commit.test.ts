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
  // A commit takes nobody in any more once it is ten milliseconds old: here no time passes.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());

  /** A client that writes down what it is asked, and fails at what `fails` names. */
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
    const onDone = (): void => {
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

  test('one that comes alone needs no savepoint', async () => {
    const { write, asked, moves } = recording();
    expect(await write('a')).toBe('a by itself');
    expect(await write('b')).toBe('b by itself');
    expect([asked, moves()]).toEqual([['a alone', 'b alone'], 2]);
  });

  test('those that wait share a commit, in the order in which they came', async () => {
    const { write, asked, moves } = recording();
    expect(await Promise.all([write('a'), write('b'), write('c')])).toEqual(['a of all', 'b of all', 'c of all']);
    expect([asked, moves()]).toEqual([[BEGIN, 'a', NEXT, 'b', NEXT, 'c', COMMIT], 1]);
  });

  test('nobody is told before the commit', async () => {
    const order: string[] = [];
    const { write, asked } = recording((text) => {
      if (text === COMMIT) order.push('commit');
      return false;
    });
    const told = (name: string) => write(name).then(() => order.push(name));
    await Promise.all([told('a'), told('b')]);
    expect([order, asked.at(-1)]).toEqual([['commit', 'a', 'b'], COMMIT]);
  });

  test('one that fails is undone alone, and the rest is committed', async () => {
    const { write, asked } = recording((text) => text === 'b');
    const outcomes = await Promise.allSettled([write('a'), write('b'), write('c')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(asked).toEqual([BEGIN, 'a', NEXT, 'b', UNDO, NEXT, 'c', COMMIT]);
  });

  test('statements are sent without waiting for the ones before', async () => {
    const { statement, write, asked } = recording();
    const sent = [statement('a'), statement('b'), write('c'), statement('d')];
    await Promise.resolve();
    expect(asked).toEqual([BEGIN, 'a', NEXT, 'b']);
    await Promise.all(sent);
    expect(asked.filter((text) => text.length === 1)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('statements behind one that fails did nothing, and are sent again', async () => {
    const { statement, asked } = recording(
      (text, before) => before.includes('b') && !before.includes(UNDO) && text !== UNDO,
    );
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map(statement));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(asked.slice(asked.indexOf(UNDO))).toEqual([UNDO, NEXT, 'c', NEXT, 'd', COMMIT]);
  });

  test('one that PostgreSQL asks to run again does so by itself', async () => {
    const conflict = Object.assign(new Error('could not serialize'), { code: '40001' });
    const { write, asked } = recording();
    const both = [write('a', () => Promise.reject(conflict)), write('b')];
    expect(await Promise.all(both)).toEqual(['a by itself', 'b of all']);
    expect(asked).toEqual([BEGIN, UNDO, NEXT, 'b', COMMIT, 'a alone']);
  });

  test.each([
    ['the commit', (text: string) => text === COMMIT],
    ['the beginning', (text: string) => text === BEGIN],
    ['a savepoint, since a work swallowed its failure', (text: string) => text === NEXT],
    ['an undoing', (text: string) => text === 'b' || text === UNDO],
  ])('where %s fails, everybody does it alone', async (_, fails) => {
    const { write, asked } = recording(fails);
    expect(await Promise.all([write('a'), write('b')])).toEqual(['a by itself', 'b by itself']);
    expect(asked.slice(asked.indexOf('rollback'))).toEqual(expect.arrayContaining(['a alone', 'b alone']));
    expect(asked.indexOf('a alone')).toBeLessThan(asked.indexOf('b alone'));
  });

  test('a reader who came before the second group is served between the two', async () => {
    const { write, asked, turns } = recording();
    const first = [write('a'), write('b')];
    const read = turns.run(async () => void asked.push('read'));
    await Promise.all([...first, read]);
    const second = [write('c'), write('d')];
    await Promise.all(second);
    expect(asked.indexOf('read')).toBeGreaterThan(asked.indexOf(COMMIT));
    expect(asked.indexOf('read')).toBeLessThan(asked.indexOf('c'));
  });

  test('a group is bounded: who comes behind fifty others is in the next', async () => {
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

  test('a group takes ten milliseconds at most: who waits then is in the next', async () => {
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

  test('writers at once share transactions, and each has its own outcome', async () => {
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

  describe('a transaction that swallows the failure of a statement is refused, and undoes nobody else', () => {
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
      ['by itself', [swallowing]],
      ['first', [swallowing, both, insert]],
      ['last', [both, insert, swallowing]],
      ['in the middle', [insert, swallowing, both]],
      ['beside one that throws', [both, throwing, swallowing, insert]],
      ['last but for one that throws', [insert, both, swallowing, throwing]],
      ['and another one', [swallowing, swallowing, both]],
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

  test('statements and transactions of any mixture, some of which fail: each took effect once, or not at all', async () => {
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

  test('a reader who waits for the writer sees what it wrote, however many write', async () => {
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

  test('everything that was told is there after a close and an open', async () => {
    const first = await openEmbedded(join(folder, 'data'));
    await first.script('create table t (id integer primary key)');
    await Promise.all(Array.from({ length: 100 }, (_, id) => first.rows(sql`insert into t values (${id})`)));
    await first.close();
    const second = await openEmbedded(join(folder, 'data'));
    expect(await second.row(sql`select count(*)::integer as count from t`)).toEqual({ count: 100 });
    await second.close();
  });
});
