// What a call answers: a promise of the body, and on wish of everything around it.

/** What of an answer is not its body. */
export interface AnswerMeta {
  readonly status: number;
  readonly headers: Headers;
  /** For a report to the people who run the service. */
  readonly requestId: string | undefined;
  /** The bucket that the request was taken from. */
  readonly rate: {
    readonly limit: number | undefined;
    readonly remaining: number | undefined;
    /** Seconds until it is full. */
    readonly reset: number | undefined;
  };
  /** True where a request before this one did the work, and this is its answer. */
  readonly replayed: boolean;
  /** How often the request was sent. */
  readonly attempts: number;
}

export interface Answered<Body> {
  readonly data: Body;
  readonly response: AnswerMeta;
}

/** A promise of the body; `.withResponse()` answers the body with status, Request-Id and rate headers. */
export type Answer<Body> = Promise<Body> & { withResponse(): Promise<Answered<Body>> };

/** The promise of an `Answered` as one of its body. */
export function answer<Body>(answered: Promise<Answered<Body>>): Answer<Body> {
  const body = answered.then(({ data }) => data);
  const withResponse = (): Promise<Answered<Body>> => {
    // A caller that asks for the whole hears of a failure there; elsewhere one that nobody awaits stays an unhandled
    // rejection.
    body.catch(() => undefined);
    return answered;
  };
  return Object.assign(body, { withResponse });
}

/** The meta data of a response. */
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
