// One workspace runs as many slow searches or group pushes as it may, and another workspace is still served.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bareConnection } from '../doors/scim/support/connection.ts';
import { freshDatabase } from '../support/database.ts';
import { type World, world } from '../support/world.ts';

vi.setConfig({ testTimeout: 60_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL;
const POOL = 8;

describe.skipIf(server === undefined)('slow work of one workspace', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let service: World;
  beforeAll(async () => {
    database = await freshDatabase(server ?? '');
    service = await world({
      CAIRN_DATABASE_URL: database.url,
      CAIRN_DATABASE_POOL: String(POOL),
      CAIRN_DATABASE_QUERY_SECONDS: '50',
      CAIRN_DATABASE_POOL_SECONDS: '2',
    });
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  test('leaves database connections for others during searches', async () => {
    const busy = await bareConnection(service);
    const { author } = await service.team();
    expect((await author.speaks.get('/v1/trails')).status).toBe(200);
    const direct = new pg.Client({ connectionString: database.url });
    await direct.connect();
    const searchAll = () => Promise.all(searches().map(async (search) => (await search).status));
    const searches = () => Array.from({ length: 3 * POOL }, () => busy.get('/Users?filter=displayName co "a"'));
    // Opens all connections that the pool allows.
    await searchAll();
    // Blocks a read of people, as a slow filter would.
    await direct.query('begin; lock table scim_user_records in access exclusive mode');
    const slow = searchAll();
    // The number of searches that share a statement depends on when they arrive.
    await expect.poll(() => waitingFor(direct), { timeout: 40_000 }).toBeGreaterThanOrEqual(2);
    // Each search needs a separate statement, and further searches keep arriving.
    for (let n = 0; n < 20; n += 1) expect((await author.speaks.get(`/v1/trails?q=other${n}`)).status).toBe(200);
    await direct.query('commit');
    await direct.end();
    expect(new Set(await slow)).toEqual(new Set([200]));
  });

  test('leaves database connections for others during group pushes', async () => {
    const busy = await bareConnection(service);
    const { author } = await service.team();
    const direct = new pg.Client({ connectionString: database.url });
    await direct.connect();
    const push = async (n: number) => (await busy.post('/Groups', { displayName: `Group ${n}`, members: [] })).status;
    expect(await push(0)).toBe(201);
    await direct.query('begin; lock table scim_group_records in access exclusive mode');
    const slow = Promise.all(Array.from({ length: 3 * POOL }, (_, n) => push(n + 1)));
    await expect.poll(() => waitingFor(direct), { timeout: 40_000 }).toBeGreaterThanOrEqual(2);
    for (let n = 0; n < 20; n += 1) expect((await author.speaks.get(`/v1/trails?q=pushed${n}`)).status).toBe(200);
    await direct.query('commit');
    await direct.end();
    expect(new Set(await slow)).toEqual(new Set([201]));
  });
});

/** The number of database connections that wait for a lock, such as the one of `holder`. */
async function waitingFor(holder: pg.Client): Promise<number | undefined> {
  const { rows } = await holder.query<{ count: number }>(`
    select count(*)::integer from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.count;
}
