// A caller disconnects while the request is being authorized. A handler that then reads the body gets an error, instead
// of waiting for bytes that never arrive and blocking shutdown.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBytes } from '../../src/http/bodies/body.ts';
import { readForm } from '../../src/http/bodies/form.ts';

const server = createServer();
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => void server.close());

const FORM = { fields: [], file: 'file', fileBytes: 1_000 };

test.each([
  ['a body', 'application/json', (request: IncomingMessage) => readBytes(request, 1_000)],
  ['a form', 'multipart/form-data; boundary=x', (request: IncomingMessage) => readForm(request, FORM)],
])('rejects reading %s of a disconnected caller, before and after the event', async (_what, type, read) => {
  for (const isAskedBefore of [true, false]) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const arrived = once(server, 'request') as Promise<[IncomingMessage]>;
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\nhalf`);
    const [request] = await arrived;
    request.on('error', () => undefined);
    const before = isAskedBefore ? read(request).catch((refused: unknown) => refused) : undefined;
    const gone = new Promise((done) => request.once('close', done));
    socket.destroy();
    await gone;
    const refused = before ?? read(request).catch((thrown: unknown) => thrown);
    expect(await refused).toMatchObject({ slug: 'bad-request' });
  }
});
