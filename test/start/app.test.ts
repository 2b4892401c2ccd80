// How the service starts if a part fails, and how it stops: pending writes, and concurrent calls of stop.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createSession } from '../../src/identity/sessions.ts';
import { buildApp } from '../../src/start/app.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { freshConnection } from '../doors/scim/support/connection.ts';
import { openTestDatabase } from '../support/database.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

test('reports a database that does not open only to the caller, even if it fails early', async () => {
  const unhandled: unknown[] = [];
  const note = (thrown: unknown): void => void unhandled.push(thrown);
  process.on('unhandledRejection', note);
  const database = Promise.reject<Database>(new Error('the folder is in use'));
  await expect(buildApp(service.config, { database })).rejects.toThrow('the folder is in use');
  await delay(0);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('closes the database if a door cannot be opened', async () => {
  const database = await openTestDatabase();
  let closed = 0;
  const close = async (): Promise<void> => {
    closed += 1;
    await database.close();
  };
  const config = { ...service.config, assets: '/dev/null/no-folder' };
  await expect(buildApp(config, { database: { ...database, close } })).rejects.toThrow();
  expect(closed).toBe(1);
});

test('returns the same promise if stop is called again', async () => {
  const database = await openTestDatabase();
  let closed = 0;
  const close = async (): Promise<void> => {
    closed += 1;
    await database.close();
  };
  const app = await buildApp(service.config, { database: { ...database, close } });
  await app.preparation.done;
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  expect(await Promise.all([app.close(), app.close()])).toEqual([true, true]);
  expect(closed).toBe(1);
});

test('completes pending writes before it closes the database', async () => {
  const okta = await freshConnection(service);
  const { team_id, publisher } = okta.team;
  const { body: trail } = await publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() });
  await publisher.speaks.post(`/v1/trails/${trail.id}/publish`);
  const reader = { team_id, account_id: publisher.id, kind: 'cli' } as const;
  const { token } = await service.app.database.inTransaction((tx) => createSession(tx, reader, service.clock()));
  let written: object[] = [];
  const close = async (): Promise<void> => {
    written = await service.app.database.rows(sql`
      select (select count(*) from provisioning_log where connection_id = ${okta.connection_id}) as logged,
        (select sum(deliveries) from trail_deliveries where trail_id = ${trail.id})::integer as delivered`);
  };
  const database = { ...service.app.database, close };
  const app = await buildApp(service.config, { database, clock: service.clock });
  await app.preparation.done;
  const at = `http://127.0.0.1:${await app.server.listen({ host: '127.0.0.1', port: 0 })}`;
  // Timers are faked, so nothing is written before the stop.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const [path, known] of [
    [`${okta.base}/Users`, okta.token],
    [`/manage/v1/reader/trails/${trail.id}`, token],
  ])
    expect((await fetch(`${at}${path}`, { headers: { Authorization: `Bearer ${known}` } })).status, path).toBe(200);
  expect([await app.close(), written]).toEqual([true, [{ logged: 1, delivered: 1 }]]);
});

test("does not empty any bucket if the machine's clock is set back", async () => {
  const app = await buildApp({ ...service.config, rateScale: 1 }, { database: openTestDatabase() });
  await app.preparation.done;
  const port = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const signIn = async (): Promise<number> => {
    const body = JSON.stringify({ token: `svc_link_${'a'.repeat(43)}` });
    const headers = { 'Content-Type': 'application/json', 'X-Cairn-Console': '1' };
    const answer = await fetch(`http://127.0.0.1:${port}/sign-in/link`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  const before = await signIn();
  const past = Date.now() - 3_600_000;
  vi.spyOn(Date, 'now').mockReturnValue(past);
  expect([before, await signIn()]).toEqual([401, 401]);
  vi.restoreAllMocks();
  await app.close();
});
