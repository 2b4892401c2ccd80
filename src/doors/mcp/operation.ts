// Runs a tool call as the /v1 operation behind it: same gate, same handler, same refusals.
import type { Caller } from '../../admission/caller.ts';
import { refuse } from '../../base/refusal.ts';
import type { Scope } from '../../directory/roles.ts';
import { payloadOf } from '../../http/answers/answer.ts';
import type { Endpoint } from '../../http/endpoint/endpoint.ts';
import type { Served } from '../../http/gate/gate.ts';
import type { Incoming } from '../../http/incoming/incoming.ts';
import { type InnerRequest, innerRequest } from '../../http/server/inner-request.ts';
import type { Visit } from './visit.ts';

/** The arguments for the operation. */
export interface OperationCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The revision that was edited or reviewed, sent as If-Match. */
  readonly revision?: unknown;
  readonly body?: object;
  /** Sent as `multipart/form-data` instead of a body. */
  readonly form?: FormData;
  readonly idempotencyKey?: unknown;
}

export interface Operations {
  /** The endpoint with that operation id. Throws if it does not exist. */
  find(id: string): Endpoint<Caller, Scope>;
  /** Serves one request that the gate has admitted. */
  serve(endpoint: Endpoint<Caller, Scope>, incoming: Incoming): Promise<Served<Caller>>;
}

export const operationsOf = (endpoints: readonly Endpoint<Caller, Scope>[], serve: Operations['serve']): Operations => {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return {
    find(id) {
      const endpoint = byId.get(id);
      if (endpoint === undefined) throw new Error(`There is no operation ${id}.`);
      return endpoint;
    },
    serve,
  };
};

/**
 * The JSON response of the operation. Throws refusals of the gate or the handler. The request has already been counted
 * against the default rate limit, so only operations with a limit of their own count it again.
 */
export async function runOperation(
  operations: Operations,
  endpoint: Endpoint<Caller, Scope>,
  { call }: Visit,
  asked: OperationCall,
): Promise<object> {
  const request = innerRequest(call, await requestOf(endpoint, call, asked));
  const rate = endpoint.rate === 'default' ? 'none' : endpoint.rate;
  const { answer, refusal } = await operations.serve({ ...endpoint, rate }, request);
  if (refusal === 'internal') throw refuse('not-ready', 'Something went wrong on our side. Report the Request-Id.');
  if (refusal !== undefined) throw refusal;
  const payload = payloadOf(answer);
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? JSON.parse(payload.toString()) : {};
}

async function requestOf(
  { method, path: pattern, body: declared }: Endpoint<Caller, Scope>,
  call: Visit['call'],
  { params = {}, query = {}, revision, body, form, idempotencyKey }: OperationCall,
): Promise<InnerRequest> {
  const path = pattern.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const isEmpty = body !== undefined && Object.keys(body).length === 0 && declared?.required === false;
  return {
    method,
    url: Object.keys(search).length === 0 ? path : `${path}?${new URLSearchParams(search)}`,
    // Access tokens are bound to the URL of /mcp.
    params: { ...(call.params as Readonly<Record<string, string>>), ...params },
    query: search,
    headers: {
      ...(revision === undefined ? {} : { 'if-match': `"${revision}"` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': String(idempotencyKey) }),
    },
    body: isEmpty ? undefined : body,
    encoded: form === undefined ? undefined : await encodedForm(form),
  };
}

async function encodedForm(form: FormData): Promise<{ readonly bytes: Buffer; readonly contentType: string }> {
  const encoded = new Response(form);
  return { bytes: Buffer.from(await encoded.arrayBuffer()), contentType: encoded.headers.get('content-type') ?? '' };
}
