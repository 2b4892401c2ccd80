// Statements that an issuer signed: how long they may be good, each thing that makes one unusable, and what is told
// when the issuer's keys cannot be had.
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { EgressFailure } from '../../src/egress/egress-failure.ts';
import type { Egress } from '../../src/egress/egress-request.ts';
import { type ClaimsReader, claimsReader, type ExpectedClaims } from '../../src/egress/signed-claims.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const NOW_S = NOW / 1_000;
const ISSUER = 'https://idp.example';
const DISCOVERY = `${ISSUER}/.well-known/openid-configuration`;
const KEYS = `${ISSUER}/keys`;
const EXPECTED: ExpectedClaims = { issuer: ISSUER, audience: 'cairn' };
/** One that is undefined is not in the statement. */
type Claims = Readonly<Record<string, unknown>>;
const GOOD: Claims = { iss: ISSUER, aud: 'cairn', sub: 'ada', iat: NOW_S, exp: NOW_S + 300 };

let own: CryptoKey;
let other: CryptoKey;
let published: object;
let asked: string[];
/** What is answered at an address, or thrown. */
let answers: Map<string, () => Response>;
let read: ClaimsReader;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  own = pair.privateKey;
  other = (await generateKeyPair('ES256')).privateKey;
  published = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
});
beforeEach(() => {
  asked = [];
  answers = new Map([
    [DISCOVERY, () => Response.json({ issuer: ISSUER, jwks_uri: KEYS })],
    [KEYS, () => Response.json({ keys: [published] })],
  ]);
  const fetch: Egress['fetch'] = async (url) => {
    asked.push(String(url));
    return answers.get(String(url))?.() ?? new Response(null, { status: 404 });
  };
  read = claimsReader({ fetch } as Egress, () => NOW);
});

const signed = (claims: Claims, header: object = {}, key = own): Promise<string> =>
  new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(key);
/** `good`, or the slug and the sentence of the refusal. */
const told = (jwt: string, expected = EXPECTED): Promise<string> =>
  read(jwt, expected).then(
    () => 'good',
    (thrown: unknown) => {
      if (isRefusal(thrown)) return `${thrown.slug}: ${thrown.message}`;
      throw thrown;
    },
  );
const toldOf = async (claims: Claims, expected = EXPECTED): Promise<string> =>
  told(await signed({ ...GOOD, ...claims }), expected);

test('the claims are answered as they were signed', async () => {
  expect(await read(await signed({ ...GOOD, email: 'ada@acme.test' }), EXPECTED)).toEqual({
    ...GOOD,
    email: 'ada@acme.test',
  });
});

describe('how long a statement is good', () => {
  const long = (seconds: number): string =>
    `unauthorized: The assertion is good for longer than ${seconds} seconds (exp).`;
  const future = 'unauthorized: The assertion was issued in the future (iat).';
  const expired = 'unauthorized: The assertion has expired (exp).';
  test.each<[string, Claims, string]>([
    ['an hour from when it was issued', { iat: NOW_S, exp: NOW_S + 3_600 }, 'good'],
    ['a second more', { iat: NOW_S, exp: NOW_S + 3_601 }, long(3_600)],
    ['an hour, almost over', { iat: NOW_S - 3_590, exp: NOW_S + 10 }, 'good'],
    ['a second more, almost over', { iat: NOW_S - 3_591, exp: NOW_S + 10 }, long(3_600)],
    ['an hour from now where it does not say when it was issued', { iat: undefined, exp: NOW_S + 3_600 }, 'good'],
    ['a second more than that', { iat: undefined, exp: NOW_S + 3_601 }, long(3_600)],
    ['from half a minute ahead, by a clock that is ahead', { iat: NOW_S + 30, exp: NOW_S + 3_630 }, 'good'],
    ['from a second later', { iat: NOW_S + 31, exp: NOW_S + 100 }, future],
    ['until 29 seconds ago, by a clock that is behind', { iat: NOW_S - 100, exp: NOW_S - 29 }, 'good'],
    ['until 30 seconds ago', { iat: NOW_S - 100, exp: NOW_S - 30 }, expired],
  ])('%s', async (_name, claims, sentence) => {
    expect(await toldOf(claims)).toBe(sentence);
  });
  test.each([
    [60, 'good'],
    [61, long(60)],
  ])('%i seconds where a minute is the most', async (seconds, sentence) => {
    expect(await toldOf({ exp: NOW_S + seconds }, { ...EXPECTED, longestS: 60 })).toBe(sentence);
  });
});

