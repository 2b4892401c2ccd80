// Names chosen by users are resolved by the test's name server. A silent server delays no other name.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { parseRanges } from '../../src/egress/address-rules.ts';
import { openEgress } from '../../src/egress/egress.ts';
import { inPlaceOf } from '../support/in-place-of.ts';

const [A, AAAA] = [1, 28];
const ADDRESSES: Readonly<Record<string, readonly (readonly [type: number, address: readonly number[]])[]>> = {
  four: [[A, [127, 0, 0, 1]]],
  six: [[AAAA, [...Array<number>(15).fill(0), 1]]],
  private: [[A, [127, 0, 0, 2]]],
};

/** The first label decides the answer: none for `silent`, and NXDOMAIN for names without an address. */
function answerOf(query: Buffer): Buffer | undefined {
  const labelEnd = 13 + query.readUInt8(12);
  const label = query.subarray(13, labelEnd).toString();
  if (label === 'silent') return undefined;
  const questionEnd = query.indexOf(0, labelEnd) + 5;
  const type = query.readUInt16BE(questionEnd - 4);
  const found = (ADDRESSES[label] ?? []).filter(([kind]) => kind === type);
  const records = found.map(([, address]) => {
    const head = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length];
    return Buffer.from([...head, ...address]);
  });
  const flags = [0x81, label in ADDRESSES ? 0x80 : 0x83];
  const counts = [0, 1, 0, records.length, 0, 0, 0, 0];
  const head = Buffer.from([...query.subarray(0, 2), ...flags, ...counts]);
  return Buffer.concat([head, query.subarray(12, questionEnd), ...records]);
}

let names: UdpSocket;
let receiver: Server;
let connections = 0;
beforeAll(async () => {
  names = createSocket('udp4', (query, { port, address }) => {
    const answer = answerOf(query);
    if (answer !== undefined) names.send(answer, port, address);
  });
  await new Promise<void>((done) => names.bind(0, '127.0.0.1', done));
  receiver = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => receiver.listen(0, '::', done));
});
afterAll(async () => {
  await new Promise<void>((done) => names.close(done));
  await new Promise((done) => receiver.close(done));
});

/** The names that the process's thread pool has resolved. */
let ofThisMachine: string[];
beforeEach(() => {
  [connections, ofThisMachine] = [0, []];
  const server = `127.0.0.1:${names.address().port}`;
  const asking = (method: 'resolve4' | 'resolve6') => {
    const ask = Resolver.prototype[method] as (name: string) => Promise<string[]>;
    const ours = function (this: Resolver, name: string): Promise<string[]> {
      if (this.getServers()[0] !== server) this.setServers([server]);
      return ask.call(this, name);
    };
    onTestFinished(inPlaceOf(Resolver.prototype, method, ours as Resolver[typeof method]));
  };
  asking('resolve4');
  asking('resolve6');
  const lookup = (name: string, _: object, answer: (failure: null, found: object[]) => void): void => {
    ofThisMachine.push(name);
    answer(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  onTestFinished(inPlaceOf(dns, 'lookup', lookup as typeof dns.lookup));
});

function asked(allowed: string): (name: string) => Promise<string> {
  const allow = parseRanges(allowed);
  if ('fault' in allow) throw new Error(allow.fault);
  const egress = openEgress({ allow, publicUrl: 'https://cairn.example', ignoresBodies: true, timeoutMs: 15_000 });
  onTestFinished(() => egress.close());
  const { port } = receiver.address() as AddressInfo;
  return (name) =>
    egress.fetch(`https://${name}.example:${port}/`, { method: 'POST', body: '{}' }).then(
      () => 'answered',
      (thrown: { reason: string }) => thrown.reason,
    );
}

test("times out if a name's server is silent, without using a thread or delaying others", async () => {
  const ask = asked('127.0.0.1/32');
  let isSilent = true;
  const silent = Promise.all(Array.from({ length: 8 }, () => ask('silent'))).finally(() => {
    isSilent = false;
  });
  expect([await ask('four'), connections, isSilent]).toEqual(['connection', 1, true]);
  expect(new Set(await silent)).toEqual(new Set(['time']));
  expect(ofThisMachine).toEqual([]);
});

test.each(['four', 'six'])('connects to a name that has only one kind of address (%s)', async (name) => {
  expect([await asked('127.0.0.1/32,::1/128')(name), connections]).toEqual(['connection', 1]);
});

test('does not connect to a name without an allowed address', async () => {
  expect([await asked('127.0.0.1/32')('private'), await asked('')('four'), connections]).toEqual([
    'address',
    'address',
    0,
  ]);
});

test('resolves a name that DNS does not know locally, if private addresses are allowed', async () => {
  expect([await asked('')('unknown'), ofThisMachine, connections]).toEqual(['connection', [], 0]);
  expect(await asked('127.0.0.1/32')('unknown')).toBe('connection');
  expect([ofThisMachine, connections]).toEqual([['unknown.example'], 1]);
});
