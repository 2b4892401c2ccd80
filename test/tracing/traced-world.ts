// Traces sent to a test's own collector, and a service in this process that sends them.
import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';
import { vi } from 'vitest';
import type { Tracing } from '../../src/base/tracing.ts';
import { openTracing } from '../../src/start/open-tracing.ts';
import { type World, world } from '../support/world.ts';
import { type Collector, collector } from './collector.ts';

export interface Traced {
  readonly collector: Collector;
  readonly tracing: Tracing;
  readonly logger: Logger;
  /** The log lines. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** Spans are sent immediately. `otel` adds OpenTelemetry variables. */
export async function traces(otel: Readonly<Record<string, string>> = {}): Promise<Traced> {
  const stub = await collector();
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: stub.url, OTEL_BSP_SCHEDULE_DELAY: '1', ...otel };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const lines: Record<string, unknown>[] = [];
  const logger = pino(new Writable({ write: (line, _, done) => done(void lines.push(JSON.parse(String(line)))) }));
  const tracing = await openTracing({ protocol: 'http/json' }, logger);
  vi.unstubAllEnvs();
  return { collector: stub, tracing, logger, lines };
}

export type TracedWorld = World & Traced;

export async function tracedWorld(
  otel: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<TracedWorld> {
  const traced = await traces(otel);
  const service = await world(env, traced);
  return {
    ...service,
    ...traced,
    async close() {
      await service.close();
      await traced.collector.close();
    },
  };
}
