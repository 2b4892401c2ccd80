// Which texts are an HTTP date (RFC 9110, section 5.6.7), and which a cache must not trust.
import { expect, test } from 'vitest';
import { httpDate } from '../../src/base/http-date.ts';
import { unlessHeld } from '../../src/http/answers/conditional.ts';

const MOMENT = '1994-11-06T08:49:37.000Z';

test.each([
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  new Date(MOMENT).toUTCString(),
])('accepts %s', (text) => {
  expect(new Date(httpDate(text)).toISOString()).toBe(MOMENT);
});

test.each([
  '2099-01-01T00:00:00Z',
  '2099-01-01',
  '2099',
  '1',
  'Sun, 06 Nov 2099 08:49:37',
  'Sun, 06 Nov 2099 08:49:37 +0100',
  'Sun, 06 Nov 2099 08:49:37 GMT GMT',
  'Sun, 66 Nov 2099 08:49:37 GMT',
  'Sun, 06 Nov 2099 08:49 GMT',
  '',
])('ignores %j, so nothing counts as unmodified since then', (text) => {
  expect(httpDate(text)).toBeNaN();
  const call = { header: (name: string) => (name === 'if-modified-since' ? text : undefined) };
  const headers = { 'Last-Modified': new Date(MOMENT).toUTCString() };
  expect(unlessHeld(call, { status: 200, headers, body: undefined }).status).toBe(200);
});
