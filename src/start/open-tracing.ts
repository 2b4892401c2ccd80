// Tracing with the OpenTelemetry SDK, exported over OTLP. The packages are optional and loaded only if a variable
// enables tracing. Nothing is registered globally: spans are created only by our own code.
import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import type { Resource } from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { endsWithin } from '../base/deadline.ts';
import { installed } from '../base/once.ts';
import type { Tracing } from '../base/tracing.ts';
import type { Outbound } from '../egress/egress-request.ts';
import { outboundAgent } from '../egress/outbound.ts';
import { openSpans } from './open-spans.ts';
import { RELEASE } from './release.ts';
import type { TracingSetting } from './tracing-setting.ts';

type Resources = typeof import('@opentelemetry/resources');

export interface TracingLog {
  info(details: object, sentence: string): void;
  warn(details: object, sentence: string): void;
}

/** How long the process waits for the collector at exit. */
const FAREWELL_MS = 2_000;

/**
 * Loads the SDK, which reads its own environment variables. Rejects with a sentence for the operator if a package is
 * missing. Logs once when the collector becomes unavailable, and once when it is back.
 */
export async function openTracing(
  { protocol }: TracingSetting,
  log: TracingLog,
  outbound: Outbound = {},
): Promise<Tracing> {
  const [api, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    installed(import('@opentelemetry/api'), missing('@opentelemetry/api')),
    installed(import('@opentelemetry/sdk-trace-base'), missing('@opentelemetry/sdk-trace-base')),
    installed(import('@opentelemetry/resources'), missing('@opentelemetry/resources')),
    protocol === 'http/json'
      ? installed(import('@opentelemetry/exporter-trace-otlp-http'), missing('@opentelemetry/exporter-trace-otlp-http'))
      : installed(
          import('@opentelemetry/exporter-trace-otlp-proto'),
          missing('@opentelemetry/exporter-trace-otlp-proto'),
        ),
  ]);
  const agent = outboundAgent(outbound);
  const exporter = new OTLPTraceExporter(
    agent && { httpAgentOptions: (protocol) => (protocol === 'https:' ? agent : new HttpAgent({ keepAlive: true })) },
  );
  const provider = new sdk.BasicTracerProvider({
    resource: resources.defaultResource().merge(ownResource(resources)),
    spanProcessors: [new sdk.BatchSpanProcessor(reporting(exporter, log))],
  });
  return {
    ...openSpans(api, provider.getTracer('cairn', RELEASE)),
    close: async () => {
      await endsWithin(
        FAREWELL_MS,
        provider.shutdown().catch(() => undefined),
      );
    },
  };
}

/** The resource of the traces. Values in the environment override it. */
function ownResource({ detectResources, envDetector, resourceFromAttributes }: Resources): Resource {
  const own = {
    'service.name': 'cairn',
    'service.version': RELEASE,
    // Each worker is an instance.
    'service.instance.id': randomUUID(),
  };
  return resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }));
}

/** Wraps the exporter to log when it starts to fail and when it recovers. */
function reporting(exporter: SpanExporter, log: TracingLog): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result;
        const hasFailed = result.code !== SUCCESS;
        if (hasFailed && !isAway)
          log.warn({ failure: error?.message ?? '' }, 'the collector does not accept traces; they are dropped');
        if (!hasFailed && isAway) log.info({}, 'the collector accepts traces again');
        isAway = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** `ExportResultCode.SUCCESS`, without another dependency. */
const SUCCESS = 0;

const missing = (name: string): string =>
  `Traces need the optional package ${name}. Install it, or unset OTEL_EXPORTER_OTLP_ENDPOINT and ` +
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.';
