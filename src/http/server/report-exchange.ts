// Log line, metrics and span of a finished request. Never logs headers, body or query.
import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { problemSlugOf } from '../answers/problem.ts';
import { type Exchange, elapsedMs, UNKNOWN_ROUTE } from '../incoming/exchange.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { endRequestSpan, traceOf } from '../metrics/request-span.ts';

interface Reporting {
  readonly logger: Record<'info' | 'debug', (line: object, message: string) => void>;
  readonly metrics: Metrics;
}

/** Logs the request, counts it and ends its span, once the response has ended for any reason. */
export function reportExchange({ logger, metrics }: Reporting, exchange: Exchange): void {
  const { route, outcome, response, span } = exchange;
  const method = exchange.request.method ?? '';
  const status = response.statusCode;
  const ms = elapsedMs(exchange);
  const slug = slugOf(outcome?.refusal);
  if (span !== undefined) {
    endRequestSpan(span, method, {
      route: route === UNKNOWN_ROUTE ? undefined : route,
      status,
      slug,
      logged: outcome?.logged ?? {},
      isCut: !response.writableFinished,
    });
  }
  metrics.request({ route, method, status, slug, seconds: ms / 1_000 });
  if (slug === 'rate-limited') metrics.rateLimited(outcome?.policy ?? 'failures');
  const line = {
    request_id: exchange.id,
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    ...outcome?.logged,
    ...(response.writableFinished ? {} : { cut: true }),
    ...traceOf(span, exchange.request),
  };
  logger[levelOf(route, status)](slug === '' ? line : { ...line, slug, ...failureBehind(outcome?.refusal) }, 'request');
}

/** Load balancers and Kubernetes ask these every few seconds. Only answers that report trouble are worth a line. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/health/ready']);
const levelOf = (route: string, status: number) => (PROBES.has(route) && status === 200 ? 'debug' : 'info');

/** The failure that caused a refusal, for the operator. Callers never see it. */
const failureBehind = (refusal: Refusal | 'internal' | undefined): { readonly failure?: string } =>
  isRefusal(refusal, 'not-ready') && refusal.cause instanceof Error ? { failure: refusal.cause.message } : {};

const slugOf = (refusal: Refusal | 'internal' | undefined): string =>
  refusal === undefined ? '' : refusal === 'internal' ? 'internal' : problemSlugOf(refusal.slug);
