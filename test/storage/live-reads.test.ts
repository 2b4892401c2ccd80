// Cached results among writes, on the real tables: every result is one that the database had between request and
// response, whichever process wrote, and however late an older transaction commits.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey, credentialVersion } from '../../src/credentials/api-credentials.ts';
import { tokenVersion } from '../../src/credentials/scim-tokens.ts';
import { type BatchedRead, MOVING_TABLES, type VersionCheck } from '../../src/storage/batched-read.ts';
import type { Database, Db, Reader } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { isSelect, type Sql, sql, textOf } from '../../src/storage/sql.ts';
import { sweepMoves } from '../../src/storage/sweep-moves.ts';
import { readTrailPage } from '../../src/trails/catalog/trail-page-store.ts';
import { saveDocument } from '../../src/trails/editing/save-document.ts';
import { findDraft, type ReadTrail, trailRead } from '../../src/trails/trail-read-store.ts';
import { freshTeam } from '../directory/support.ts';
import { migratedDatabase, openMigrated, POOLER } from '../support/database.ts';
import { runs } from '../support/runs.ts';
import { create, readyDocument, rules } from '../trails/catalog.ts';

const SERVER = process.env.CAIRN_TEST_DATABASE_URL;
const TRAILS = 4;
const PAGE = { status: undefined, texts: [], after: undefined, limit: 25 } as const;

/** The processes: the first reads, and all of them write. Embedded storage has only one. */
let processes: readonly Database[] = [];
let drop = async (): Promise<void> => undefined;
let team: Awaited<ReturnType<typeof freshTeam>>;
let versionCheck: VersionCheck;
const trailIds: string[] = [];

beforeAll(async () => {
  if (SERVER === undefined) processes = [await openMigrated()];
  else {
    const made = await migratedDatabase(SERVER);
    ({ drop } = made);
    const { url } = made;
    const open = () =>
      openPostgres({ url, poolSize: 4, prepareStatements: POOLER === undefined, onIdleFailure: () => undefined });
    processes = [open(), open(), open()];
  }
  const [database] = processes as [Database];
  team = await freshTeam(database);
  for (let made = 0; made < TRAILS; made += 1) {
    const by = { ...team.by, account_id: team.owner_id };
    trailIds.push((await create(database, { catalog_id: team.team_id, by } as never)).trail_id);
  }
  const key = { account_id: team.owner_id, name: 'key', scopes: ['trails:read'] };
  const { id } = await database.inTransaction((tx) => createApiKey(tx, team.team_id, key, Date.now(), team.by));
  versionCheck = { authorizationVersion: credentialVersion, key: [team.team_id, id, team.owner_id] };
});
afterAll(async () => {
  await Promise.all(processes.map((database) => database.close()));
  await drop();
});

