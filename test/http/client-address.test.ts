// Whom X-Forwarded-For names is whom a rate limit, a log and a session of the console are about, so nobody may choose
// it.
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  clientAddress,
  isProxied,
  networkOf,
  parseTrustedProxies,
  type TrustedProxies,
} from '../../src/http/incoming/client-address.ts';

const PROXIES = '10.0.0.0/8, 2001:db8:a::/48, 192.0.2.7';

/** The address of a request that came from `from` with that header. */
const seen = (trusted: string, from: string, forwarded?: string): string =>
  clientAddress(trusting(trusted))({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: from },
  } as unknown as IncomingMessage);

function trusting(text: string): TrustedProxies {
  const parsed = parseTrustedProxies(text);
  if (parsed === undefined) throw new Error(`No proxies: ${text}`);
  return parsed;
}

describe('without proxies', () => {
  test('the header is the caller’s word', () => {
    expect(seen('off', '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(isProxied(trusting('off'))).toBe(false);
  });
});

describe('with a number of proxies', () => {
  test.each([
    ['on', '198.51.100.1', '198.51.100.1'],
    ['on', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['2', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['2', '198.51.100.1', '198.51.100.1'],
    ['on', undefined, '10.0.0.1'],
  ])('%s of them and "%s": %s', (proxies, forwarded, address) => {
    expect(seen(proxies, '10.0.0.1', forwarded)).toBe(address);
    expect(isProxied(trusting(proxies))).toBe(true);
  });
});

describe('with the networks of the proxies', () => {
  test.each([
    ['a proxy is believed', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['so is one by its address alone', '192.0.2.7', '198.51.100.1', '198.51.100.1'],
    ['and one of the sixth version', '2001:db8:a::7', '198.51.100.1', '198.51.100.1'],
    ['and one of the fourth that a socket of the sixth names', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['who is told in the sixth version is one of the fourth', '10.1.2.3', '::FFFF:198.51.100.1', '198.51.100.1'],
    ['nobody else is', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['its neighbour neither', '192.0.2.8', '198.51.100.1', '192.0.2.8'],
    ['nor its neighbour of the sixth version', '2001:db8:b::7', '198.51.100.1', '2001:db8:b::7'],
    ['the rightmost that is no proxy', '10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['a port is not part of it', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
    ['nor are brackets', '10.1.2.3', '[2001:db8:c::1]:443', '2001:db8:c::1'],
    ['what is no address ends it', '10.1.2.3', '198.51.100.1, unknown, 10.9.9.9', '10.9.9.9'],
    ['an empty header', '10.1.2.3', '', '10.1.2.3'],
    ['proxies all the way', '10.1.2.3', '10.0.0.5, 10.0.0.6', '10.0.0.5'],
  ])('%s', (_, from, forwarded, address) => {
    expect(seen(PROXIES, from, forwarded)).toBe(address);
  });

  test.each(['', 'yes', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '2001:db8::/129', '10.0.0.0/8,', '100'])(
    '"%s" is not taken for any',
    (text) => {
      expect(parseTrustedProxies(text)).toBeUndefined();
    },
  );

  test.each(['10.0.0.0/32', '2001:db8::/128', '0.0.0.0/0', '99'])('%s is', (text) => {
    expect(isProxied(trusting(text))).toBe(true);
  });
});

describe('counted together are', () => {
  test.each([
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
    ['::2001:db8:1:2:3:4', '0:0:2001:db8::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:198.51.100.1', '::ffff:198.51.100.1'],
    ['', ''],
  ])('%s: %s', (address, network) => expect(networkOf(address)).toBe(network));
});
