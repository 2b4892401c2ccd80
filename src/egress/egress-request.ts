// A request to an address that somebody else chose: shapes alone.

/** What `fetch` takes; a stream is read whole before it is sent. */
export type EgressBody = string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream;

export interface EgressRequest {
  readonly method?: string | undefined;
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  readonly body?: EgressBody | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

export interface Egress {
  /** As `fetch`, a redirect being an answer like any other. Throws `EgressFailure`. */
  fetch(url: string | URL, request?: EgressRequest): Promise<Response>;
  /** Ends what is under way, which fails as a lost connection; nothing can be asked afterwards. */
  cut(): void;
  close(): Promise<void>;
}
