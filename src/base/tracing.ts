// Traces, as the rest of the code sees them: spans that are begun, told things and ended. Code that makes one is handed
// `Tracing | undefined`: undefined is off, and then nothing is made. What sends them is loaded in open-tracing.ts.
import type { TraceParent } from './trace-parent.ts';

/**
 * Named after OpenTelemetry's semantic conventions; our own begin with `cairn.`. Never a credential, a query, a body or
 * anything else that a caller wrote.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** One of few: a route or a table, never a path. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

export interface Span {
  /** 32 and 16 hexadecimal digits. */
  readonly trace_id: string;
  readonly span_id: string;
  /** The header that makes a request to another service part of this trace (W3C Trace Context). */
  readonly traceparent: string;
  /** False where the trace was not sampled, and once the span has ended. */
  isRecording(): boolean;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Notes another span that this one has to do with, in whichever trace. */
  link(other: Span): void;
  /** Marks it as failed; `type` is one of few, such as a status or a slug. */
  fail(type: string): void;
  end(): void;
  /** Runs the work, whose spans become children of this one. */
  run<Result>(work: () => Result): Result;
}

export interface Tracing {
  /** The span that the work at hand belongs to, ended or not. */
  active(): Span | undefined;
  /** Begins a span; without a parent it begins a trace. The sampler decides whether it records. */
  begin(start: SpanStart, parent: Span | TraceParent | undefined): Span;
  /** Sends what waits, for two seconds at most. Never throws. */
  close(): Promise<void>;
}

/**
 * Runs the work in a span below the one at hand, which it ends. What the work throws marks the span as failed where
 * `typeOf` names it.
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

/** The ids of a span as a line of the log has them. */
export const loggedIds = (span: Span | undefined): Readonly<Record<string, string>> =>
  span === undefined ? NO_IDS : { trace_id: span.trace_id, span_id: span.span_id };

const NO_IDS = {};
