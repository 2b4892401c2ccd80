// The result of a call: a promise of the body, with access to the whole response.

/** Everything about a response except its body. */
export interface AnswerMeta {
  readonly status: number;
  readonly headers: Headers;
  /** For reports to the service's operators. */
  readonly requestId: string | undefined;
  /** The rate limit bucket of the request. */
  readonly rate: {
    readonly limit: number | undefined;
    readonly remaining: number | undefined;
    /** Seconds until it is full. */
    readonly reset: number | undefined;
  };
  /** True if an earlier request did the work and this is its stored response. */
  readonly replayed: boolean;
  /** The number of attempts. */
  readonly attempts: number;
}

export interface Answered<Body> {
  readonly data: Body;
  readonly response: AnswerMeta;
}

/** A promise of the body. `.withResponse()` adds status, Request-Id and rate limit headers. */
export type Answer<Body> = Promise<Body> & { withResponse(): Promise<Answered<Body>> };

/** Converts a promise of an `Answered` to a promise of its body. */
export function answer<Body>(answered: Promise<Answered<Body>>): Answer<Body> {
  const body = answered.then(({ data }) => data);
  const withResponse = (): Promise<Answered<Body>> => {
    // With `.withResponse()`, the caller gets the failure from that promise. Otherwise a failure that is not awaited
    // remains an unhandled rejection.
    body.catch(() => undefined);
    return answered;
  };
  return Object.assign(body, { withResponse });
}

export function metaOf(response: Response, attempts: number): AnswerMeta {
  const number = (name: string): number | undefined => {
    const value = response.headers.get(name);
    return value === null || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value);
  };
  return {
    status: response.status,
    headers: response.headers,
    requestId: response.headers.get('request-id') ?? undefined,
    rate: {
      limit: number('ratelimit-limit'),
      remaining: number('ratelimit-remaining'),
      reset: number('ratelimit-reset'),
    },
    replayed: response.headers.get('idempotent-replayed') === 'true',
    attempts,
  };
}
