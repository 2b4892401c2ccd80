// Responses of one event loop turn are written together at its end, each to its own caller and in the order of its
// connection's requests.
import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endTogether } from '../../src/http/answers/end-together.ts';

/** A response without a socket that records how it was ended. */
function aResponse(): { response: ServerResponse; sent: string[] } {
  const response = new ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage);
  const sent: string[] = [];
  response.end = ((body?: string) => {
    sent.push(body ?? '');
    return response;
  }) as ServerResponse['end'];
  return { response, sent };
}

test('writes responses at the end of the turn, including those that arrive at the end of another', async () => {
  const [first, second, later] = [aResponse(), aResponse(), aResponse()];
  endTogether(first.response, 'first');
  endTogether(second.response, undefined);
  expect([first.sent, second.sent]).toEqual([[], []]);
  second.response.end = ((): ServerResponse => {
    endTogether(later.response, 'later');
    return second.response;
  }) as ServerResponse['end'];
  await turn();
  expect([first.sent, later.sent]).toEqual([['first'], []]);
  await turn();
  expect([first.sent, later.sent]).toEqual([['first'], ['later']]);
});

test('writes nothing to a disconnected caller, but sends the other responses to their callers', async () => {
  const [gone, there] = [aResponse(), aResponse()];
  endTogether(gone.response, 'gone');
  endTogether(there.response, 'there');
  gone.response.destroy();
  await turn();
  expect([gone.sent, there.sent]).toEqual([[], ['there']]);
});

test("writes the responses to a caller's concurrent requests in order", async () => {
  const server = createServer((request, response) => {
    const answer = (): void => endTogether(response.writeHead(200), `${request.url};`);
    if (request.url === '/1') setTimeout(answer, 20);
    else answer();
  }).listen(0, '127.0.0.1');
  await turn();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${END[path] ?? ''}\r\n`).join(''));
  let text = '';
  for await (const part of socket) text += String(part);
  server.close();
  expect(text.match(/\/\d(?=;)/g)).toEqual(['/1', '/2', '/3']);
});

/** The last request closes the connection. */
const END: Readonly<Record<string, string>> = { '/3': 'Connection: close\r\n' };
