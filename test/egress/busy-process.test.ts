// A request gets a response that arrived in time, however busy this process was.
import { expect, test } from 'vitest';
import { pinnedEgress } from '../../src/egress/pinned-agent.ts';
import { answeringThread } from '../support/held-loop.ts';
import { OWN_RANGES } from '../support/own-machine.ts';

const OK = String.raw`() => 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nanswer'`;

test('accepts a response that arrived while this process was busy', async () => {
  const server = await answeringThread(OK);
  const egress = pinnedEgress({
    allow: OWN_RANGES,
    outbound: {},
    isDevelopment: true,
    timeoutMs: 1_000,
    ignoresBodies: false,
    connections: 8,
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const answer = await server.busyFor(1_100, () => egress.fetch(url));
  expect(await answer.text()).toBe('answer');
  await egress.close();
  await server.close();
});
