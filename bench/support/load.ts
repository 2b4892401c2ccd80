// Load and its results: requests through autocannon, and statements in one loop per connection.
import autocannon from 'autocannon';

export interface Rate {
  readonly perSecond: number;
  /** Milliseconds; half were faster. */
  readonly p50: number;
  /** Milliseconds; 99 of 100 were faster. */
  readonly p99: number;
}

export interface Shot {
  readonly url: string;
  /** Replaces the path of the URL, with one path per connection. */
  readonly paths?: readonly string[];
  /** Replaces everything but the URL's host: the requests that a connection repeats, by the connection's number. */
  readonly cycleOf?: (connection: number) => readonly autocannon.Request[];
  readonly method?: 'GET' | 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `CONNECTIONS` by default. */
  readonly connections?: number;
}

export const CONNECTIONS = 32;

/** Sends requests to the URL for this many seconds, after a second of warm-up. Rejects if a response is an error. */
export async function fire(shot: Shot, seconds: number): Promise<Rate> {
  await once(shot, 1);
  return once(shot, seconds);
}

export interface Cost extends Rate {
  /** Microseconds of processor time per request, of all threads of the service's process. */
  readonly processorUs: number;
}

/** The same, with the cost per request for the process whose processor time `processorMs` returns. */
export async function fireAt(processorMs: () => number, shot: Shot, seconds: number): Promise<Cost> {
  await once(shot, 1);
  const before = processorMs();
  const rate = await once(shot, seconds);
  return { ...rate, processorUs: ((processorMs() - before) * 1_000) / (rate.perSecond * seconds) };
}

/** Sends this many requests, however long it takes. */
export const fireSoMany = (shot: Shot, amount: number): Promise<Rate> => volley(shot, { amount });

const once = (shot: Shot, duration: number): Promise<Rate> => volley(shot, { duration });

/** The same, at this many requests per second. */
export async function fireSteadily(
  processorMs: () => number,
  shot: Shot,
  overallRate: number,
  seconds: number,
): Promise<Cost> {
  const before = processorMs();
  const rate = await volley(shot, { duration: seconds, overallRate });
  return { ...rate, processorUs: ((processorMs() - before) * 1_000) / (rate.perSecond * seconds) };
}

type Length = { readonly amount: number } | { readonly duration: number; readonly overallRate?: number };

async function volley(
  { url, paths, cycleOf, method = 'GET', headers, body, connections = CONNECTIONS }: Shot,
  length: Length,
): Promise<Rate> {
  const requestsOf = cycleOf ?? (paths && ((connection: number) => [{ path: paths[connection % paths.length] ?? '' }]));
  const result = await autocannon({
    url,
    method,
    headers,
    connections,
    ...length,
    ...(body === undefined ? {} : { body }),
    ...(requestsOf === undefined ? {} : { setupClient: numbered(requestsOf) }),
  });
  const failed = result['4xx'] + result['5xx'] + result.errors;
  if (failed > 0) throw new Error(`${method} ${url}: ${failed} requests failed`);
  return { perSecond: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Each connection has its own requests, as each author has a trail, so that saves do not queue for the same row. */
function numbered(
  requestsOf: (connection: number) => readonly autocannon.Request[],
): (client: autocannon.Client) => void {
  let begun = 0;
  return (client) => {
    client.setRequests(requestsOf(begun));
    begun += 1;
  };
}

/** Repeats the work, with `CONNECTIONS` calls at a time. */
export async function repeat(work: () => Promise<unknown>, seconds: number): Promise<Rate> {
  await loops(work, 1);
  return loops(work, seconds);
}

async function loops(work: () => Promise<unknown>, seconds: number): Promise<Rate> {
  const began = performance.now();
  const took: number[] = [];
  const loop = async (): Promise<void> => {
    while (performance.now() - began < seconds * 1_000) {
      const from = performance.now();
      await work();
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  took.sort((a, b) => a - b);
  return {
    perSecond: took.length / ((performance.now() - began) / 1_000),
    p50: took[Math.floor(took.length * 0.5)] ?? 0,
    p99: took[Math.floor(took.length * 0.99)] ?? 0,
  };
}
