// How the service begins where a part of it does not, and how it ends where two ask for it.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp } from '../../src/start/app.ts';
import type { Database } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

test('a database that does not open is told to the caller alone, however early it fails', async () => {
  const unhandled: unknown[] = [];
  const note = (thrown: unknown): void => void unhandled.push(thrown);
  process.on('unhandledRejection', note);
  const database = Promise.reject<Database>(new Error('the folder is in use'));
  await expect(buildApp(service.config, { database })).rejects.toThrow('the folder is in use');
  await delay(0);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('where the doors cannot be opened the database is closed', async () => {
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

test('a caller who asks for the end while it is under way is told of the same end', async () => {
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

test('buckets are not emptied where the clock of the machine is set back', async () => {
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
