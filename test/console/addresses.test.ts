// Where links in texts may lead, and where people may be sent after they sign in.
import { describe, expect, test } from 'vitest';
import { isHarmlessLink, isPage } from '../../console/src/parts/page/address.ts';

const PAGE = 'https://cairn.test/trails/1';

const ACTING = ['/sign-in', '/sign-in/sso?team=1', '/oauth/authorize?client_id=x', '/device?user_code=x', '/manage/v1'];

describe('a link in a text', () => {
  test.each([
    ...['https://elsewhere.test/sign-in', 'http://elsewhere.test/', 'mailto:ana@cairn.test', 'tel:+1555'],
    ...['/trails', '2', '#part', '/connect', '/assets/x.png', 'https://cairn.test/trails/2?q=/sign-in#/oauth'],
    ...['https://cairn.test.elsewhere.test/oauth', '/my-sign-in'],
  ])('may lead to %s', (href) => {
    expect(isHarmlessLink(href, PAGE)).toBe(true);
  });

  test.each([
    ...ACTING,
    ...ACTING.map((path) => `https://cairn.test${path}`),
    ...['../sign-in', './../oauth/authorize', '/trails/../sign-in', '/trails/%2e%2e/sign-in', '/x/..%2fsign-in'],
    ...[
      '/%73ign-in/sso',
      '/%2573ign-in',
      '/%25%37%33ign-in',
      '/SIGN-IN',
      '//cairn.test/sign-in',
      '\\\\cairn.test\\sign-in',
    ],
    ...[
      '/\\cairn.test/sign-in',
      '\\sign-in',
      '/\t/cairn.test/sign-in',
      '/sig\nn-in',
      ' /sign-in',
      '/sign-in;x',
      '/sign-in%3Fteam=1',
    ],
    ...[
      'https:/sign-in',
      'https:sign-in',
      'http://cairn.test/sign-in',
      'https://cairn.test.:443/oauth',
      'https://CAIRN.test/device',
    ],
    ...['https://user:pw@cairn.test/sign-in', 'https://cairn.test:8443/sign-in', '/set-up#token=x', '/%zz/sign-in'],
    ...['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'blob:https://cairn.test/1', 'https://['],
  ])('may not lead to %j', (href) => {
    expect(isHarmlessLink(href, PAGE)).toBe(false);
  });
});

test('leads people to a page after they sign in, and starts no other sign-in there', () => {
  for (const page of ['/', '/trails?q=1', '/connect/abc', '/device?user_code=BCDF', '/write/1#part'])
    expect([page, isPage(page)]).toEqual([page, true]);
  for (const other of [
    '//x',
    '/\\x',
    'https://x',
    '/sign-in/sso?team=1',
    '/%73ign-in',
    '/oauth/authorize',
    '/x/../sign-in',
  ])
    expect([other, isPage(other)]).toEqual([other, false]);
});
