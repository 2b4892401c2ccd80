// A name that leads to another address the second time: the address that was checked is the one that is connected to,
// and each connection is checked anew.

import dns from 'node:dns';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parseRanges } from '../../src/egress/address-rules.ts';
import { openEgress } from '../../src/egress/egress.ts';
import { inPlaceOf } from '../support/in-place-of.ts';

const lookups: string[] = [];
const lookup = (name: string, _options: object, answer: (failure: null, found: object[]) => void): void => {
  lookups.push(name);
  // The first time where it may go; afterwards a private address.
  answer(null, [{ address: lookups.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
};

let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
afterAll(() => new Promise((done) => server.close(done)));

test('is connected to once, where it was checked, and refused when it moved', async () => {
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  const { port } = server.address() as AddressInfo;
  onTestFinished(inPlaceOf(dns, 'lookup', lookup as typeof dns.lookup));
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
});
