import { expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { checkedIssuer } from '../../src/egress/issuer.ts';

const HOSTED = 'https://cairn.example.com';
const AT_HOME = 'http://localhost:8080';

test.each([
  'https://login.example.com',
  'https://acme.okta.com/oauth2/default',
  'https://login.microsoftonline.com/0b0f4d5e-6a2f-4c0e-9f5c-1f1f1f1f1f1f/v2.0',
  ' https://login.example.com/ ',
  `https://login.example.com/${'a'.repeat(500 - 'https://login.example.com/'.length)}`,
])('keeps the spelling of %j', (issuer) => {
  expect(checkedIssuer(issuer, HOSTED)).toBe(issuer.trim());
});

test('accepts http on the machine itself if the service runs there', () => {
  for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000'])
    expect(checkedIssuer(`http://${host}`, AT_HOME)).toBe(`http://${host}`);
});

test.each([
  ['http://127.0.0.1:9000', HOSTED],
  ['http://login.example.com', AT_HOME],
  ['http://localhost.evil.test', AT_HOME],
  ['https://user@login.example.com', HOSTED],
  ['https://:secret@login.example.com', HOSTED],
  ['https://login.example.com/?a=b', HOSTED],
  ['https://login.example.com/#here', HOSTED],
  ['https://login.example.com/.well-known/openid-configuration', HOSTED],
  ['https://login.microsoftonline.com/common/v2.0', HOSTED],
  ['https://LOGIN.microsoftonline.com/Organizations', HOSTED],
  ['javascript:alert(1)', HOSTED],
  ['', HOSTED],
  [`https://login.example.com/${'a'.repeat(501 - 'https://login.example.com/'.length)}`, HOSTED],
])('refuses %j for a service at %s', (issuer, publicUrl) => {
  expect(() => checkedIssuer(issuer, publicUrl)).toThrow(
    expect.toSatisfy((thrown: unknown) => isRefusal(thrown, 'validation')),
  );
});
