// What the server knows about one request and its response, apart from the bytes.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '../../base/refusal.ts';
import type { Span } from '../../base/tracing.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The Request-Id. */
  readonly id: string;
  /** `performance.now()` at the start. */
  readonly startedAt: number;
  /** The path with its parameter names, once known. */
  route: string;
  outcome: RequestOutcome | undefined;
  /** Undefined without tracing. */
  readonly span: Span | undefined;
}

/** The route of a request with an unknown path. */
export const UNKNOWN_ROUTE = 'unknown';

export interface RequestOutcome {
  readonly refusal: Refusal | 'internal' | undefined;
  readonly logged: Readonly<Record<string, string>>;
  /** The rate limit charged; undefined for none. */
  readonly policy: string | undefined;
}

/** Milliseconds since the request started. */
export const elapsedMs = ({ startedAt }: Exchange): number => performance.now() - startedAt;
