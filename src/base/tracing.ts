// The interface of tracing. Code that creates spans receives `Tracing | undefined`; undefined means off, with no
// overhead. open-tracing.ts loads the exporter.

/**
 * Names follow OpenTelemetry's semantic conventions; the service's own start with `cairn.`. Never include credentials,
 * queries, bodies or anything else that a caller wrote.
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
  /** The current span, even if it has ended. */
  active(): Span | undefined;
  /** Starts a span, or a trace if there is no parent. The sampler decides whether it is recorded. */
  begin(start: SpanStart, parent: Span | TraceParent | undefined): Span;
  /** Exports pending spans for up to two seconds. Never throws. */
  close(): Promise<void>;
}

/**
 * Runs the work in a child span of the current one and then ends the span. If the work throws and `typeOf` returns a
 * type, marks the span as failed.
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

export interface TraceParent {
  readonly trace_id: string;
  /** The caller's span. */
  readonly span_id: string;
  /** True if the caller records the trace. */
  readonly isSampled: boolean;
  /** Data of other tracing systems, passed on unchanged. */
  readonly tracestate?: string | undefined;
}

/** Later versions of the header may append more after a dash. */
const PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
/** Longer states may be dropped (W3C Trace Context, section 3.3.1.5). */
const MAX_STATE_LENGTH = 512;

type Header = string | readonly string[] | undefined;

/** Parses the headers; undefined if absent or malformed, in which case they are ignored. */
export function parseTraceParent(traceparent: Header, tracestate?: Header): TraceParent | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, version, trace_id = '', span_id = '', flags = '', more] = PATTERN.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (isZero(trace_id) || isZero(span_id)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  const isKept = typeof tracestate === 'string' && tracestate !== '' && tracestate.length <= MAX_STATE_LENGTH;
  return { trace_id, span_id, isSampled, tracestate: isKept ? tracestate : undefined };
}

const isZero = (digits: string): boolean => /^0+$/.test(digits);
