// The command in a closed network: remote services are reached through the proxy, with a private authority.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CA_FILE, type ClosedNetwork, closedNetwork } from '../egress/closed-network.ts';
import { runCairn } from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let network: ClosedNetwork;
let remote: Server;
let url: string;
beforeAll(async () => {
  network = await closedNetwork();
  remote = createServer((_request, response) => {
    const problem = { type: 'about:blank', slug: 'unauthorized', detail: 'The key is unknown here.' };
    response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  });
  await new Promise<void>((done) => remote.listen(0, '127.0.0.1', done));
  url = network.publish('cairn', `http://127.0.0.1:${(remote.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await network.close();
  await new Promise((done) => remote.close(done));
});

const pull = (env: Readonly<Record<string, string>>) =>
  runCairn(['trails', 'pull', '--dir', temporaryFolder('pulled')], { CAIRN_URL: url, CAIRN_API_KEY: 'key', ...env });

test('reaches the service through the proxy', async () => {
  const { stderr } = await pull({ HTTPS_PROXY: network.proxyUrl, CAIRN_CA_FILE: CA_FILE });
  expect(stderr).toContain('The key is unknown here.');
});

test('does not reach it without one', async () => {
  const { stderr } = await pull({ CAIRN_CA_FILE: CA_FILE });
  expect(stderr).not.toContain('The key is unknown here.');
});
