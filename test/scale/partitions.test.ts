// Proves that the schema can be distributed by tenant, without a distributed engine. Every distributed table is
// hash-partitioned by its tenant, the service runs on this schema, and every statement is explained. Needs a PostgreSQL
// server.
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FreshDatabase, migratedDatabase } from '../support/database.ts';
import { type Examined, examine } from '../support/partition-plans.ts';
import { partition } from '../support/partitioned.ts';
import { type RecordedStatement, recordStatements } from '../support/statement-recorder.ts';
import { world } from '../support/world.ts';
import { MAY_CROSS } from './crossing.ts';
import { visitEveryDoor } from './every-door.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const server = process.env.CAIRN_TEST_DATABASE_URL;
let database: FreshDatabase;
let client: pg.Client;
let refusedKeys: readonly string[];
let failures: readonly string[];
let recorded: ReadonlyMap<string, RecordedStatement>;
let examined: readonly Examined[];

beforeAll(async () => {
  if (server === undefined) return;
  database = await migratedDatabase(server);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  refusedKeys = await partition(client);
  recorded = recordStatements();
  const service = await world({ CAIRN_DATABASE_URL: database.url, CAIRN_PUBLIC_URL: 'http://localhost:8080' });
  failures = await visitEveryDoor(service);
  await service.close();
  const statements = [...recorded.values()];
  const found: Examined[] = [];
  for (const statement of statements) found.push(await examine(client, statement));
  examined = found;
});

afterAll(async () => {
  if (server === undefined) return;
  await client.end();
  await database.drop();
});

const crossing = (): readonly string[] =>
  examined.filter(({ destination }) => destination === 'crosses').map(({ text }) => text);

test('has a reason for every statement that crosses tenants', () => {
  expect(Object.values(MAY_CROSS).every((reason) => reason.length > 10)).toBe(true);
});

if (server !== undefined) {
  test('can enforce every key of a table within its partitions', () => {
    expect(refusedKeys).toEqual([]);
  });

  test('runs the service on the partitioned schema', () => {
    expect(failures).toEqual([]);
    expect(recorded.size).toBeGreaterThan(280);
  });

  test('sends no statement to several partitions, except for the listed ones', () => {
    const surprising = crossing().filter((text) => !Object.keys(MAY_CROSS).some((piece) => text.includes(piece)));
    expect(surprising).toEqual([]);
  });

  test('lists only statements that still cross tenants, with exactly one statement per entry', () => {
    const counted = Object.keys(MAY_CROSS).map((piece) => [
      piece,
      crossing().filter((text) => text.includes(piece)).length,
    ]);
    expect(counted.filter(([, count]) => count !== 1)).toEqual([]);
  });

  test('names the tenant for the planner in most statements, and in every read of trails or check of callers', () => {
    const routed = examined.filter(({ destination }) => destination === 'routed');
    expect(routed.length / examined.length).toBeGreaterThan(0.7);
    const hot = examined.filter(
      ({ text }) => /as asked \(|as caller \(|from trails t\b/.test(text) && !crossing().includes(text),
    );
    expect(hot.length).toBeGreaterThan(10);
    expect(hot.filter(({ text, destination }) => destination !== 'routed' && /as caller \(/.test(text))).toEqual([]);
  });

  test('reads no system column in any statement', () => {
    const reads = [...recorded.keys()].filter((text) => /\b(?:xmin|xmax|cmin|cmax|ctid|tableoid)\b/i.test(text));
    expect(reads).toEqual([]);
  });

  test('detects a statement without its tenant, but not one that gets it from another row through a join', async () => {
    const of = async (text: string, ...values: unknown[]): Promise<string> =>
      (await examine(client, { text, calls: [values] })).destination;
    const id = '01970000-0000-7000-8000-000000000001';
    expect(await of('select 1 from trails where trail_id = $1', id)).toBe('crosses');
    expect(
      await of('select 1 from trails where catalog_id = any($1::uuid[])', [
        id,
        crypto.randomUUID(),
        ...Array.from({ length: 30 }, () => crypto.randomUUID()),
      ]),
    ).toBe('crosses');
    expect(await of('select 1 from trails where catalog_id = $1', id)).toBe('routed');
    expect(
      await of(
        'select (select count(*) from members m where m.team_id = t.catalog_id) from trails t where t.catalog_id = $1',
        id,
      ),
    ).toBe('follows');
    expect(await of('select 1 from members m join trails t on t.title = m.status where m.team_id = $1', id)).toBe(
      'crosses',
    );
  });
}
