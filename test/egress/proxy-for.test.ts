import { expect, test } from 'vitest';
import { proxyFor } from '../../src/egress/proxy-for.ts';

const isDirect = (except: string, host: string, port = 443): boolean =>
  proxyFor({ url: 'http://proxy:3128', except }, host, port) === undefined;

test.each([
  ['example.com', 'example.com', true],
  ['example.com', 'idp.example.com', true],
  ['.example.com', 'idp.example.com', true],
  ['*.example.com', 'IDP.Example.com', true],
  ['example.com', 'notexample.com', false],
  ['*', 'anything.example', true],
  ['one.example, two.example', 'two.example', true],
  ['one.example two.example', 'two.example', true],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/8', '10.example', false],
  ['fd00::/8', '[fd00::1]', true],
  ['[fd00::1]', '[fd00::1]', true],
  ['10.1.2.3', '10.1.2.3', true],
  ['example.com:8443', 'example.com', false],
  ['example.com:443', 'example.com', true],
  ['', 'localhost', true],
  ['', '[::1]', true],
  ['', '127.0.0.1', true],
  ['', 'example.com', false],
])('with NO_PROXY=%j, reaches %s directly: %s', (except, host, expected) => {
  expect(isDirect(except, host)).toBe(expected);
});

test('connects directly without a proxy', () => {
  expect(proxyFor(undefined, 'example.com', 443)).toBeUndefined();
});
