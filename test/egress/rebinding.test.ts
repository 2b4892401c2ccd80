// A name has several addresses, or a different one the second time. Only checked addresses are used, and each
// connection is checked again.

import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { createServer, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseRanges } from '../../src/egress/address-rules.ts';
import { openEgress } from '../../src/egress/egress.ts';
import { inPlaceOf } from '../support/in-place-of.ts';

const [ALLOWED, PRIVATE] = ['127.0.0.1', '127.0.0.2'];
/** The addresses that received connections. */
let reached: (string | undefined)[] = [];
const server = createServer((socket) => {
  reached.push(socket.localAddress);
  socket.destroy();
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '0.0.0.0', done)));
afterAll(() => new Promise((done) => server.close(done)));

/**
 * Requests the name, which resolves to these addresses at the first request, the second, and so on. Returns the
 * failure.
 */
function asking(several: boolean, answers: string[][]): () => Promise<string> {
  const before = getDefaultAutoSelectFamily();
  setDefaultAutoSelectFamily(several);
  onTestFinished(() => setDefaultAutoSelectFamily(before));
  reached = [];
  const resolve4 = async (_: string): Promise<string[]> => answers.shift() ?? [];
  onTestFinished(inPlaceOf(Resolver.prototype, 'resolve4', resolve4 as Resolver['resolve4']));
  onTestFinished(inPlaceOf(Resolver.prototype, 'resolve6', async () => []));
  const allow = parseRanges(`${ALLOWED}/32`);
  if ('fault' in allow) throw new Error(allow.fault);
  const egress = openEgress({ allow, publicUrl: 'https://cairn.example', ignoresBodies: true });
  onTestFinished(() => egress.close());
  const { port } = server.address() as AddressInfo;
  return () =>
    egress.fetch(`https://moves.example:${port}/`, { method: 'POST', body: '{}' }).then(
      () => 'answered',
      (thrown: { reason: string }) => thrown.reason,
    );
}

// If Node may try only one address (--no-network-family-autoselection), it asks for one.
describe.each([true, false])('a name, with Node trying several addresses: %s,', (several) => {
  test('is connected to once at the checked address, and refused after it has moved', async () => {
    const answers = [[ALLOWED], [PRIVATE], [ALLOWED]];
    const reasonOf = asking(several, answers);
    expect([await reasonOf(), reached, answers.length]).toEqual(['connection', [ALLOWED], 2]);
    expect([await reasonOf(), reached, answers.length]).toEqual(['address', [ALLOWED], 1]);
  });
  test.each([[[PRIVATE, ALLOWED]], [[ALLOWED, PRIVATE]], [[PRIVATE, PRIVATE, ALLOWED, PRIVATE]]])(
    'with %j is connected to at an allowed address',
    async (addresses) => {
      expect([await asking(several, [addresses])(), reached]).toEqual(['connection', [ALLOWED]]);
    },
  );
});