describe('a statement is refused', () => {
  const lacks = (claim: string): string => `unauthorized: The assertion does not have the ${claim} that is expected.`;
  test.each<[string, Claims, Partial<ExpectedClaims>, string]>([
    ['of another issuer', { iss: 'https://other.example' }, {}, lacks('iss')],
    ['for another audience', { aud: 'other' }, {}, lacks('aud')],
    ['without a subject', { sub: undefined }, {}, lacks('sub')],
    ['without an end', { exp: undefined }, {}, lacks('exp')],
    ['of another subject', {}, { subject: 'grace' }, lacks('sub')],
    ['of another kind', {}, { type: 'oauth-id-jag+jwt' }, lacks('typ')],
    ['without a claim that is asked for', {}, { required: ['jti'] }, lacks('jti')],
  ])('%s', async (_name, claims, expected, sentence) => {
    expect(await toldOf(claims, { ...EXPECTED, ...expected })).toBe(sentence);
    // Who sent it is told that it is the assertion which was refused.
    const refused = read(await signed({ ...GOOD, ...claims }), { ...EXPECTED, ...expected });
    await expect(refused).rejects.toMatchObject({ extras: { sent: true } });
  });
  test('but not where it has all that is asked for', async () => {
    const expected = { ...EXPECTED, subject: 'ada', type: 'oauth-id-jag+jwt', required: ['jti'] };
    expect(await told(await signed({ ...GOOD, jti: '1' }, { typ: 'oauth-id-jag+jwt' }), expected)).toBe('good');
  });
  test('that a key signed which is not published, under its name or another', async () => {
    const sentence = 'unauthorized: The assertion is not signed by a key that its issuer publishes.';
    expect(await told(await signed(GOOD, {}, other))).toBe(sentence);
    expect(await told(await signed(GOOD, { kid: 'two' }))).toBe(sentence);
  });
  test('that a shared secret signed, or nothing', async () => {
    const secret = new TextEncoder().encode('a secret of thirty-two characters');
    const shared = await new SignJWT(GOOD as JWTPayload).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await told(shared)).toMatch(/^unauthorized: The assertion is not signed with one of RS256, /);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await told(`${part({ alg: 'none' })}.${part(GOOD)}.`)).toMatch(/^unauthorized: /);
  });
  test.each([
    ['no JWT', 16_384, 'is no signed JWT'],
    ['more than 16 kB', 16_385, 'is longer than 16 kB'],
  ])('%s', async (_name, length, words) => {
    expect(await told('x'.repeat(length))).toBe(`unauthorized: The assertion ${words}.`);
  });
});

describe('the keys of an issuer', () => {
  const trouble = `not-ready: The keys of ${ISSUER} could not be fetched: `;
  const unusable = `${trouble}its OpenID configuration cannot be read, or belongs to another issuer.`;
  test.each<[string, string, () => Response, string]>([
    [
      'an address that does not answer',
      DISCOVERY,
      failing(new EgressFailure('time')),
      `${trouble}it did not answer in`,
    ],
    ['no configuration', DISCOVERY, () => new Response(null, { status: 404 }), unusable],
    ['a page of errors', DISCOVERY, () => Response.json({ issuer: ISSUER, jwks_uri: KEYS }, { status: 500 }), unusable],
    ['a configuration that is no JSON', DISCOVERY, () => new Response('<html>'), unusable],
    ['one that is null', DISCOVERY, () => Response.json(null), unusable],
    ["another issuer's", DISCOVERY, () => Response.json({ issuer: `${ISSUER}/`, jwks_uri: KEYS }), unusable],
    ['no address of the keys', DISCOVERY, () => Response.json({ issuer: ISSUER, jwks_uri: 7 }), unusable],
    ['one that is none', DISCOVERY, () => Response.json({ issuer: ISSUER, jwks_uri: 'keys' }), unusable],
    [
      'keys that do not arrive',
      KEYS,
      failing(new EgressFailure('connection')),
      `${trouble}no connection could be made`,
    ],
    [
      'keys that are not there',
      KEYS,
      () => new Response(null, { status: 404 }),
      `${trouble}its key set cannot be read.`,
    ],
    ['keys that are none', KEYS, () => Response.json({}), `${trouble}its key set cannot be read.`],
  ])('with %s are told, and are asked for again the next time', async (_name, url, answer, sentence) => {
    const well = answers.get(url);
    answers.set(url, answer);
    expect(await toldOf({})).toContain(sentence);
    await expect(read(await signed(GOOD), EXPECTED)).rejects.toMatchObject({ extras: { retry_after: 30 } });
    if (well !== undefined) answers.set(url, well);
    expect(await toldOf({})).toBe('good');
  });
  test('that fail for a fault of ours are a fault of ours', async () => {
    const fault = new RangeError('a bug');
    answers.set(DISCOVERY, failing(fault));
    await expect(read(await signed(GOOD), EXPECTED)).rejects.toBe(fault);
  });
  test('are looked for below an issuer whose name ends with a slash', async () => {
    const issuer = `${ISSUER}/`;
    answers.set(DISCOVERY, () => Response.json({ issuer, jwks_uri: KEYS }));
    expect(await toldOf({ iss: issuer }, { ...EXPECTED, issuer })).toBe('good');
  });
});

function failing(thrown: Error): () => Response {
  return () => {
    throw thrown;
  };
}

describe('keys are remembered', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
    // The cache holds on to the clock that was there when it was loaded.
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - NOW + 1);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const both = [DISCOVERY, KEYS];
  test('for ten minutes, not longer', async () => {
    expect(await toldOf({})).toBe('good');
    vi.advanceTimersByTime(10 * 60_000 - 1_000);
    expect([await toldOf({}), asked]).toEqual(['good', both]);
    vi.advanceTimersByTime(2_000);
    expect([await toldOf({}), asked]).toEqual(['good', [...both, ...both]]);
  });
  test('by issuer', async () => {
    const other = 'https://other.example';
    answers.set(`${other}/.well-known/openid-configuration`, () => Response.json({ issuer: other, jwks_uri: KEYS }));
    await toldOf({});
    expect(await toldOf({ iss: other }, { ...EXPECTED, issuer: other })).toBe('good');
    expect(asked).toEqual([...both, `${other}/.well-known/openid-configuration`, KEYS]);
  });
});
