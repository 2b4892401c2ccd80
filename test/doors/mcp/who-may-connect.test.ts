// The host names of requests: the pages that may send requests, and the names of the service. A page that makes its own
// name point here (DNS rebinding) sends that name.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';

let service: World;
let proxied: World;
let team: Managed;
let ofProxied: TestTeam;
beforeAll(async () => {
  [service, proxied] = [await world(), await world({ CAIRN_TRUST_PROXY: '1' })];
  [team, ofProxied] = [await managedTeam(service), await proxied.team()];
});
afterAll(() => Promise.all([service.close(), proxied.close()]));

/** The status of a message with these headers. `fetch` would not send a custom Host. */
const status = (at: World, key: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((done, fail) => {
    const sent = request(
      `${at.address}/mcp`,
      {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (answer) => done(answer.resume().statusCode),
    );
    sent.on('error', fail).end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  });

test.each([
  ['https://cairn.test', 200],
  ['http://localhost:3000', 200],
  ['http://127.0.0.1:5173', 200],
  ['http://[::1]:5173', 200],
  ['http://cairn.test', 403],
  ['https://cairn.test:8443', 403],
  ['https://cairn.test.evil.example', 403],
  ['http://localhost.evil.example', 403],
  ['http://evil.example/localhost', 403],
  ['null', 403],
])('responds to a page from %s with %i', async (Origin, expected) => {
  expect(await status(service, team.author.key, { Origin })).toBe(expected);
});

test.each([
  ['cairn.test', 200],
  ['cairn.test:8080', 200],
  ['localhost:8080', 200],
  ['[::1]:8080', 200],
  ['evil.example', 403],
  ['cairn.test.evil.example', 403],
  ['localhost.evil.example', 403],
])('responds to the host %s with %i, and accepts any host behind a proxy', async (Host, expected) => {
  expect(await status(service, team.author.key, { Host })).toBe(expected);
  expect(await status(proxied, ofProxied.author.key, { Host })).toBe(200);
});

describe('a caller who was refused', () => {
  test('is admitted with the first message after the problem was fixed', async () => {
    const { key } = team.author;
    const trails = (trails_enabled: boolean) => team.asAdmin.patch('/manage/v1/team', { trails_enabled });
    const seen: unknown[] = [await status(service, key)];
    for (const isOn of [false, true, false, true]) {
      expect((await trails(isOn)).status).toBe(200);
      seen.push(await status(service, key));
    }
    expect(seen).toEqual([200, 403, 200, 403, 200]);
  });
});
