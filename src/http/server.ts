// The HTTP server: the doors mounted on one router. What a request means is decided in gate.ts, how it is replied to in
// replies.ts, what a connection may do in connections.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Refusal, refuse } from '../base/refusal.ts';
import type { Tracing } from '../base/tracing.ts';
import type { Answer } from './answer.ts';
import type { Incoming } from './call.ts';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import { type Limits, openConnections } from './connections.ts';
import type { Door, DoorRequest, Endpoint, Observation } from './endpoint.ts';
import { type Exchange, elapsedMs, reportExchange, UNKNOWN_ROUTE } from './exchange.ts';
import { type GateDeps, type Served, serve } from './gate.ts';
import type { Metrics } from './metrics.ts';
import { observeMissed } from './missed.ts';
import { parserAnswer, pathIn } from './parser-errors.ts';
import { repeatedHeader } from './repeated-header.ts';
import { openReplies } from './replies.ts';
import { requestIds } from './request-id.ts';
import { endpointAttributes, requestSpans } from './request-span.ts';
import { type Found, openRouter } from './router.ts';
import { underWay } from './under-way.ts';

export interface ServerOptions extends GateDeps {
  readonly baseUrl: string;
  readonly logger: { info(line: object, message: string): void };
  readonly metrics: Metrics;
  /** Whose X-Forwarded-For is believed, for the addresses of rate limits and logs. */
  readonly trustProxy: TrustedProxies;
  /** Other limits than those of production, for tests of them. */
  readonly limits?: Partial<Limits> | undefined;
  /** Undefined: no traces. */
  readonly tracing?: Tracing | undefined;
}

export interface HttpServer {
  /** Mounts a door's endpoints. On paths below `prefix` even an unknown route is refused in the door's words. */
  mount<Caller, Need extends string>(
    door: Door<Caller, Need>,
    endpoints: readonly Endpoint<Caller, Need>[],
    prefix?: string,
  ): void;
  /** What a browser gets at an address that no door knows, instead of problem details; undefined: a program asked. */
  elsewhere(page: PageElsewhere): void;
  /** Resolves with the port once it listens. */
  listen(place: { readonly host: string; readonly port: number }): Promise<number>;
  /**
   * Accepts nothing new; resolves when every request was handled, also those whose caller has gone away, and at the
   * latest after `withinMs` (then false: connections were cut).
   */
  close(withinMs?: number): Promise<boolean>;
}

type PageElsewhere = (
  request: Pick<DoorRequest, 'method' | 'headers'> & { readonly url: string },
) => Answer | undefined;

/** Serves one request, once its path and method are known. */
type Route = (exchange: Exchange, found: Found<unknown>) => Promise<void>;

const DRAIN_MS = 20_000;

