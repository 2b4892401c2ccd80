// A trace span for each request, with route, outcome and caller, like its log line. Never includes path, query, headers
// or body, because some paths are secrets.
import type { IncomingMessage } from 'node:http';
import { loggedIds, parseTraceParent, type Span, type SpanAttributes, type Tracing } from '../../base/tracing.ts';

/** Starts the span of each request, as a child of the one in its `traceparent`. */
export type RequestSpans = (request: IncomingMessage, requestId: string) => Span;

/** The outcome of a request. */
export interface RequestEnd {
  /** The path with the names of its parameters; undefined without a route. */
  readonly route: string | undefined;
  readonly status: number;
  /** The refusal's slug; empty without a refusal. */
  readonly slug: string;
  /** Ids of the caller, as logged. */
  readonly logged: Readonly<Record<string, string>>;
  /** Set if the connection closed before the response was complete. */
  readonly isCut: boolean;
}

/** Spans of requests to `baseUrl`. Host and scheme are those the client used, even behind a proxy. */
export function requestSpans(tracing: Tracing, baseUrl: string): RequestSpans {
  const { protocol, hostname, port } = new URL(baseUrl);
  const scheme = protocol.slice(0, -1);
  const served = {
    'url.scheme': scheme,
    'server.address': hostname,
    'server.port': Number(port) || (scheme === 'https' ? 443 : 80),
  };
  return ({ method = '', headers }, requestId) => {
    const attributes = { ...served, 'http.request.method': method, 'cairn.request_id': requestId };
    const parent = parseTraceParent(headers.traceparent, headers.tracestate);
    return tracing.begin({ name: method, kind: 'server', attributes }, parent);
  };
}

/** Records the outcome on the span and ends it. Refusals of callers (4xx) are not errors of the service. */
export function endRequestSpan(span: Span, method: string, end: RequestEnd): void {
  if (span.isRecording()) tellEnd(span, method, end);
  span.end();
}

function tellEnd(span: Span, method: string, { route, status, slug, logged, isCut }: RequestEnd): void {
  if (route !== undefined) span.rename(`${method} ${route}`);
  const attributes: Record<string, string | number | boolean> = { 'http.response.status_code': status };
  if (route !== undefined) attributes['http.route'] = route;
  for (const [name, id] of Object.entries(logged)) attributes[`cairn.${name}`] = id;
  if (slug !== '') attributes['cairn.slug'] = slug;
  if (isCut) attributes['cairn.cut'] = true;
  span.set(attributes);
  if (status >= 500) span.fail(slug === '' ? String(status) : slug);
}

/** The endpoint and door that serve the request. */
export const endpointAttributes = (door: string, endpoint: string): SpanAttributes => ({
  'cairn.door': door,
  'cairn.endpoint_id': endpoint,
});

/**
 * The trace id for a request's log line: of its span or, without tracing, the one in the caller's header, so that the
 * caller's trace leads to the line.
 */
export function traceOf(span: Span | undefined, { headers }: IncomingMessage): Readonly<Record<string, string>> {
  if (span !== undefined) return loggedIds(span);
  if (headers.traceparent === undefined) return NOT_TRACED;
  const parent = parseTraceParent(headers.traceparent);
  return parent === undefined ? NOT_TRACED : { trace_id: parent.trace_id };
}

const NOT_TRACED = {};
