// Token buckets (GCRA): one policy per route, one bucket per caller and policy (contract 8, Decision 13). Retry-After
// is exact: a caller that waits that long succeeds.

export interface RatePolicy {
  /** The number of requests that a caller can send at once if the bucket is full. */
  readonly burst: number;
  /** Milliseconds until one more is allowed. */
  readonly everyMs: number;
}

export type PolicyName =
  | 'default'
  | 'model'
  | 'uploads'
  | 'scim'
  | 'failures'
  | 'sign-in'
  | 'oauth'
  | 'oauth-client'
  | 'device-poll'
  | 'registration'
  | 'registration-host';
export type RatePolicies = Readonly<Record<PolicyName, RatePolicy>>;

const BASE: RatePolicies = {
  default: { burst: 120, everyMs: 1_000 },
  model: { burst: 10, everyMs: 3_000 },
  uploads: { burst: 20, everyMs: 2_000 },
  scim: { burst: 200, everyMs: 20 },
  // Per address, for requests without a valid credential. Generous, since many people can share an address.
  failures: { burst: 300, everyMs: 200 },
  'sign-in': { burst: 10, everyMs: 6_000 },
  // Per address. A hosted tool uses few addresses for all its users.
  oauth: { burst: 300, everyMs: 100 },
  'oauth-client': { burst: 300, everyMs: 100 },
  // Per device code, whose device asks every 5 s. The second in the burst is a retry.
  'device-poll': { burst: 2, everyMs: 4_500 },
  // New clients per address, and per address and redirect host: 500 people behind one address can start in an hour.
  registration: { burst: 300, everyMs: 6_000 },
  'registration-host': { burst: 200, everyMs: 10_000 },
};

/** The policies, with every bucket multiplied by `scale` (for load tests). */
export function ratePolicies(scale: number): RatePolicies {
  const scaled = Object.entries(BASE).map(([name, { burst, everyMs }]) => [
    name,
    { burst: Math.max(1, Math.floor(burst * scale)), everyMs: everyMs / scale },
  ]);
  return Object.fromEntries(scaled) as RatePolicies;
}

/** The result of a check. Seconds are whole numbers, rounded up. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the bucket is full. */
  readonly resetS: number;
  /** Seconds until the next request is allowed; 0 if this one was. */
  readonly retryAfterS: number;
}

export interface RateLimiter {
  take(name: PolicyName, key: string): RateVerdict | Promise<RateVerdict>;
  /** The verdict if the bucket is empty as far as this process knows; otherwise undefined. Takes no token. */
  exhausted(name: PolicyName, key: string): RateVerdict | undefined;
  readonly policies: RatePolicies;
  close(): Promise<void>;
}

/** A tolerance of half a microsecond, because `everyMs` may be a fraction, and sums of fractions are inexact. */
const TOLERANCE_MS = 0.0005;

/**
 * One step of GCRA. `due` is the time when the bucket is full. Returns the verdict and the new `due`, in milliseconds.
 * If the clock is set back, the bucket is empty in the worst case.
 */
export function takeToken(
  { burst, everyMs }: RatePolicy,
  due: number,
  now: number,
): { verdict: RateVerdict; due: number } {
  const full = Math.min(Math.max(due, now), now + burst * everyMs);
  const next = full + everyMs;
  const over = next - now - burst * everyMs;
  if (over > TOLERANCE_MS) {
    return {
      verdict: {
        allowed: false,
        remaining: 0,
        resetS: Math.ceil((full - now) / 1_000),
        retryAfterS: Math.max(1, Math.ceil(over / 1_000)),
      },
      due: full,
    };
  }
  const remaining = Math.floor((burst * everyMs - (next - now) + TOLERANCE_MS) / everyMs);
  return { verdict: { allowed: true, remaining, resetS: Math.ceil((next - now) / 1_000), retryAfterS: 0 }, due: next };
}

/** The rate limit headers, in both the de facto and the draft standard form. */
export function rateHeaders(
  name: PolicyName,
  { burst, everyMs }: RatePolicy,
  verdict: RateVerdict,
): Record<string, string> {
  const remaining = String(verdict.remaining);
  // A caller that waits for any of these numbers succeeds.
  const reset = String(verdict.allowed ? verdict.resetS : verdict.retryAfterS);
  return {
    'RateLimit-Limit': String(burst),
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': reset,
    'RateLimit-Policy': `"${name}";q=${burst};w=${Math.max(1, Math.ceil((burst * everyMs) / 1_000))}`,
    RateLimit: `"${name}";r=${remaining};t=${reset}`,
  };
}
