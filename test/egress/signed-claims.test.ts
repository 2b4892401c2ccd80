// Assertions signed by an issuer: their maximum lifetime, each reason to refuse one, and errors when the issuer's keys
// are fetched.
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
/** An undefined claim is left out of the assertion. */
type Claims = Readonly<Record<string, unknown>>;
const GOOD: Claims = { iss: ISSUER, aud: 'cairn', sub: 'ada', iat: NOW_S, exp: NOW_S + 300 };

let own: CryptoKey;
let other: CryptoKey;
let published: object;
let asked: string[];
/** The response for each address, or the error to throw. */
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
/** `good`, or the slug and detail of the error. */
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

test('returns the claims as signed', async () => {
  expect(await read(await signed({ ...GOOD, email: 'ada@acme.test' }), EXPECTED)).toEqual({
    ...GOOD,
    email: 'ada@acme.test',
  });
});

describe('the lifetime of an assertion', () => {
  const long = (seconds: number): string =>
    `unauthorized: The assertion is valid for longer than ${seconds.toLocaleString('en')} seconds (exp).`;
  const future = 'unauthorized: The assertion was issued in the future (iat).';
  const expired = 'unauthorized: The assertion has expired (exp).';
  test.each<[string, Claims, string]>([
    ['an hour from its issue time', { iat: NOW_S, exp: NOW_S + 3_600 }, 'good'],
    ['a second more', { iat: NOW_S, exp: NOW_S + 3_601 }, long(3_600)],
    ['an hour, almost expired', { iat: NOW_S - 3_590, exp: NOW_S + 10 }, 'good'],
    ['a second more, almost expired', { iat: NOW_S - 3_591, exp: NOW_S + 10 }, long(3_600)],
    ['an hour from now without an issue time', { iat: undefined, exp: NOW_S + 3_600 }, 'good'],
    ['a second more than that', { iat: undefined, exp: NOW_S + 3_601 }, long(3_600)],
    ['issued half a minute ahead by a fast clock', { iat: NOW_S + 30, exp: NOW_S + 3_630 }, 'good'],
    ['issued a second later than that', { iat: NOW_S + 31, exp: NOW_S + 100 }, future],
    ['expired 29 seconds ago by a slow clock', { iat: NOW_S - 100, exp: NOW_S - 29 }, 'good'],
    ['expired 30 seconds ago', { iat: NOW_S - 100, exp: NOW_S - 30 }, expired],
  ])('%s', async (_name, claims, sentence) => {
    expect(await toldOf(claims)).toBe(sentence);
  });
  test.each([
    [60, 'good'],
    [61, long(60)],
  ])('%i seconds with a maximum of a minute', async (seconds, sentence) => {
    expect(await toldOf({ exp: NOW_S + seconds }, { ...EXPECTED, longestS: 60 })).toBe(sentence);
  });
});

describe('an assertion is refused', () => {
  const lacks = (claim: string): string => `unauthorized: The assertion does not have the expected ${claim}.`;
  test.each<[string, Claims, Partial<ExpectedClaims>, string]>([
    ['of another issuer', { iss: 'https://other.example' }, {}, lacks('iss')],
    ['for another audience', { aud: 'other' }, {}, lacks('aud')],
    [
      'for one more audience if it must be the only one',
      { aud: ['cairn', 'other'] },
      { isOnlyAudience: true },
      'unauthorized: The assertion is also meant for another audience (aud).',
    ],
    ['without a subject', { sub: undefined }, {}, lacks('sub')],
    ['without an expiry', { exp: undefined }, {}, lacks('exp')],
    ['of another subject', {}, { subject: 'grace' }, lacks('sub')],
    ['of another kind', {}, { type: 'oauth-id-jag+jwt' }, lacks('typ')],
    ['without a required claim', {}, { required: ['jti'] }, lacks('jti')],
  ])('%s', async (_name, claims, expected, sentence) => {
    expect(await toldOf(claims, { ...EXPECTED, ...expected })).toBe(sentence);
    // The sender is informed that the assertion was refused.
    const refused = read(await signed({ ...GOOD, ...claims }), { ...EXPECTED, ...expected });
    await expect(refused).rejects.toMatchObject({ extras: { sent: true } });
  });
  test('unless it has everything that is required', async () => {
    const expected = { ...EXPECTED, subject: 'ada', type: 'oauth-id-jag+jwt', required: ['jti'] };
    expect(await told(await signed({ ...GOOD, jti: '1' }, { typ: 'oauth-id-jag+jwt' }), expected)).toBe('good');
  });
  test('if it was signed with an unpublished key, under its own name or another', async () => {
    const sentence = 'unauthorized: The assertion is not signed by a key that its issuer publishes.';
    expect(await told(await signed(GOOD, {}, other))).toBe(sentence);
    expect(await told(await signed(GOOD, { kid: 'two' }))).toBe(sentence);
  });
  test('if it was signed with a shared secret, or not at all', async () => {
    const secret = new TextEncoder().encode('a secret of thirty-two characters');
    const shared = await new SignJWT(GOOD as JWTPayload).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await told(shared)).toMatch(/^unauthorized: The assertion is not signed with one of RS256, /);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await told(`${part({ alg: 'none' })}.${part(GOOD)}.`)).toMatch(/^unauthorized: /);
  });
  test.each([
    ['if it is not a JWT', 16_384, 'is not a signed JWT'],
    ['if larger than 16 kB', 16_385, 'is longer than 16 kB'],
  ])('%s', async (_name, length, words) => {
    expect(await told('x'.repeat(length))).toBe(`unauthorized: The assertion ${words}.`);
  });
});