/** All cached reads of the service, with keys as an example. */
async function cachedReads(): Promise<readonly { read: BatchedRead; key: readonly unknown[]; answer: unknown }[]> {
  const found: { read: BatchedRead; key: readonly unknown[]; answer: unknown }[] = [];
  const capture = {
    read: async (read: BatchedRead, key: object) =>
      void found.push({ read, key: Object.values(key), answer: { creators: ['id'] } }),
  };
  await readTrailPage(capture as unknown as Reader, 'id', PAGE);
  await readTrailPage(capture as unknown as Reader, 'id', { ...PAGE, status: 'live' });
  found.push({ read: trailRead as unknown as BatchedRead, key: ['id', 'id'], answer: { created_by: 'id' } });
  return found;
}
const VERSIONS = [credentialVersion, tokenVersion];
/** Read for other columns of the same fragment. Changes of roles and groups move the stamp of the member. */
const IN_STAMP = ['member_roles', 'group_memberships', 'group_changes', 'group_roles'];
const tablesIn = (statement: Sql): string[] => {
  const names = [...textOf(statement).matchAll(/\b(?:from|join)\s+([a-z_]+)\b(?!\()/g)].map(([, name]) => name ?? '');
  return [...new Set(names)].filter((name) => !['unnest', 'lateral', ...IN_STAMP].includes(name)).sort();
};
const tablesOf = (sources: readonly string[]): string[] =>
  [...new Set(sources.map((s) => s.split(' ')[0] ?? ''))].sort();

test('names as sources all tables that a cached read reads', async () => {
  for (const { read, key, answer } of await cachedReads())
    expect(tablesIn(read.select(sql`1`, sql`1`))).toEqual(tablesOf(read.sources(key, answer)));
  for (const version of VERSIONS)
    expect(tablesIn(version.select(sql`1`, () => sql`1`))).toEqual(tablesOf(version.sources(['id', 'id', 'id'])));
});

test('knows all cached reads and versions of the service', async () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const texts = files.map((name) => readFileSync(join('src', name), 'utf8')).join('\n');
  expect(texts.match(/ = batchedRead<\w+>\(\)\(/g)).toHaveLength((await cachedReads()).length);
  expect(texts.match(/: AuthorizationVersion = \{/g)).toHaveLength(VERSIONS.length);
});

test('records every insert, update, delete and truncate of these tables', async () => {
  const [database] = processes as [Database];
  // Bits: 1 each row, 4 insert, 8 delete, 16 update, 32 truncate; 2 would be before.
  const triggers = await database.rows<{ name: string; types: number[] }>(sql`
    select tgrelid::regclass::text as name, array_agg(tgtype::integer order by tgtype) as types
    from pg_trigger where tgfoid = 'note_move'::regproc and tgenabled = 'O' and tgqual is null group by 1`);
  expect(triggers.map(({ name }) => name).sort()).toEqual([...MOVING_TABLES].sort());
  expect(triggers.map(({ types }) => types)).toEqual(MOVING_TABLES.map(() => [29, 32]));
});

interface Seen {
  readonly title: number;
  readonly name: number;
  readonly stamp: string | null;
}

const keyOf = (at: number) => ({ catalog_id: team.team_id, trail_id: trailIds[at] ?? '' });

/** The content of a response: numbers in the title and in the creator's name, and the caller's version. */
async function ask(at: number): Promise<Seen> {
  const [reader] = processes as [Database];
  const { answer, authorization_version } = await reader.readChecked(trailRead, keyOf(at), versionCheck);
  return {
    title: Number(answer?.title),
    name: Number(answer?.created_by_name),
    stamp: authorization_version,
  };
}

async function askPage(): Promise<ReadonlyMap<string, number>> {
  const [reader] = processes as [Database];
  const { items } = await readTrailPage(reader, team.team_id, PAGE);
  const trails = JSON.parse(`[${items.toString()}]`) as { id: string; title: string }[];
  return new Map(trails.map(({ id, title }) => [id, Number(title)]));
}

/** A value that only grows: the largest that was certainly committed, and the largest that may be. */
interface Counter {
  committed: number;
  begun: number;
}
const counter = (): Counter => ({ committed: 0, begun: 0 });

const setTitle = (at: number, to: number) => sql`
  update trails set title = ${String(to)} where catalog_id = ${team.team_id} and trail_id = ${trailIds[at]}`;
const setName = (to: number) => sql`update accounts set name = ${String(to)} where account_id = ${team.owner_id}`;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('read', 'read', 'read', 'page', 'title', 'save', 'name', 'late', 'rights', 'sweep'),
    at: fc.nat(TRAILS - 1),
    by: fc.nat(2),
    waits: fc.boolean(),
  }),
  { minLength: 20, maxLength: 80 },
);

test('returns a state that the database had between request and response, regardless of concurrent writes', async () => {
  const titles = Array.from({ length: TRAILS }, counter);
  const name = counter();
  const [database] = processes as [Database];
  const set = async (of: Counter, by: Database, statement: (to: number) => Sql): Promise<void> => {
    of.begun += 1;
    const to = of.begun;
    await by.rows(statement(to));
    of.committed = Math.max(of.committed, to);
  };
  for (const at of titles.keys()) await set(titles[at] ?? name, database, (to) => setTitle(at, to));
  await set(name, database, setName);
  // Writes to one counter wait for each other, so that it only grows.
  const queues = new Map<Counter, Promise<unknown>>();
  const inOrder = (of: Counter, work: () => Promise<void>): Promise<void> => {
    const done = (queues.get(of) ?? Promise.resolve()).then(work);
    queues.set(of, done);
    return done;
  };
  const within = (seen: number, least: number, of: Counter): void => {
    expect(seen).toBeGreaterThanOrEqual(least);
    expect(seen).toBeLessThanOrEqual(of.begun);
  };
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const open: Promise<unknown>[] = [];
      for (const { kind, at, by, waits } of given) {
        const writer = processes[by % processes.length] ?? database;
        const title = titles[at] ?? name;
        const least = titles.map(({ committed }) => committed);
        const leastName = name.committed;
        const done: Promise<unknown> = {
          read: async () => {
            const seen = await ask(at);
            within(seen.title, least[at] ?? 0, title);
            within(seen.name, leastName, name);
          },
          page: async () => {
            const seen = await askPage();
            for (const [index, of] of titles.entries())
              within(seen.get(trailIds[index] ?? '') ?? 0, least[index] ?? 0, of);
          },
          title: () => inOrder(title, () => set(title, writer, (to) => setTitle(at, to))),
          // Saves as an author does, so the result is cached.
          save: () =>
            inOrder(title, async () => {
              title.begun += 1;
              const to = title.begun;
              const draft = await findDraft(writer, team.team_id, trailIds[at] ?? '');
              if (draft === undefined) throw new Error('no trail');
              await saveDocument(writer, team.team_id, draft, readyDocument(String(to)), team.by, rules);
              title.committed = to;
            }),
          name: () => inOrder(name, () => set(name, writer, setName)),
          // This transaction gets its number first but commits after the others.
          late: () =>
            inOrder(title, async () => {
              title.begun += 1;
              const to = title.begun;
              await writer.inTransaction(async (tx) => {
                await tx.rows(setTitle(at, to));
                if (processes.length > 1) await askPage();
              });
              title.committed = to;
            }),
          rights: async () => {
            const before = (await ask(at)).stamp;
            await writer.rows(sql`
              update members set stamp = stamp + 1 where team_id = ${team.team_id} and account_id = ${team.owner_id}`);
            expect((await ask(at)).stamp).not.toBe(before);
          },
          // On a server, moves are swept long after every process has seen them.
          sweep: async () => (SERVER === undefined ? sweepMoves(writer) : 0),
        }[kind]();
        if (waits) await done;
        else open.push(done);
      }
      await Promise.all(open);
      for (const [at, of] of titles.entries()) expect((await ask(at)).title).toBe(of.committed);
    }),
    { numRuns: runs(15) },
  );
});

