// Traces outgoing requests. Spans contain only the host of the URL, because the path of a webhook is often secret.
import { inSpan, type Span, type Tracing } from '../base/tracing.ts';
import { egressFailureOf } from './egress-failure.ts';
import type { Egress } from './egress-request.ts';

/**
 * Wraps `egress` with a span per request and sends `traceparent`. Does not forward `tracestate`, because callers of
 * this service set it for their own systems. `purpose` is a word or two for the span's name.
 */
export function tracedEgress(egress: Egress, tracing: Tracing, purpose: string): Egress {
  return {
    fetch(url, request = {}) {
      const { method = 'GET' } = request;
      const attributes = { 'http.request.method': method, ...serverOf(url) };
      const ask = async (span: Span): Promise<Response> => {
        const headers = new Headers(request.headers);
        headers.set('traceparent', span.traceparent);
        const answer = await egress.fetch(url, { ...request, headers });
        span.set({ 'http.response.status_code': answer.status });
        if (answer.status >= 400) span.fail(String(answer.status));
        return answer;
      };
      return inSpan(tracing, { name: `${method} ${purpose}`, kind: 'client', attributes }, ask, failureOf);
    },
    cut: () => egress.cut(),
    close: () => egress.close(),
  };
}

function serverOf(url: string | URL): Readonly<Record<string, string | number>> {
  const text = String(url);
  if (!URL.canParse(text)) return {};
  const { protocol, hostname, port } = new URL(text);
  const scheme = protocol.slice(0, -1);
  return {
    'url.scheme': scheme,
    'server.address': hostname,
    'server.port': Number(port) || (scheme === 'https' ? 443 : 80),
  };
}

const failureOf = (thrown: unknown): string => egressFailureOf(thrown)?.reason ?? 'unknown';
