// X-Forwarded-For identifies the caller for rate limits, logs and sessions, so callers must not be able to choose it.
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  clientAddress,
  isProxied,
  networkOf,
  parseTrustedProxies,
  siteOf,
  type TrustedProxies,
} from '../../src/http/incoming/client-address.ts';

const PROXIES = '10.0.0.0/8, 2001:db8:a::/48, 192.0.2.7';

/** The address that is detected for a request from `from` with this header. */
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
  test('ignores the header, because any caller can set it', () => {
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
  ])('with %s of them and "%s": %s', (proxies, forwarded, address) => {
    expect(seen(proxies, '10.0.0.1', forwarded)).toBe(address);
    expect(isProxied(trusting(proxies))).toBe(true);
  });
});

describe('with the networks of the proxies', () => {
  test.each([
    ['a trusted proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a proxy trusted by its single address', '192.0.2.7', '198.51.100.1', '198.51.100.1'],
    ['an IPv6 proxy', '2001:db8:a::7', '198.51.100.1', '198.51.100.1'],
    ['an IPv4 proxy on an IPv6 socket', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['an IPv4 client written as IPv6', '10.1.2.3', '::FFFF:198.51.100.1', '198.51.100.1'],
    ['an untrusted address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['the neighbor of a trusted address', '192.0.2.8', '198.51.100.1', '192.0.2.8'],
    ['the IPv6 neighbor of a trusted address', '2001:db8:b::7', '198.51.100.1', '2001:db8:b::7'],
    ['the rightmost address that is not a proxy', '10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['an address with a port', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
    ['an address in brackets', '10.1.2.3', '[2001:db8:c::1]:443', '2001:db8:c::1'],
    ['an invalid address before a proxy', '10.1.2.3', '198.51.100.1, unknown, 10.9.9.9', '10.9.9.9'],
    ['an empty header', '10.1.2.3', '', '10.1.2.3'],
    ['proxies only', '10.1.2.3', '10.0.0.5, 10.0.0.6', '10.0.0.5'],
  ])('%s', (_, from, forwarded, address) => {
    expect(seen(PROXIES, from, forwarded)).toBe(address);
  });

  test.each(['', 'yes', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '2001:db8::/129', '10.0.0.0/8,', '100'])(
    '"%s" is rejected',
    (text) => {
      expect(parseTrustedProxies(text)).toBeUndefined();
    },
  );

  test.each(['10.0.0.0/32', '2001:db8::/128', '0.0.0.0/0', '99'])('%s is accepted', (text) => {
    expect(isProxied(trusting(text))).toBe(true);
  });
});

describe('these are counted together', () => {
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

describe('these are one site', () => {
  test.each([
    ['198.51.100.1', '198.51.100.0/24'],
    ['::ffff:198.51.100.1', '198.51.100.0/24'],
    ['2001:db8:1:2ff::5', '2001:db8:1::/48'],
    ['2001:db8:1:fffe:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:2:fffe:3:4:5:6', '2001:db8:2::/48'],
    ['::1', '0:0:0::/48'],
    ['', ''],
  ])('%s: %s', (address, site) => expect(siteOf(address)).toBe(site));
});