describe('the keys of an issuer', () => {
  const trouble = `not-ready: The keys of ${ISSUER} could not be fetched: `;
  const unusable = `${trouble}its OpenID configuration cannot be read, or belongs to another issuer.`;
  test.each<[string, string, () => Response, string]>([
    [
      'an address that does not respond',
      DISCOVERY,
      failing(new EgressFailure('time')),
      `${trouble}it did not answer in`,
    ],
    ['a missing configuration', DISCOVERY, () => new Response(null, { status: 404 }), unusable],
    ['an error page', DISCOVERY, () => Response.json({ issuer: ISSUER, jwks_uri: KEYS }, { status: 500 }), unusable],
    ['a configuration that is not JSON', DISCOVERY, () => new Response('<html>'), unusable],
    ['a null configuration', DISCOVERY, () => Response.json(null), unusable],
    ["another issuer's", DISCOVERY, () => Response.json({ issuer: `${ISSUER}/`, jwks_uri: KEYS }), unusable],
    ['a missing address of the keys', DISCOVERY, () => Response.json({ issuer: ISSUER, jwks_uri: 7 }), unusable],
    ['an invalid one', DISCOVERY, () => Response.json({ issuer: ISSUER, jwks_uri: 'keys' }), unusable],
    [
      'keys that do not arrive',
      KEYS,
      failing(new EgressFailure('connection')),
      `${trouble}no connection could be made`,
    ],
    ['missing keys', KEYS, () => new Response(null, { status: 404 }), `${trouble}its key set cannot be read.`],
    ['invalid keys', KEYS, () => Response.json({}), `${trouble}its key set cannot be read.`],
  ])('cannot be used with %s, and are requested again the next time', async (_name, url, answer, sentence) => {
    const well = answers.get(url);
    answers.set(url, answer);
    expect(await toldOf({})).toContain(sentence);
    await expect(read(await signed(GOOD), EXPECTED)).rejects.toMatchObject({ extras: { retry_after: 30 } });
    if (well !== undefined) answers.set(url, well);
    expect(await toldOf({})).toBe('good');
  });
  test('are reported as an internal error if one caused the failure', async () => {
    const fault = new RangeError('a bug');
    answers.set(DISCOVERY, failing(fault));
    await expect(read(await signed(GOOD), EXPECTED)).rejects.toBe(fault);
  });
  test('are found below an issuer with a trailing slash', async () => {
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

describe('cached keys', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
    // The cache uses the clock that existed when it was loaded.
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - NOW + 1);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const both = [DISCOVERY, KEYS];
  test('expire after ten minutes', async () => {
    expect(await toldOf({})).toBe('good');
    vi.advanceTimersByTime(10 * 60_000 - 1_000);
    expect([await toldOf({}), asked]).toEqual(['good', both]);
    vi.advanceTimersByTime(2_000);
    expect([await toldOf({}), asked]).toEqual(['good', [...both, ...both]]);
  });
  test('are separate by issuer', async () => {
    const other = 'https://other.example';
    answers.set(`${other}/.well-known/openid-configuration`, () => Response.json({ issuer: other, jwks_uri: KEYS }));
    await toldOf({});
    expect(await toldOf({ iss: other }, { ...EXPECTED, issuer: other })).toBe('good');
    expect(asked).toEqual([...both, `${other}/.well-known/openid-configuration`, KEYS]);
  });
});
