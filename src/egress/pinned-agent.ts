// The HTTP client of egress: undici with a lookup that returns only allowed addresses. The connection uses the checked
// address without a second lookup, which prevents DNS rebinding.
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { deadlineSignal } from '../base/deadline.ts';
import { isLoopback } from '../base/hosts.ts';
import { type AddressRange, mayReach } from './address-rules.ts';
import { checkedLookup } from './checked-lookup.ts';
import { EgressFailure, egressFailureOf } from './egress-failure.ts';
import type { Egress, EgressRequest, Outbound } from './egress-request.ts';
import { requireAllowedHost } from './host-behind-proxy.ts';
import { outboundConnector } from './outbound-connector.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_048_576;
/** How many bytes of an ignored body to read, and for how long, so that the connection can be reused. */
const IGNORED = { limit: 16_384, withinMs: 500 };

export interface PinnedOptions {
  readonly allow: readonly AddressRange[];
  readonly outbound: Outbound;
  /** True if the service's URL is on this machine. Allowed servers on this machine then don't need TLS. */
  readonly isDevelopment: boolean;
  readonly timeoutMs: number;
  readonly ignoresBodies: boolean;
  readonly connections: number;
}

export function pinnedEgress(options: PinnedOptions): Egress {
  const { allow, outbound, isDevelopment, timeoutMs, ignoresBodies, connections } = options;
  const agent = new Agent({
    connect: outboundConnector(outbound, {
      direct: checkedConnector(allow, outbound),
      check: (host) => requireAllowedHost(host, allow),
    }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_BYTES,
    keepAliveTimeout: 4_000,
    connections,
  });
  let isCut = false;
  return {
    async fetch(url, request = {}) {
      const target = new URL(url);
      if (target.protocol !== 'https:' && !(isDevelopment && isLoopback(target.hostname)))
        throw new EgressFailure('scheme');
      const late = deadlineSignal(timeoutMs);
      const signal = request.signal ? AbortSignal.any([late.signal, request.signal]) : late.signal;
      try {
        return await ask(agent, target, request, signal, ignoresBodies);
      } catch (thrown) {
        throw failureOf(thrown, late.signal);
      } finally {
        late.stop();
      }
    },
    cut() {
      isCut = true;
      void agent.destroy();
    },
    close: () => (isCut ? Promise.resolve() : agent.close()),
  };
}

async function ask(
  agent: Dispatcher,
  url: URL,
  request: EgressRequest,
  signal: AbortSignal,
  ignoresBodies: boolean,
): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('accept-encoding', 'identity');
  // Converts any kind of body to bytes, with its media type.
  const body = new Response((request.body ?? null) as ConstructorParameters<typeof Response>[0]);
  const type = body.headers.get('content-type');
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  const answer = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
    headers: Object.fromEntries(headers),
    body: body.body === null ? null : new Uint8Array(await body.arrayBuffer()),
    signal,
  });
  if (ignoresBodies) {
    ignore(answer.body);
    return new Response(null, { status: statusOf(answer.statusCode), headers: headersOf(answer.headers) });
  }
  const encoding = answer.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    answer.body.on('error', () => undefined).destroy();
    throw new EgressFailure('encoding');
  }
  const bytes = await answer.body.arrayBuffer();
  return new Response(bytes.byteLength === 0 ? null : bytes, {
    status: statusOf(answer.statusCode),
    headers: headersOf(answer.headers),
  });
}

/** Treats invalid statuses as server errors (RFC 9110, section 15). */
const statusOf = (status: number): number => (status > 599 ? 500 : status);

/**
 * Reads the rest of the body in the background, so that the connection can be reused. Aborts if the rest is long or
 * slow.
 */
function ignore(body: Dispatcher.ResponseData['body']): void {
  const cut = setTimeout(() => body.destroy(), IGNORED.withinMs).unref();
  body.on('error', () => undefined);
  body
    .dump({ limit: IGNORED.limit })
    .catch(() => undefined)
    .finally(() => clearTimeout(cut));
}

function headersOf(lines: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(lines))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  return headers;
}

/** Checks IP addresses in URLs, which are not looked up. Host names are checked by the lookup. */
function checkedConnector(ranges: readonly AddressRange[], { secureContext }: Outbound): buildConnector.connector {
  const connect = buildConnector({
    lookup: checkedLookup(ranges),
    timeout: CONNECT_TIMEOUT_MS,
    ...(secureContext && { secureContext }),
  } as buildConnector.BuildOptions);
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayReach(host, ranges)) return callback(new EgressFailure('address'), null);
    connect(options, callback);
  };
}

function failureOf(thrown: unknown, late: AbortSignal): EgressFailure {
  const own = egressFailureOf(thrown);
  if (own !== undefined) return own;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new EgressFailure('size', { cause: thrown });
  // Timeouts of the connection and the headers; ETIMEOUT comes from name servers.
  const isLate = late.aborted || code.endsWith('_TIMEOUT') || code === 'ETIMEOUT';
  return new EgressFailure(isLate ? 'time' : 'connection', { cause: thrown });
}
