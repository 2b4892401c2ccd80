// What the endpoints for people have in common: pages of lists and their cursors, cookies, and limits on password
// guesses by address.

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import type { CursorKeys } from '../../src/base/signed-cursor.ts';
import { requestCookies, resumeCookies, startedHere } from '../../src/doors/oauth/request-cookie.ts';
import { attemptCookie, endCookie, sessionCookie } from '../../src/doors/session/cookies.ts';
import { pageAnswer } from '../../src/doors/session/pages.ts';
import { type GuessDeps, takeGuess } from '../../src/doors/session/password-guess.ts';
import { readCookie, SESSION_COOKIE } from '../../src/identity/cookie-names.ts';
import { knownDevices } from '../../src/identity/known-devices.ts';

describe('a page', () => {
  const key: CursorKeys = [Buffer.alloc(32, 1)];
  const ALL = [1, 2, 3, 4, 5];
  interface Page {
    readonly items: readonly number[];
    readonly next_cursor?: string;
  }
  /** The page at this address, with the query as the gate passes it on. */
  async function page(url: string, team_id: string | null = 'one') {
    const { searchParams } = new URL(url, 'http://here');
    const [limit, cursor] = [searchParams.get('limit'), searchParams.get('cursor')];
    const query = { ...(limit && { limit: Number(limit) }), ...(cursor && { cursor }) };
    const read = async (after: number | null, count: number) => ALL.filter((n) => n > (after ?? 0)).slice(0, count);
    const answer = await pageAnswer(
      { caller: { team_id }, query, url },
      key,
      read,
      (n) => n,
      (n) => n as never,
    );
    return { ...(answer.body as Page), link: answer.headers?.Link };
  }
  const slug = (url: string, team_id?: string | null) =>
    page(url, team_id).then(
      () => 'good',
      (thrown: unknown) => (isRefusal(thrown) ? thrown.slug : String(thrown)),
    );

  test.each([
    [1, 'more'],
    [4, 'more'],
    [5, 'last'],
    [6, 'last'],
  ])('with %i of five items is not the last one, or is: %s', async (limit, is) => {
    const { items, next_cursor, link } = await page(`/a?limit=${limit}`);
    expect([items, next_cursor === undefined, link === undefined]).toEqual([
      ...[ALL.slice(0, limit), is === 'last', is === 'last'],
    ]);
  });

  test('links to the next page, which links to another, each with one cursor', async () => {
    const seen: number[] = [];
    let url = '/a?q=x%20y&limit=2&sort=n';
    for (;;) {
      const { items, link } = await page(url);
      seen.push(...items);
      if (link === undefined) break;
      url = /^<([^>]+)>; rel="next"$/.exec(link)?.[1] ?? '';
      const { pathname, searchParams } = new URL(url, 'http://here');
      expect([pathname, searchParams.getAll('cursor').length, searchParams.get('q')]).toEqual(['/a', 1, 'x y']);
    }
    expect(seen).toEqual(ALL);
  });

  test('has a cursor that works only for the same list, with its parameters in any order and any limit', async () => {
    const { next_cursor = '' } = await page('/a?q=x&sort=n&limit=2');
    const cursor = encodeURIComponent(next_cursor);
    expect(await page(`/a?cursor=${cursor}&sort=n&limit=3&q=x`)).toMatchObject({ items: [3, 4, 5] });
    for (const other of ['/a?q=y&sort=n', '/a?q=x', '/a?q=x&sort=n&more=1', '/b?q=x&sort=n'])
      expect(await slug(`${other}&cursor=${cursor}`), other).toBe('bad-request');
    for (const team of ['other', null]) expect(await slug(`/a?q=x&sort=n&cursor=${cursor}`, team)).toBe('bad-request');
  });
});

