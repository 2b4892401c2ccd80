// Types of outgoing requests.
import type { SecureContext } from 'node:tls';

/** Bodies as in `fetch`. Streams are read completely before sending. */
export type EgressBody = string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream;

export interface EgressRequest {
  readonly method?: string | undefined;
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  readonly body?: EgressBody | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** The operator's proxy (CAIRN_EGRESS_PROXY, NO_PROXY). */
export interface EgressProxy {
  readonly url: string;
  /** Hosts to connect to without the proxy, separated by commas. */
  readonly except: string;
}

export interface Outbound {
  /** Undefined: no proxy. */
  readonly proxy?: EgressProxy | undefined;
  /** The context of TLS connections; undefined for Node's own. */
  readonly secureContext?: SecureContext | undefined;
}

export interface Egress {
  /** Like `fetch`, but does not follow redirects. Throws `EgressFailure`. */
  fetch(url: string | URL, request?: EgressRequest): Promise<Response>;
  /** Aborts running requests, which fail as if their connection was lost. No requests can be sent afterwards. */
  cut(): void;
  close(): Promise<void>;
}
