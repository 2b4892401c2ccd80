// A name that leads to another address the second time: the address that was checked is the one that is connected to,
// and each connection is checked anew.

import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { createServer, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseRanges } from '../../src/egress/address-rules.ts';
import { openEgress } from '../../src/egress/egress.ts';
import { inPlaceOf } from '../support/in-place-of.ts';

const lookups: string[] = [];
const resolve4 = async (name: string): Promise<string[]> => {
  lookups.push(name);
  // The first time where it may go; afterwards a private address.
  return [lookups.length === 1 ? '127.0.0.1' : '127.0.0.2'];
};

let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '0.0.0.0', done)));
afterAll(() => new Promise((done) => server.close(done)));

// Where Node is told to try one address only (--no-network-family-autoselection), it asks for one.
test.each([true, false])(
  'is connected to once, where it was checked, and refused when it moved (%s)',
  async (several) => {
    const before = getDefaultAutoSelectFamily();
    setDefaultAutoSelectFamily(several);
    onTestFinished(() => setDefaultAutoSelectFamily(before));
    lookups.length = 0;
    connections = 0;
    const { port } = server.address() as AddressInfo;
    onTestFinished(inPlaceOf(Resolver.prototype, 'resolve4', resolve4 as Resolver['resolve4']));
    onTestFinished(inPlaceOf(Resolver.prototype, 'resolve6', async () => []));
    const allow = parseRanges('127.0.0.1/32');
    if ('fault' in allow) throw new Error(allow.fault);
    const egress = openEgress({ allow, publicUrl: 'https://cairn.example', ignoresBodies: true });
    const reasonOf = () =>
      egress.fetch(`https://moves.example:${port}/`, { method: 'POST', body: '{}' }).then(
        () => 'answered',
        (thrown: { reason: string }) => thrown.reason,
      );
    expect(await reasonOf()).toBe('connection');
    expect([lookups.length, connections]).toEqual([1, 1]);
    expect(await reasonOf()).toBe('address');
    expect([lookups.length, connections]).toEqual([2, 1]);
    await egress.close();
  },
);
