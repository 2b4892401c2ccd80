// A request as the span of a trace: which route, how it ended and who called, as the line of the log tells it. Never
// its path, query, headers or body: some paths are secrets.
import type { IncomingMessage } from 'node:http';
import { parseTraceParent } from '../../base/trace-parent.ts';
import { loggedIds, type Span, type SpanAttributes, type Tracing } from '../../base/tracing.ts';

/** Begins the span of each request, below the one that its `traceparent` names. */
export type RequestSpans = (request: IncomingMessage, requestId: string) => Span;

/** How a request ended. */
export interface RequestEnd {
  /** The path with its parameters' names; undefined: there is none. */
  readonly route: string | undefined;
  readonly status: number;
  /** Of the refusal; empty: none. */
  readonly slug: string;
  /** Ids of the caller, as logged. */
  readonly logged: Readonly<Record<string, string>>;
  /** The connection went before the answer was whole. */
  readonly isCut: boolean;
}

/** Spans of requests to `baseUrl`: what a proxy in front changed, the host and the scheme, is as the caller sees it. */
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

/** Tells the span how its request ended, and ends it. A refusal of the caller (4xx) is no error of the service. */
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

/** Which endpoint of which door serves the request. */
export const endpointAttributes = (door: string, endpoint: string): SpanAttributes => ({
  'cairn.door': door,
  'cairn.endpoint_id': endpoint,
});

/**
 * The trace of a request for its line in the log: of its span, or where there are no traces here the one that its
 * caller names, so that the caller's trace leads to the line. It costs the reading of one header.
 */
export function traceOf(span: Span | undefined, { headers }: IncomingMessage): Readonly<Record<string, string>> {
  if (span !== undefined) return loggedIds(span);
  if (headers.traceparent === undefined) return NOT_TRACED;
  const parent = parseTraceParent(headers.traceparent);
  return parent === undefined ? NOT_TRACED : { trace_id: parent.trace_id };
}

const NOT_TRACED = {};
