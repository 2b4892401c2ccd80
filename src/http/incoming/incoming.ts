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

/** A request as the server passes it on. */
export interface Incoming extends DoorRequest {
  readonly raw: IncomingMessage;
  readonly url: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Aborts when the client leaves. Created on first use. */
  readonly signal: () => AbortSignal;
}

/** Reads a request header by name, case-insensitive. */
export interface HeaderReader {
  header(name: string): string | undefined;
}
