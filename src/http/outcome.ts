// How a request ended, and the one line and the one count that tell of it. No header, body or query is ever logged.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../base/refusal.ts';
import type { Served } from './gate.ts';
import type { Metrics } from './metrics.ts';
import { problemSlugOf } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How the request ended, for its log line. */
    outcome: Outcome | null;
  }
}

export interface Outcome {
  readonly refusal: Refusal | 'internal' | undefined;
  readonly logged: Readonly<Record<string, string>>;
  /** The bucket that the request was taken from. */
  readonly policy: string;
}

/** The outcome of a request that an endpoint served. */
export const outcomeOf = ({ refusal, admitted, rate }: Served<unknown>): Outcome => ({
  refusal,
  logged: admitted?.logged ?? {},
  policy: rate.RateLimit?.split('"')[1] ?? 'failures',
});

interface Told {
  readonly logger: { info(line: object, message: string): void };
  readonly metrics: Metrics;
}

/** Writes the line and counts the request, once it was answered. */
export function reportOutcome({ logger, metrics }: Told, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown';
  const { method, outcome } = request;
  const slug = slugOf(outcome?.refusal);
  metrics.request({ route, method, status: reply.statusCode, slug, seconds: reply.elapsedTime / 1_000 });
  if (slug === 'rate-limited') metrics.rateLimited(outcome?.policy ?? '');
  const line = {
    request_id: request.id,
    method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...outcome?.logged,
  };
  logger.info(slug === '' ? line : { ...line, slug }, 'request');
}

const slugOf = (refusal: Refusal | 'internal' | undefined): string =>
  refusal === undefined ? '' : refusal === 'internal' ? 'internal' : problemSlugOf(refusal.slug);
