// Wraps OpenTelemetry spans, and tracks which one is active. The package is passed in because it is optional.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span as SdkSpan, SpanContext, Tracer } from '@opentelemetry/api';
import type { Span, SpanAttributes, TraceParent, Tracing } from '../base/tracing.ts';

type Api = typeof import('@opentelemetry/api');

/** Shared by all spans of a tracer. */
interface Seams {
  readonly api: Api;
  readonly atHand: AsyncLocalStorage<OpenSpan>;
}

/** Creates spans with `tracer`. */
export function openSpans(api: Api, tracer: Tracer): Pick<Tracing, 'active' | 'begin'> {
  const seams: Seams = { api, atHand: new AsyncLocalStorage<OpenSpan>() };
  const { SpanKind } = api;
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
  return {
    active: () => seams.atHand.getStore(),
    begin: ({ name, kind, attributes = {} }, parent) => {
      const options = { kind: kinds[kind], attributes: { ...attributes } };
      return new OpenSpan(tracer.startSpan(name, options, contextOf(api, parent)), seams);
    },
  };
}

class OpenSpan implements Span {
  readonly #span: SdkSpan;
  readonly #context: SpanContext;
  readonly #seams: Seams;
  constructor(span: SdkSpan, seams: Seams) {
    this.#span = span;
    this.#context = span.spanContext();
    this.#seams = seams;
  }
  get trace_id(): string {
    return this.#context.traceId;
  }
  get span_id(): string {
    return this.#context.spanId;
  }
  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#context;
    return `00-${traceId}-${spanId}-${(traceFlags & this.#seams.api.TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
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
    this.#span.setAttribute('error.type', type).setStatus({ code: this.#seams.api.SpanStatusCode.ERROR });
  }
  end(): void {
    this.#span.end();
  }
  run<Result>(work: () => Result): Result {
    return this.#seams.atHand.run(this, work);
  }
  above(): Context {
    const { trace, ROOT_CONTEXT } = this.#seams.api;
    return trace.setSpan(ROOT_CONTEXT, this.#span);
  }
}

/** The parent context of a new span: none, one of our spans, or a span of another service. */
function contextOf(api: Api, parent: Span | TraceParent | undefined): Context {
  if (parent === undefined) return api.ROOT_CONTEXT;
  return parent instanceof OpenSpan ? parent.above() : remoteContext(api, parent as TraceParent);
}

const remoteContext = (api: Api, { trace_id, span_id, isSampled, tracestate }: TraceParent): Context =>
  api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId: trace_id,
    spanId: span_id,
    traceFlags: isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE,
    isRemote: true,
    ...(tracestate === undefined ? {} : { traceState: api.createTraceState(tracestate) }),
  });
