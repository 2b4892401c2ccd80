// Both readers of a PostgreSQL URL, the driver and libpq, get the same TLS settings.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { driverConfig, libpqAddress, tlsFault, withTls } from '../../src/storage/server/server-tls.ts';

const CA_FILE = 'test/fixtures/tls/network-ca.cert.pem';
const URL_OF = 'postgres://cairn:secret@db.internal:5432/cairn';

const driverOf = (url: string): string => {
  const { ssl } = driverConfig(url);
  if (ssl === undefined || ssl === false) return 'none';
  return ssl === true || ssl.rejectUnauthorized !== false ? 'verified' : 'unverified';
};

test.each([
  ['', 'none', undefined],
  ['?sslmode=disable', 'none', 'disable'],
  ['?sslmode=no-verify', 'unverified', 'require'],
  ['?sslmode=prefer', 'verified', 'verify-full'],
  ['?sslmode=require', 'verified', 'verify-full'],
  ['?sslmode=verify-ca', 'verified', 'verify-full'],
  ['?sslmode=verify-full', 'verified', 'verify-full'],
  ['?ssl=true', 'verified', 'verify-full'],
  ['?sslmode=require&uselibpqcompat=true', 'unverified', 'require'],
])('reads %j as %s, and as sslmode=%s for libpq', (query, driver, libpq) => {
  expect(driverOf(URL_OF + query)).toBe(driver);
  const { url, mode, password, authorities } = libpqAddress(`${URL_OF + query}`);
  expect([url, mode, password]).toEqual(['postgres://cairn@db.internal:5432/cairn', libpq, 'secret']);
  expect(authorities !== undefined).toBe(libpq?.startsWith('verify') === true);
});

test('adds the authorities of the operator, unless the URL names others', () => {
  const ca = readFileSync(CA_FILE, 'utf8');
  const url = withTls(`${URL_OF}?sslmode=require`, undefined, CA_FILE);
  const { ssl } = driverConfig(url);
  expect(typeof ssl === 'object' && ssl.ca).toContain(ca);
  expect(libpqAddress(url).authorities).toContain(ca);
  const named = withTls(`${URL_OF}?sslmode=require&sslrootcert=${CA_FILE}`, undefined, 'test/no-such-file');
  const own = driverConfig(named).ssl;
  expect(typeof own === 'object' && own.ca).toBe(ca);
  expect(libpqAddress(named)).toMatchObject({ authorities: undefined, url: expect.stringContaining('sslrootcert=') });
});

test('takes PGSSLMODE if the URL has no mode', () => {
  expect(driverOf(withTls(URL_OF, 'no-verify', undefined))).toBe('unverified');
  expect(driverOf(withTls(`${URL_OF}?sslmode=require`, 'no-verify', undefined))).toBe('verified');
});

test.each([
  ['?sslmode=bogus', 'has sslmode=bogus. Use one of disable, no-verify, prefer'],
  ['?sslmode=allow', 'has sslmode=allow.'],
  ['?sslmode=no-verify&uselibpqcompat=true', 'Use one of disable, prefer, require, verify-ca, verify-full.'],
  ['?ssl=true&sslmode=require', 'has both ssl and sslmode.'],
  ['?sslmode=require&sslrootcert=/no/ca.pem', 'has sslrootcert=/no/ca.pem, but there is no such file.'],
  ['?sslkey=/no/key.pem', 'has sslkey=/no/key.pem'],
])('refuses %s', (query, sentence) => {
  expect(tlsFault(URL_OF + query)).toContain(sentence);
});

test.each(['', '?sslmode=require', '?ssl=true'])('accepts %j', (query) => {
  expect(tlsFault(URL_OF + query)).toBeUndefined();
});
