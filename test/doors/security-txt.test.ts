// /.well-known/security.txt (RFC 9116).
import { expect, test } from 'vitest';
import { readConfig } from '../../src/start/config.ts';
import { world } from '../support/world.ts';

test("lists the operator's contacts, with an expiry in the future", async () => {
  const service = await world({ CAIRN_SECURITY_CONTACT: 'security@acme.test, https://acme.test/report' });
  const answer = await service.anyone.get<string>('/.well-known/security.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = answer.body.trimEnd().split('\n');
  const expires = lines.find((line) => line.startsWith('Expires: '))?.slice(9) ?? '';
  expect(Date.parse(expires)).toBeGreaterThan(service.clock());
  expect(Date.parse(expires)).toBeLessThan(service.clock() + 365 * 86_400_000);
  expect(lines.filter((line) => !line.startsWith('Expires: '))).toEqual([
    'Contact: mailto:security@acme.test',
    'Contact: https://acme.test/report',
    'Preferred-Languages: en',
    'Canonical: https://cairn.test/.well-known/security.txt',
  ]);
  await service.close();
});

test('is 404 without a contact', async () => {
  const service = await world();
  expect((await service.anyone.get('/.well-known/security.txt')).status).toBe(404);
  await service.close();
});

test.each(['http://acme.test/report', 'acme', 'security@acme.test\nContact: mailto:x@y', 'javascript:alert(1)'])(
  'refuses %j as a contact',
  (CAIRN_SECURITY_CONTACT) => {
    expect(readConfig({ CAIRN_SECURITY_CONTACT })).toEqual({
      faults: [expect.stringContaining('CAIRN_SECURITY_CONTACT')],
    });
  },
);
