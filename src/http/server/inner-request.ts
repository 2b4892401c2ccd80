// A request that one endpoint makes of another in the same process (a tool call as the request of /v1 that it stands
// for): it passes the gate as if it had come over the wire, and no socket is opened for it.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Call } from '../endpoint/endpoint.ts';
import type { Incoming } from '../incoming/incoming.ts';

/** What to ask of the other endpoint. Headers have lower-case names; `body` becomes JSON. */
export interface InnerRequest {
  readonly method: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
}

type Outer = Pick<Call<unknown>, 'requestId' | 'headers' | 'address' | 'signal'>;

/** The request, with the credential, the origin and the request id of the one that asks. */
export function innerRequest(outer: Outer, { method, url, params, query, headers, body }: InnerRequest): Incoming {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const raw = new IncomingMessage(new Socket());
  raw.method = method;
  raw.url = url;
  raw.headers = {
    host: outer.headers.host ?? '',
    authorization: outer.headers.authorization ?? '',
    'user-agent': outer.headers['user-agent'] ?? '',
    ...headers,
    ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
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
