// The part of autocannon that the benches use; the package has no types.
declare module 'autocannon' {
  interface Request {
    readonly path: string;
    readonly method?: 'GET' | 'PUT' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  interface Client {
    setRequests(requests: readonly Request[]): void;
  }
  interface Options {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration?: number;
    /** Requests, instead of seconds. */
    readonly amount?: number;
    /** Requests per second of all connections together. */
    readonly overallRate?: number;
    readonly setupClient?: (client: Client) => void;
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly duration: number;
    readonly errors: number;
    readonly '4xx': number;
    readonly '5xx': number;
  }
  function autocannon(options: Options): Promise<Result>;
  namespace autocannon {
    export type { Client, Request };
  }
  export default autocannon;
}
