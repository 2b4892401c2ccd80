// Access to /metrics if the port is open to other machines.
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { serveMetrics } from '../../src/http/metrics/serve-metrics.ts';

const TOKEN = 'a_token_of_thirty-two_characters';
/** An address of this machine other than the loopback, so that requests to it come from that address. */
const outer = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

async function statusesOf(token: string | undefined, host: string): Promise<Record<string, number>> {
  const server = await serveMetrics({ text: async () => 'cairn_up 1\n' }, { host: '0.0.0.0', port: 0, token });
  const url = `http://${host}:${(server.address() as AddressInfo).port}/metrics`;
  const status = async (authorization?: string) =>
    (await fetch(url, { headers: authorization === undefined ? {} : { Authorization: authorization } })).status;
  const statuses = {
    none: await status(),
    wrong: await status('Bearer another token'),
    half: await status(`Bearer ${TOKEN.slice(0, -1)}`),
    right: await status(`Bearer ${TOKEN}`),
  };
  await new Promise((done) => server.close(done));
  return statuses;
}

test('serves programs on this machine, with and without a token', async () => {
  for (const token of [undefined, TOKEN])
    expect(await statusesOf(token, '127.0.0.1')).toEqual({ none: 200, wrong: 200, half: 200, right: 200 });
});

test.runIf(outer !== undefined)('serves other machines only if they send the token', async () => {
  const closed = { none: 403, wrong: 403, half: 403, right: 403 };
  expect(await statusesOf(undefined, outer ?? '')).toEqual(closed);
  const guarded = { none: 401, wrong: 401, half: 401, right: 200 };
  expect(await statusesOf(TOKEN, outer ?? '')).toEqual(guarded);
});
