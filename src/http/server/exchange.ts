// One request with its response: what the server knows of it beside its bytes, and the one line and the one count that
// tell how it ended. No header, body or query is ever logged.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRefusal, type Refusal } from '../../base/refusal.ts';
import type { Span } from '../../base/tracing.ts';
import { problemSlugOf } from '../answers/problem.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { endRequestSpan, traceOf } from '../metrics/request-span.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The Request-Id. */
  readonly id: string;
  /** `performance.now()` at its beginning. */
  readonly startedAt: number;
  /** The path with its parameters' names, once it is known. */
  route: string;
  outcome: RequestOutcome | undefined;
  /** Undefined: no traces. */
  readonly span: Span | undefined;
}

/** The route of a request whose path nobody knows. */
export const UNKNOWN_ROUTE = 'unknown';

export interface RequestOutcome {
  readonly refusal: Refusal | 'internal' | undefined;
  readonly logged: Readonly<Record<string, string>>;
  /** The bucket that the request was taken from; undefined: none. */
  readonly policy: string | undefined;
}

/** Milliseconds since the request began. */
export const elapsedMs = ({ startedAt }: Exchange): number => performance.now() - startedAt;

interface Reporting {
  readonly logger: { info(line: object, message: string): void };
  readonly metrics: Metrics;
}

/** Writes the line, counts the request and ends its span, once its response has ended, one way or the other. */
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
  logger.info(slug === '' ? line : { ...line, slug, ...failureBehind(outcome?.refusal) }, 'request');
}

/** What keeps the service from answering, for its operator: no door tells it. */
const failureBehind = (refusal: Refusal | 'internal' | undefined): { readonly failure?: string } =>
  isRefusal(refusal, 'not-ready') && refusal.cause instanceof Error ? { failure: refusal.cause.message } : {};

const slugOf = (refusal: Refusal | 'internal' | undefined): string =>
  refusal === undefined ? '' : refusal === 'internal' ? 'internal' : problemSlugOf(refusal.slug);
