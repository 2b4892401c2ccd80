// The header `traceparent` (W3C Trace Context), with which a caller assigns a request to a trace.

export interface TraceParent {
  readonly trace_id: string;
  /** The caller's span. */
  readonly span_id: string;
  /** True if the caller records the trace. */
  readonly isSampled: boolean;
  /** Data of other tracing systems, passed on unchanged. */
  readonly tracestate?: string | undefined;
}

/** Later versions may append more after a dash. */
const PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
/** Longer states may be dropped (section 3.3.1.5). */
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
