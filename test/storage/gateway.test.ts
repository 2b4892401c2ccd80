import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { buildApp } from '../../src/start/app.ts';
import { sql } from '../../src/storage/sql.ts';
import { claimTurn } from '../../src/storage/turn-claim.ts';
import { openTestDatabase } from '../support/database.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

test("returns 503 at /health/ready for a newer release's database, while /health stays 200", async () => {
  const { database } = service.app;
  expect((await service.anyone.get('/health/ready')).status).toBe(200);
  await database.rows(
    sql`insert into schema_migrations (version, name, checksum, serves_from) values (9999, 'future', '', 9999)`,
  );
  const ready = await service.anyone.get<{ status: string }>('/health/ready');
  expect([ready.status, ready.body.status]).toEqual([503, 'database is of a newer release']);
  expect((await service.anyone.get('/health')).status).toBe(200);
  await database.rows(sql`delete from schema_migrations where version = 9999`);
  expect((await service.anyone.get('/health/ready')).status).toBe(200);
});

test.skipIf(process.env.CAIRN_TEST_DATABASE_URL !== undefined)(
  'responds to readiness checks during long work on embedded storage, even to many at once',
  async () => {
    const { database } = service.app;
    const ready = async () => (await service.anyone.get('/health/ready')).status;
    expect(await ready()).toBe(200);
    let end = (): void => undefined;
    const isEnded = new Promise<void>((done) => {
      end = done;
    });
    const long = database.inTransaction(() => isEnded);
    onTestFinished(end);
    expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array(20).fill(200));
    expect(await ready()).toBe(200);
    end();
    await long;
    expect(await ready()).toBe(200);
  },
);

test('serves nothing if it started on a newer database, until an older one is back', async () => {
  const database = await openTestDatabase();
  await database.rows(
    sql`insert into schema_migrations (version, name, checksum, serves_from) values (9999, 'future', '', 9999)`,
  );
  const app = await buildApp(service.config, { database });
  await app.preparation.attempted;
  const port = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (url: string) => (await fetch(`http://127.0.0.1:${port}${url}`)).status;
  expect([await ask('/health'), await ask('/health/ready'), await ask(`/assets/${'0'.repeat(64)}.png`)]).toEqual([
    200, 503, 503,
  ]);
  await database.rows(sql`delete from schema_migrations where version = 9999`);
  await app.preparation.done;
  expect([await ask('/health/ready'), await ask(`/assets/${'0'.repeat(64)}.png`)]).toEqual([200, 404]);
  await app.close();
});

test('lets one of many processes claim a turn, and no other until the next one is due', async () => {
  const { database } = service.app;
  const turn = newId();
  const claims = (now: number) => Promise.all(Array.from({ length: 8 }, () => claimTurn(database, turn, 60_000, now)));
  expect((await claims(1_000_000)).filter(Boolean)).toHaveLength(1);
  expect((await claims(1_059_999)).filter(Boolean)).toHaveLength(0);
  expect((await claims(1_060_000)).filter(Boolean)).toHaveLength(1);
});

test('frees a turn that a clock years ahead has claimed, but not one from a clock that is slightly ahead', async () => {
  const { database } = service.app;
  const now = Date.parse('2027-01-01T00:00:00Z');
  const claim = (at: number) => claimTurn(database, 'ahead', 60_000, at);
  expect(await claim(Date.parse('2037-01-01T00:00:00Z'))).toBe(true);
  expect(await claim(now)).toBe(true);
  expect(await claim(now - 3_600_000)).toBe(false);
});
