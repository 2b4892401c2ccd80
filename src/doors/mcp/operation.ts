// A tool call as the operation of /v1 that it stands for: the same gate, the same handler, the same refusals.
import type { Caller } from '../../admission/caller.ts';
import { refuse } from '../../base/refusal.ts';
import type { Scope } from '../../directory/roles.ts';
import { payloadOf } from '../../http/answers/answer.ts';
import type { Endpoint } from '../../http/endpoint/endpoint.ts';
import type { Served } from '../../http/gate/gate.ts';
import type { Incoming } from '../../http/incoming/incoming.ts';
import { innerRequest } from '../../http/server/inner-request.ts';
import type { Visit } from './visit.ts';

/** What a call hands to its operation. */
export interface OperationCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The revision edited from or reviewed: If-Match. */
  readonly revision?: unknown;
  readonly body?: object;
  readonly idempotencyKey?: unknown;
}

export interface Operations {
  /** The endpoint of that operation id. Throws for one that there is not. */
  find(id: string): Endpoint<Caller, Scope>;
  /** Serves one request behind the gate. */
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
 * The JSON that the operation answers. Throws the refusal of the gate or of the handler. The request has been counted
 * in the default bucket already; only an operation that costs more is counted once more in its own.
 */
export async function runOperation(
  operations: Operations,
  endpoint: Endpoint<Caller, Scope>,
  { call }: Visit,
  { params = {}, query = {}, revision, body, idempotencyKey }: OperationCall,
): Promise<object> {
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const isEmpty = body !== undefined && Object.keys(body).length === 0 && endpoint.body?.required === false;
  const request = innerRequest(call, {
    method: endpoint.method,
    url: Object.keys(search).length === 0 ? path : `${path}?${new URLSearchParams(search)}`,
    // The address of the door is what an access token is bound to.
    params: { ...(call.params as Readonly<Record<string, string>>), ...params },
    query: search,
    headers: {
      ...(revision === undefined ? {} : { 'if-match': `"${revision}"` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': String(idempotencyKey) }),
    },
    body: isEmpty ? undefined : body,
  });
  const rate = endpoint.rate === 'default' ? 'none' : endpoint.rate;
  const { answer, refusal } = await operations.serve({ ...endpoint, rate }, request);
  if (refusal === 'internal') throw refuse('not-ready', 'Something went wrong on our side. Report the Request-Id.');
  if (refusal !== undefined) throw refusal;
  const payload = payloadOf(answer);
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? JSON.parse(payload.toString()) : {};
}
