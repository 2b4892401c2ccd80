// One request with its response: what the server knows about it apart from its bytes.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '../../base/refusal.ts';
import type { Span } from '../../base/tracing.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The Request-Id. */
  readonly id: string;
  /** `performance.now()` at its beginning. */
  readonly startedAt: number;
  /** The path with its parameters' names, once it is known. */
  route: string;
  outcome: RequestOutcome | undefined;
  /** Undefined: no traces. */
  readonly span: Span | undefined;
}

/** The route of a request whose path nobody knows. */
export const UNKNOWN_ROUTE = 'unknown';

export interface RequestOutcome {
  readonly refusal: Refusal | 'internal' | undefined;
  readonly logged: Readonly<Record<string, string>>;
  /** The bucket that the request was taken from; undefined: none. */
  readonly policy: string | undefined;
}

/** Milliseconds since the request began. */
export const elapsedMs = ({ startedAt }: Exchange): number => performance.now() - startedAt;
