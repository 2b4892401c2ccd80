// Traces through the SDK of OpenTelemetry, sent over OTLP. Its packages are optional, and loaded here when a variable
// asks for traces. Nothing is registered for the whole process: spans are made at our own seams alone.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Context, Span as SdkSpan, SpanContext } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { TraceParent } from './base/trace-parent.ts';
import type { Span, SpanAttributes, SpanStart, Tracing } from './base/tracing.ts';
import { RELEASE } from './release.ts';
import type { TracingSetting } from './tracing-setting.ts';

export interface TracingLog {
  info(details: object, sentence: string): void;
  warn(details: object, sentence: string): void;
}

/** How long the end of the process waits for a collector. */
const FAREWELL_MS = 2_000;

/**
 * Loads the SDK, which reads its variables out of the environment of the process. Fails with a sentence for the
 * operator where a package is missing. A collector that is away is told to `log` once, and once when it is back.
 */
export async function openTracing({ protocol }: TracingSetting, log: TracingLog): Promise<Tracing> {
  const [api, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    installed(import('@opentelemetry/api'), '@opentelemetry/api'),
    installed(import('@opentelemetry/sdk-trace-base'), '@opentelemetry/sdk-trace-base'),
    installed(import('@opentelemetry/resources'), '@opentelemetry/resources'),
    protocol === 'http/json'
      ? installed(import('@opentelemetry/exporter-trace-otlp-http'), '@opentelemetry/exporter-trace-otlp-http')
      : installed(import('@opentelemetry/exporter-trace-otlp-proto'), '@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = api;
  const own = {
    'service.name': 'cairn',
    'service.version': RELEASE,
    // Each worker is an instance.
    'service.instance.id': randomUUID(),
  };
  const environment = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.BasicTracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes(own)).merge(environment),
    spanProcessors: [new sdk.BatchSpanProcessor(reporting(new OTLPTraceExporter(), log))],
  });
  const tracer = provider.getTracer('cairn', RELEASE);
  const atHand = new AsyncLocalStorage<OpenSpan>();
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

  class OpenSpan implements Span {
    readonly #span: SdkSpan;
    readonly #context: SpanContext;
    constructor(span: SdkSpan) {
      this.#span = span;
      this.#context = span.spanContext();
    }
    get trace_id(): string {
      return this.#context.traceId;
    }
    get span_id(): string {
      return this.#context.spanId;
    }
    get traceparent(): string {
      const { traceId, spanId, traceFlags } = this.#context;
      return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
    }
    isRecording(): boolean {
      return this.#span.isRecording();
    }
    set(attributes: SpanAttributes): void {
      this.#span.setAttributes(attributes);
    }
    rename(name: string): void {
      this.#span.updateName(name);
    }
    link(other: Span): void {
      if (other instanceof OpenSpan) this.#span.addLink({ context: other.#context });
    }
    fail(type: string): void {
      this.#span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    }
    end(): void {
      this.#span.end();
    }
    run<Result>(work: () => Result): Result {
      return atHand.run(this, work);
    }
    above(): Context {
      return trace.setSpan(ROOT_CONTEXT, this.#span);
    }
  }

  const remote = ({ trace_id, span_id, isSampled, tracestate }: TraceParent): Context =>
    trace.setSpanContext(ROOT_CONTEXT, {
      traceId: trace_id,
      spanId: span_id,
      traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
      isRemote: true,
      ...(tracestate === undefined ? {} : { traceState: api.createTraceState(tracestate) }),
    });
  const contextOf = (parent: Span | TraceParent | undefined): Context => {
    if (parent === undefined) return ROOT_CONTEXT;
    return parent instanceof OpenSpan ? parent.above() : remote(parent as TraceParent);
  };
  return {
    active: () => atHand.getStore(),
    begin: ({ name, kind, attributes = {} }: SpanStart, parent) =>
      new OpenSpan(tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, contextOf(parent))),
    close: () => within(FAREWELL_MS, provider.shutdown()),
  };
}

/** The exporter, with one line in the log when it begins to fail and one when it is well again. */
function reporting(exporter: SpanExporter, log: TracingLog): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result;
        const hasFailed = result.code !== SUCCESS;
        if (hasFailed && !isAway)
          log.warn(
            { failure: error?.message ?? '' },
            'traces are not taken by the collector and dropped until it does',
          );
        if (!hasFailed && isAway) log.info({}, 'the collector takes traces again');
        isAway = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** `ExportResultCode.SUCCESS`, whose package is one more to name. */
const SUCCESS = 0;

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}

async function installed<Module>(loading: Promise<Module>, name: string): Promise<Module> {
  try {
    return await loading;
  } catch (cause) {
    throw new Error(
      `Traces need the optional package ${name}. Install it, or unset OTEL_EXPORTER_OTLP_ENDPOINT and ` +
        'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.',
      { cause },
    );
  }
}
