// Load and what came of it: requests by autocannon, statements by as many loops as there are connections.
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
  /** Paths instead of the URL's own, one a connection. */
  readonly paths?: readonly string[];
  readonly method?: 'GET' | 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export const CONNECTIONS = 32;

/** Fires at the URL for so many seconds, after a second to warm up. Rejects when an answer is an error. */
export async function fire(shot: Shot, seconds: number): Promise<Rate> {
  await once(shot, 1);
  return once(shot, seconds);
}

export interface Cost extends Rate {
  /** Microseconds of processor time a request, of all threads of the process that answers. */
  readonly processorUs: number;
}

/** The same, and what a request costs the process whose processor time `processorMs` tells. */
export async function fireAt(processorMs: () => number, shot: Shot, seconds: number): Promise<Cost> {
  await once(shot, 1);
  const before = processorMs();
  const rate = await once(shot, seconds);
  return { ...rate, processorUs: ((processorMs() - before) * 1_000) / (rate.perSecond * seconds) };
}

/** Fires so many requests, however long it takes. */
export const fireSoMany = (shot: Shot, amount: number): Promise<Rate> => volley(shot, { amount });

const once = (shot: Shot, duration: number): Promise<Rate> => volley(shot, { duration });

type Length = { readonly amount: number } | { readonly duration: number };

async function volley({ url, paths, method = 'GET', headers, body }: Shot, length: Length): Promise<Rate> {
  const result = await autocannon({
    url,
    method,
    headers,
    connections: CONNECTIONS,
    ...length,
    ...(body === undefined ? {} : { body }),
    ...(paths === undefined ? {} : { setupClient: oneEach(paths) }),
  });
  const failed = result['4xx'] + result['5xx'] + result.errors;
  if (failed > 0) throw new Error(`${method} ${url}: ${failed} requests failed`);
  return { perSecond: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Each connection has a path of its own, as authors have trails: savers do not queue at one row. */
function oneEach(paths: readonly string[]): (client: autocannon.Client) => void {
  let begun = 0;
  return (client) => {
    client.setRequests([{ path: paths[begun % paths.length] ?? '' }]);
    begun += 1;
  };
}

/** Runs the work over and over, `CONNECTIONS` at a time. */
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
