// A request as doors and the gate see it.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** What a door needs to admit a caller. */
export interface DoorRequest {
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, string>>;
  readonly method: string;
  readonly address: string;
  readonly requestId: string;
}

/** A request as the server hands it over. */
export interface Incoming extends DoorRequest {
  readonly raw: IncomingMessage;
  readonly url: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Aborts when the caller goes away; made when first asked for. */
  readonly signal: () => AbortSignal;
}

/** Reads a request header by its name, in any case. */
export interface HeaderReader {
  header(name: string): string | undefined;
}