/** One statement for each way in which a row of each table can change a result. */
const own = () => ({ catalog: team.team_id, key: versionCheck.key[1], owner: team.owner_id });
const CHANGES: Readonly<Record<string, (is: ReturnType<typeof own>) => Sql>> = {
  'a revoked key': ({ catalog, key }) => sql`
    update api_credentials set revoked_at = now(), stamp = stamp + 1 where catalog_id = ${catalog} and credential_id = ${key}`,
  'a renamed person': ({ owner }) => sql`update accounts set name = '77' where account_id = ${owner}`,
  'a deactivated member': ({ catalog, owner }) => sql`
    update members set status = 'deactivated' where team_id = ${catalog} and account_id = ${owner}`,
  'a removed member': ({ catalog, owner }) => sql`
    delete from members where team_id = ${catalog} and account_id = ${owner}`,
  'a workspace on another plan': ({ catalog }) => sql`update teams set plan = 'business' where team_id = ${catalog}`,
  'a deleted key': ({ catalog, key }) => sql`
    delete from api_credentials where catalog_id = ${catalog} and credential_id = ${key}`,
};

test.each(Object.keys(CHANGES))('checks the caller again after %s', async (name) => {
  for (let turn = 0; turn < 12; turn += 1) await ask(0);
  const before = await ask(0);
  const writer = processes.at(-1) as Database;
  await writer.rows(CHANGES[name]?.(own()) ?? sql`select 1`);
  expect((await ask(0)).stamp).not.toBe(before.stamp);
});

test('returns a deleted trail as missing, and the list without it', async () => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.all([ask(1), askPage()]);
  const writer = processes.at(-1) as Database;
  await writer.rows(sql`delete from trails where catalog_id = ${team.team_id} and trail_id = ${trailIds[1]}`);
  expect(await ask(1)).toMatchObject({ title: Number.NaN });
  expect([...(await askPage()).keys()]).not.toContain(trailIds[1]);
});

test('serves what the process has just saved without a statement that reads it', async () => {
  const [database] = processes as [Database];
  for (let turn = 0; turn < 12; turn += 1) await database.read(trailRead, keyOf(0));
  const draft = await findDraft(database, team.team_id, trailIds[0] ?? '');
  if (draft === undefined) throw new Error('no trail');
  const by = { ...team.by, account_id: null };
  const saved = await saveDocument(database, team.team_id, draft, readyDocument('1000'), by, rules);
  expect(await database.read(trailRead, keyOf(0))).toBe(saved);
  await database.rows(setTitle(0, 1001));
  expect(await database.read(trailRead, keyOf(0))).toMatchObject({ title: '1001' });
});

const saveAs = async (db: Db, text: string): Promise<ReadTrail> => {
  const draft = await findDraft(db, team.team_id, trailIds[0] ?? '');
  if (draft === undefined) throw new Error('no trail');
  return saveDocument(db, team.team_id, draft, readyDocument(text), { ...team.by, account_id: null }, rules);
};

test('serves the newer of two saves, even if the process learns about the older one last', async () => {
  const [database] = processes as [Database];
  for (const writer of processes) {
    for (let turn = 0; turn < 12; turn += 1) await database.read(trailRead, keyOf(0));
    let [onSaved, release] = [(): void => undefined, (): void => undefined];
    const isSaved = new Promise<void>((done) => (onSaved = done));
    const isReleased = new Promise<void>((done) => (release = done));
    const row: Db['row'] = async (statement) => {
      const found = await database.row(statement);
      if (isSelect(statement)) return found as never;
      onSaved();
      await isReleased;
      return found as never;
    };
    const older = saveAs({ ...database, row }, '2000');
    await isSaved;
    const newer = await saveAs(writer, '2001');
    expect(await database.read(trailRead, keyOf(0))).toMatchObject({ title: '2001', revision: newer.revision });
    release();
    expect(await older).toMatchObject({ title: '2000', revision: newer.revision - 1 });
    expect(await database.read(trailRead, keyOf(0))).toMatchObject({ title: '2001', revision: newer.revision });
  }
});

test('keeps nothing of a save that was rolled back', async () => {
  const [database] = processes as [Database];
  const before = await database.read(trailRead, keyOf(0));
  const undone = database.inTransaction(async (tx) => {
    await saveAs(tx, '3000');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await database.read(trailRead, keyOf(0))).toEqual(before);
});
