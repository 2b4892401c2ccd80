// A request from one endpoint to another in the same process (a tool call as a request of /v1). It passes the gate like
// a request from the network, but needs no socket.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Call } from '../endpoint/endpoint.ts';
import type { Incoming } from '../incoming/incoming.ts';

/**
 * The request to the other endpoint. Header names are in lower case; `body` becomes JSON, unless it is encoded already.
 */
export interface InnerRequest {
  readonly method: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  /** A body in another media type. */
  readonly encoded?: { readonly bytes: Buffer; readonly contentType: string } | undefined;
}

type Outer = Pick<Call<unknown>, 'requestId' | 'headers' | 'address' | 'signal'>;

/** The request, with the credential, origin and request id of the outer one. */
export function innerRequest(
  outer: Outer,
  { method, url, params, query, headers, body, encoded }: InnerRequest,
): Incoming {
  const bytes = encoded?.bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
  const type = encoded?.contentType ?? 'application/json';
  const raw = new IncomingMessage(new Socket());
  raw.method = method;
  raw.url = url;
  raw.headers = {
    host: outer.headers.host ?? '',
    authorization: outer.headers.authorization ?? '',
    'user-agent': outer.headers['user-agent'] ?? '',
    ...headers,
    ...(bytes === undefined ? {} : { 'content-type': type, 'content-length': String(bytes.length) }),
  };
  if (bytes !== undefined) raw.push(bytes);
  raw.push(null);
  raw.complete = true;
  return {
    raw,
    method,
    url,
    params,
    query,
    headers: raw.headers,
    address: outer.address,
    requestId: outer.requestId,
    signal: outer.signal,
  };
}
