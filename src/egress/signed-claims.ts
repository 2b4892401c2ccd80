// Verifies signed statements (JWT) of untrusted issuers. The issuer's keys are found through its discovery document and
// fetched through egress. The caller decides which issuers are allowed and what the claims mean.

import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { hasNul } from '../base/text.ts';
import { type Text, t } from '../base/texts/t.ts';
import { egressFailureOf } from './egress-failure.ts';
import type { Egress } from './egress-request.ts';

export interface ExpectedClaims {
  readonly issuer: string;
  readonly audience: string;
  /** The required subject. If absent, any subject is accepted. */
  readonly subject?: string;
  /** Rejects assertions that are also meant for other services. */
  readonly isOnlyAudience?: true;
  /** The `typ` header, if there are several kinds of statements (RFC 8725, section 3.11). */
  readonly type?: string;
  /** Required claims in addition to `iss`, `aud`, `sub` and `exp`. */
  readonly required?: readonly string[];
  /** Maximum seconds between `iat` and `exp`. */
  readonly longestS?: number;
}

/**
 * Returns the claims of a statement that its issuer signed for this audience and that is currently valid. Otherwise
 * fails with `unauthorized` and the name of the claim, or with `not-ready` if the issuer's keys cannot be fetched.
 */
export type ClaimsReader = (jwt: string, expected: ExpectedClaims) => Promise<JWTPayload>;

/** Asymmetric signatures only; never `none` or a shared secret. */
const ALGORITHMS = [
  'RS256',
  'PS256',
  'ES256',
  'RS384',
  'PS384',
  'ES384',
  'RS512',
  'PS512',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const MAX_ISSUERS = 1_000;
const KEYS_LIVE_MS = 10 * 60_000;
/** Maximum difference between the clocks of two machines. */
const TOLERANCE_S = 30;
const MAX_LIFETIME_S = 3_600;
const MAX_JWT_LENGTH = 16_384;

/** Caches the keys of each issuer for ten minutes, and fetches them again if a key is unknown. */
export function claimsReader(egress: Egress, clock: Clock): ClaimsReader {
  const known = new LRUCache<string, Promise<JWTVerifyGetKey>>({ max: MAX_ISSUERS, ttl: KEYS_LIVE_MS });
  const keysFor = (issuer: string): Promise<JWTVerifyGetKey> => {
    const remembered = known.get(issuer);
    if (remembered !== undefined) return remembered;
    const keys = keysOf(egress, issuer);
    known.set(issuer, keys);
    keys.catch(() => known.delete(issuer));
    return keys;
  };
  return async (jwt, expected) => {
    if (jwt.length > MAX_JWT_LENGTH) throw wrong(t('is longer than 16 kB'));
    const jose = await import('jose');
    try {
      const { payload } = await jose.jwtVerify(jwt, await keysFor(expected.issuer), {
        algorithms: ALGORITHMS,
        issuer: expected.issuer,
        audience: expected.audience,
        ...(expected.subject === undefined ? {} : { subject: expected.subject }),
        ...(expected.type === undefined ? {} : { typ: expected.type }),
        requiredClaims: ['sub', 'exp', ...(expected.required ?? [])],
        clockTolerance: TOLERANCE_S,
        currentDate: new Date(clock()),
      });
      if (Object.values(payload).some(hasNul)) throw wrong(t('holds a NUL character'));
      requireShort(payload, clock(), expected.longestS ?? MAX_LIFETIME_S);
      if (expected.isOnlyAudience && Array.isArray(payload.aud) && payload.aud.length !== 1)
        throw wrong(t('is also meant for another audience (aud)'));
      return payload;
    } catch (thrown) {
      throw failureOf(thrown, expected.issuer);
    }
  };
}

/** Finds the issuer's keys through its discovery document, which must contain exactly that issuer. */
async function keysOf(egress: Egress, issuer: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const answer = await egress.fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const document: unknown = answer.status === 200 ? await answer.json().catch(() => undefined) : undefined;
  const { issuer: name, jwks_uri } = (document ?? {}) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  if (name !== issuer || typeof jwks_uri !== 'string' || !URL.canParse(jwks_uri)) throw new IssuerTrouble();
  return createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: egress.fetch, cacheMaxAge: KEYS_LIVE_MS });
}

/** Limits the lifetime, in case an issuer signs statements that are valid for years by mistake. */
function requireShort({ exp = 0, iat }: JWTPayload, now: number, longestS: number): void {
  const begins = iat ?? now / 1_000;
  if (begins > now / 1_000 + TOLERANCE_S) throw wrong(t('was issued in the future (iat)'));
  if (exp - begins > longestS || exp - now / 1_000 > longestS + TOLERANCE_S)
    throw wrong(t('is valid for longer than {longestS} seconds (exp)', { longestS }));
}

class IssuerTrouble extends Error {}
const UNREADABLE = t('its OpenID configuration cannot be read, or belongs to another issuer.');

/** Messages for jose's error codes. They reveal nothing about the statement. */
const SENTENCES: Readonly<Record<string, Text>> = {
  ERR_JWT_EXPIRED: t('has expired (exp)'),
  ERR_JWKS_NO_MATCHING_KEY: t('is not signed by a key that its issuer publishes'),
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: t('is not signed by a key that its issuer publishes'),
  ERR_JOSE_ALG_NOT_ALLOWED: t('is not signed with one of {algorithms}', { algorithms: ALGORITHMS.join(', ') }),
  ERR_JWS_INVALID: t('is not a signed JWT'),
  ERR_JWT_INVALID: t('is not a signed JWT'),
};

function failureOf(thrown: unknown, issuer: string): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED')
    return wrong(
      t('does not have the expected {claim}', { claim: 'claim' in thrown ? String(thrown.claim) : 'claim' }),
    );
  const known: Text | undefined = SENTENCES[code];
  if (known !== undefined) return wrong(known);
  const why = thrown instanceof IssuerTrouble ? UNREADABLE : egressFailureOf(thrown)?.sentence;
  if (why === undefined && !code.startsWith('ERR_J')) return thrown;
  return refuse(
    'not-ready',
    t('The keys of {issuer} could not be fetched: {why}', { issuer, why: why ?? t('its key set cannot be read.') }),
    {
      retry_after: 30,
    },
  );
}

const wrong = (what: Text): Error => refuse('unauthorized', t('The assertion {what}.', { what }), { sent: true });
