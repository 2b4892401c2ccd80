// The interface of tracing. Code that creates spans receives `Tracing | undefined`; undefined means off, with no
// overhead. open-tracing.ts loads the exporter.
import type { TraceParent } from './trace-parent.ts';

/**
 * Names follow OpenTelemetry's semantic conventions; ours start with `cairn.`. Never include credentials, queries,
 * bodies or anything else that a caller wrote.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** A name of low cardinality: a route or a table, never a path. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

export interface Span {
  /** 32 and 16 hexadecimal digits. */
  readonly trace_id: string;
  readonly span_id: string;
  /** The header that adds a request to another service to this trace (W3C Trace Context). */
  readonly traceparent: string;
  /** False if the trace is not sampled or the span has ended. */
  isRecording(): boolean;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Links a related span, which may be in another trace. */
  link(other: Span): void;
  /** Marks the span as failed. `type` has low cardinality, such as a status or a slug. */
  fail(type: string): void;
  end(): void;
  /** Runs the work with this span as the parent. */
  run<Result>(work: () => Result): Result;
}

export interface Tracing {
  /** The current span, whether ended or not. */
  active(): Span | undefined;
  /** Starts a span, or a trace if there is no parent. The sampler decides whether it records. */
  begin(start: SpanStart, parent: Span | TraceParent | undefined): Span;
  /** Exports pending spans for up to two seconds. Never throws. */
  close(): Promise<void>;
}

/**
 * Runs the work in a child span of the current one and ends it. If the work throws and `typeOf` returns a type, the
 * span fails.
 */
export async function inSpan<Result>(
  tracing: Tracing,
  start: SpanStart,
  work: (span: Span) => Promise<Result>,
  typeOf: (thrown: unknown) => string | undefined,
): Promise<Result> {
  const span = tracing.begin(start, tracing.active());
  try {
    return await span.run(() => work(span));
  } catch (thrown) {
    const type = typeOf(thrown);
    if (type !== undefined) span.fail(type);
    throw thrown;
  } finally {
    span.end();
  }
}

/** A span's ids for log lines. */
export const loggedIds = (span: Span | undefined): Readonly<Record<string, string>> =>
  span === undefined ? NO_IDS : { trace_id: span.trace_id, span_id: span.span_id };

const NO_IDS = {};
