import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { openConnections } from '../../src/http/server/connections.ts';

test('responds to a tunnel request and closes its connection, because an open one would block a drain', async () => {
  const connections = openConnections(
    {},
    () => expect.unreachable('a tunnel is no request'),
    (_failure, socket) => socket.end('answered'),
  );
  await once(connections.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = connections.server.address() as AddressInfo;
  const caller = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  caller.write('CONNECT elsewhere.test:443 HTTP/1.1\r\nHost: elsewhere.test:443\r\n\r\n');
  const [answer]: Buffer[] = await once(caller, 'data');
  expect(String(answer)).toBe('answered');
  await connections.drain(0);
  caller.destroy();
});