/** Builds the server; it listens when `listen` is called and drains when `close` is. */
export function buildServer(options: ServerOptions): HttpServer {
  const handling = underWay();
  const idOf = requestIds();
  const spanOf = options.tracing && requestSpans(options.tracing, options.baseUrl);
  const addressOf = clientAddress(options.trustProxy);
  const router = openRouter<Route>();
  /** Whom to tell of what the router has no route for. */
  const missed = openRouter<Route>();
  const canonical: Canonical[] = [];
  const connections = openConnections(
    options.limits,
    (request, response) => void receive(request, response),
    (failure, socket) => parserAnswer(failure, socket, replies.rendererFor(pathIn(failure)), replies.always, options),
  );
  const replies = openReplies({ ...options, isDraining: connections.isDraining });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.url = originForm(request.url ?? '');
    const id = idOf(request.headers['request-id']);
    const startedAt = performance.now();
    const span = spanOf?.(request, id);
    const exchange: Exchange = { request, response, id, startedAt, route: UNKNOWN_ROUTE, outcome: undefined, span };
    response.once('close', () => reportExchange(options, exchange));
    try {
      await (span === undefined ? route(exchange) : span.run(() => route(exchange)));
    } catch (thrown) {
      options.report(thrown, id);
      replies.refuse(exchange, 'internal');
    }
  }

  async function route(exchange: Exchange): Promise<void> {
    const { method = '', url = '' } = exchange.request;
    const faulty = faultyHost(exchange.request);
    if (faulty !== undefined) return replies.refuse(exchange, faulty);
    if (!url.startsWith('/') && method !== 'OPTIONS') return nowhere(exchange, NO_PATH());
    const address = canonicalUrl(canonical, url);
    const found = router.find(method, address);
    if (found === 'malformed') return nowhere(exchange, MALFORMED());
    if (found?.route !== undefined) {
      exchange.route = found.path;
      return found.route(exchange, found);
    }
    if (found === undefined) nowhere(exchange, NOTHING_HERE());
    else offer(exchange, found);
    const observed = missed.find('GET', address);
    if (typeof observed === 'object') await observed.route?.(exchange, observed);
  }

  function offer(exchange: Exchange, { path, allow }: Found<Route>): void {
    exchange.route = path;
    replies.offer(exchange, allow);
  }

  function addMissed<Caller, Need extends string>(
    door: Door<Caller, Need>,
    { below, rate }: NonNullable<Door<Caller>['missed']>,
  ): void {
    const observe: Route = async (exchange, found) => {
      const refusal = exchange.outcome?.refusal;
      if (refusal === undefined) return; // OPTIONS, or a page for a browser
      const { response } = exchange;
      const request = incomingOf(exchange, found, addressOf);
      const answered = { request, refusal, status: response.statusCode, durationMs: elapsedMs(exchange) };
      await handling.run(() => observeMissed(options, door, rate, answered));
    };
    for (const path of [below, `${below}/*`]) missed.add('GET', path, observe);
  }

  let pageElsewhere: PageElsewhere = () => undefined;
  function nowhere(exchange: Exchange, refusal: Refusal): void {
    const { method = '', url = '', headers } = exchange.request;
    const page = pageElsewhere({ method, url, headers });
    if (page === undefined) replies.refuse(exchange, refusal);
    else replies.answer(exchange, page);
  }

  return {
    elsewhere(page) {
      pageElsewhere = page;
    },
    async close(withinMs = DRAIN_MS) {
      const deadline = timer(withinMs);
      const drained = connections.drain(withinMs).then(() => handling.settled());
      const isDrained = await Promise.race([drained.then(() => true), deadline.passed.then(() => false)]);
      deadline.stop();
      return isDrained;
    },
    listen: ({ host, port }) =>
      new Promise((done, fail) => {
        const { server } = connections;
        server.once('error', fail);
        server.listen({ host, port }, () => {
          server.off('error', fail);
          done((server.address() as AddressInfo).port);
        });
      }),
    mount<Caller, Need extends string>(
      door: Door<Caller, Need>,
      endpoints: readonly Endpoint<Caller, Need>[],
      prefix?: string,
    ) {
      if (prefix !== undefined) replies.addRenderer(prefix, door.render);
      if (prefix !== undefined && door.canonicalPath !== undefined)
        canonical.push({ prefix, pathOf: door.canonicalPath });
      if (door.missed !== undefined) addMissed(door, door.missed);
      for (const endpoint of endpoints)
        router.add(endpoint.method, endpoint.path, async (exchange, found) => {
          exchange.span?.set(endpointAttributes(door.name, endpoint.id));
          const incoming = incomingOf(exchange, found, addressOf);
          const served = await handling.run(() => serve(options, door, endpoint, incoming));
          const { refusal, admitted, policy } = served;
          exchange.outcome = { refusal, logged: admitted?.logged ?? {}, policy };
          door.observe?.(observation(served, endpoint, incoming, elapsedMs(exchange)));
          replies.answer(exchange, served.answer, served.rate);
        });
    },
  };
}

const NO_HOST = () => refuse('bad-request', 'The header Host is missing.');
const NO_PATH = () => refuse('bad-request', 'The target of the request is no path: it does not begin with /.');
const MALFORMED = () => refuse('bad-request', 'The path is malformed: it cannot be decoded.');
const NOTHING_HERE = () => refuse('not-found', 'There is nothing at this address.');

/** A request of HTTP/1.1 names its host, and no request names two (RFC 9112, section 3.2). */
const faultyHost = (request: IncomingMessage): Refusal | undefined =>
  request.headers.host === undefined && request.httpVersion === '1.1' ? NO_HOST() : repeatedHeader(request, 'Host');

/** The target as a path with its query, where it was sent with scheme and host (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}

interface Canonical {
  readonly prefix: string;
  readonly pathOf: (path: string) => string;
}

/** The address in the spelling that the table of routes has, where a door takes several. */
function canonicalUrl(doors: readonly Canonical[], url: string): string {
  const door = doors.find(({ prefix }) => url.startsWith(`${prefix}/`));
  if (door === undefined) return url;
  const query = url.indexOf('?');
  return query < 0 ? door.pathOf(url) : door.pathOf(url.slice(0, query)) + url.slice(query);
}

function incomingOf(
  { request, response, id }: Exchange,
  { params, query }: Found<unknown>,
  addressOf: (request: IncomingMessage) => string,
): Incoming {
  let signal: AbortSignal | undefined;
  return {
    raw: request,
    url: request.url ?? '',
    method: request.method ?? '',
    headers: request.headers,
    params,
    query,
    address: addressOf(request),
    requestId: id,
    // One for all who ask: each would hang a listener of its own on the response.
    signal: () => (signal ??= departure(response)),
  };
}

/** Aborts when the caller goes away before the answer is whole. Hangs on the response: a connection outlives many. */
function departure(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

const observation = <Caller>(
  served: Served<Caller>,
  endpoint: Observation<Caller>['endpoint'],
  request: DoorRequest & { readonly url: string },
  durationMs: number,
): Observation<Caller> => ({
  caller: served.admitted?.caller,
  endpoint,
  request,
  status: served.answer.status,
  refusal: served.refusal,
  durationMs,
  noted: served.noted,
});

/** A timer that can be awaited, and stopped. */
function timer(ms: number): { readonly passed: Promise<void>; stop(): void } {
  let stop = (): void => {};
  const passed = new Promise<void>((done) => {
    const handle = setTimeout(done, ms);
    stop = () => clearTimeout(handle);
  });
  return { passed, stop };
}
