// The header `traceparent` (W3C Trace Context): which trace a request belongs to, as the caller says.

export interface TraceParent {
  readonly trace_id: string;
  /** The span that the request comes from. */
  readonly span_id: string;
  /** The caller records the trace. */
  readonly isSampled: boolean;
  /** What other tracing systems keep there, to be passed on as it is. */
  readonly tracestate?: string | undefined;
}

/** Later versions may have more behind a dash. */
const PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
/** Longer ones may be dropped (section 3.3.1.5). */
const LONGEST_STATE = 512;

type Header = string | readonly string[] | undefined;

/** What the headers say, or undefined: none were sent, or not well-formed, and are passed over then. */
export function parseTraceParent(traceparent: Header, tracestate?: Header): TraceParent | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, version, trace_id = '', span_id = '', flags = '', more] = PATTERN.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (isZero(trace_id) || isZero(span_id)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  const isKept = typeof tracestate === 'string' && tracestate !== '' && tracestate.length <= LONGEST_STATE;
  return { trace_id, span_id, isSampled, tracestate: isKept ? tracestate : undefined };
}

const isZero = (digits: string): boolean => /^0+$/.test(digits);