test.each([
  ['http://localhost:8080', '', ''],
  ['https://cairn.test', '__Host-', ' Secure;'],
])('sets one cookie each at %s, which no other host can set over TLS', (publicUrl, prefix, secure) => {
  const lines = [
    sessionCookie('t', publicUrl),
    endCookie(SESSION_COOKIE, publicUrl),
    attemptCookie('b', publicUrl),
    ...requestCookies(
      [
        '_interaction=u; path=/connect/u; httponly',
        '_interaction_resume=u; path=/oauth/authorize/u; httponly',
        '_interaction_resume.sig=s; path=/oauth/authorize/u; expires=Fri, 01 Jan 2100 00:00:00 GMT; httponly',
        '_interaction_resume.sig=; path=/oauth/authorize/v; expires=Thu, 01 Jan 1970 00:00:00 GMT; httponly',
        '_session=x; path=/; httponly',
      ],
      publicUrl,
    ),
  ];
  const at = `Path=/; HttpOnly;${secure} SameSite=Lax`;
  expect(lines).toEqual([
    `${prefix}cairn_session=t; Max-Age=604800; ${at}`,
    `${prefix}cairn_session=; Max-Age=0; ${at}`,
    `${prefix}cairn_sso=b; Max-Age=600; ${at}`,
    `${prefix}cairn_request_u=s; Max-Age=1800; ${at}`,
    `${prefix}cairn_request_v=; Max-Age=0; ${at}`,
  ]);
});

test.each([
  ['https://cairn.test', 'cairn_session=planted; __Host-cairn_session=own', 'own'],
  ['https://cairn.test', '__Secure-cairn_session=planted; cairn_session=planted', undefined],
  ['http://localhost:8080', '__Host-cairn_session=planted; cairn_session=own', 'own'],
  ['https://cairn.test', 'other=1', undefined],
])('reads at %s from %j the cookie %s', (publicUrl, header, value) => {
  expect(readCookie(header, SESSION_COOKIE, publicUrl)).toBe(value);
});

test("recognizes the browser in which an app's request started, and ignores a forged cookie", () => {
  const publicUrl = 'https://cairn.test';
  const planted = 'cairn_request_u=s; _interaction_resume=u; _interaction_resume.sig=s; __Host-cairn_request_v=';
  for (const uid of ['u', 'v', 'constructor']) {
    expect(startedHere(planted, uid, publicUrl)).toBe(false);
    expect(resumeCookies(planted, uid, publicUrl)).toBeFalsy();
  }
  const own = '__Host-cairn_request_u=s';
  expect(startedHere(own, 'u', publicUrl)).toBe(true);
  expect(resumeCookies(own, 'u', publicUrl)).toBe('_interaction_resume=u; _interaction_resume.sig=s');
});

test("limits guesses by address in any spelling, without the address in the bucket's name", async () => {
  const keys: string[] = [];
  const limiter = {
    take: (policy: string, key: string) => {
      keys.push(`${policy} ${key}`);
      return { allowed: keys.length < 7, retryAfterS: 6 };
    },
  };
  const deps = {
    limiter,
    publicUrl: 'https://cairn.test',
    devices: knownDevices(() => ['secret']),
  } as unknown as GuessDeps;
  const call = { address: '198.51.100.7', headers: {}, signal: () => new AbortController().signal };
  const guess = (email: string) => takeGuess(deps, call, email, undefined);
  for (const email of ['ana@bücher.test', ' ana@bücher.test ', 'ANA@BÜCHER.test', 'ana@xn--bcher-kva.test'])
    await guess(email);
  expect(new Set(keys).size).toBe(1);
  await guess('ana@bucher.test');
  expect(new Set(keys).size).toBe(2);
  expect(keys.every((key) => /^sign-in email:[\w-]{43} 198\.51\.100\.0\/24$/.test(key))).toBe(true);
  await guess('ana@bucher.test');
  await expect(guess('ana@bucher.test')).rejects.toMatchObject({ slug: 'rate-limited', extras: { retry_after: 6 } });
});
