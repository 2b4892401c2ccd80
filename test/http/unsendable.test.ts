// A response that cannot be sent is a bug in the service. It is reported, and its caller does not wait.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendAnswer } from '../../src/http/answers/send.ts';

test('reports and cuts off a compressed response whose headers cannot be sent', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  const told: unknown[] = [];
  const answer = { status: 200, headers: { 'X-Split': 'a\nb' }, body: { text: 'x'.repeat(2_000) } };
  server.on('request', (request, response) =>
    sendAnswer(request, response, answer, [], (thrown) => void told.push(thrown)),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await expect(fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'gzip' } })).rejects.toThrow();
  expect(told).toHaveLength(1);
});
