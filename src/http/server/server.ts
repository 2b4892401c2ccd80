// The HTTP server. routing.ts finds the endpoint of a request, gate.ts processes it, replies.ts sends the response,
// connections.ts enforces connection limits.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tracing } from '../../base/tracing.ts';
import { openReplies } from '../answers/replies.ts';
import { type Exchange, UNKNOWN_ROUTE } from '../incoming/exchange.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { requestSpans } from '../metrics/request-span.ts';
import { type Connections, type Limits, openConnections } from './connections.ts';
import { parserAnswer, pathIn } from './parser-errors.ts';
import { reportExchange } from './report-exchange.ts';
import { requestIds } from './request-id.ts';
import { openRouting, type Routing, type RoutingDeps } from './routing.ts';
import { originForm } from './target.ts';
import { type UnderWay, underWay } from './under-way.ts';

export interface ServerOptions extends Omit<RoutingDeps, 'replies'> {
  readonly baseUrl: string;
  readonly logger: Record<'info' | 'debug', (line: object, message: string) => void>;
  readonly metrics: Metrics;
  /** Overrides of the production limits, for tests. */
  readonly limits?: Partial<Limits> | undefined;
  /** Undefined without tracing. */
  readonly tracing?: Tracing | undefined;
}

export interface HttpServer extends Pick<Routing, 'mount' | 'elsewhere'> {
  /** Resolves with the port once it listens. */
  listen(place: { readonly host: string; readonly port: number }): Promise<number>;
  /**
   * Keeps serving for `delayMs`, so that load balancers notice that the process is not ready. Each response closes its
   * connection, so that clients move on to other processes.
   */
  beginDrain(delayMs: number): Promise<void>;
  /**
   * Stops accepting requests. Resolves when all are handled, even those whose client has left, or after `withinMs` with
   * false (connections were closed).
   */
  close(withinMs?: number): Promise<boolean>;
}

const DRAIN_MS = 20_000;

/** Builds the server. `listen` starts it and `close` drains it. */
export function buildServer(options: ServerOptions): HttpServer {
  const handling = underWay();
  const idOf = requestIds();
  const spanOf = options.tracing && requestSpans(options.tracing, options.baseUrl);
  const connections = openConnections(
    options.limits,
    (request, response) => void receive(request, response),
    (failure, socket) => parserAnswer(failure, socket, replies.rendererFor(pathIn(failure)), replies.always, options),
  );
  const replies = openReplies({ ...options, isDraining: connections.isDraining });
  const { route, mount, elsewhere } = openRouting({ ...options, replies });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.url = originForm(request.url ?? '');
    const id = idOf(request.headers['request-id']);
    const startedAt = performance.now();
    const span = spanOf?.(request, id);
    const exchange: Exchange = { request, response, id, startedAt, route: UNKNOWN_ROUTE, outcome: undefined, span };
    response.on('close', () => reportExchange(options, exchange));
    handling.begin();
    try {
      await (span === undefined ? route(exchange) : span.run(() => route(exchange)));
    } catch (thrown) {
      options.report(thrown, id);
      replies.refuse(exchange, 'internal');
    } finally {
      handling.end();
    }
  }

  return {
    mount,
    elsewhere,
    listen: (place) => listen(connections.server, place),
    async beginDrain(delayMs) {
      if (delayMs === 0) return;
      connections.beginDrain();
      await pause(delayMs);
    },
    close: (withinMs = DRAIN_MS) => drained(connections, handling, withinMs),
  };
}

function listen(server: Server, place: { readonly host: string; readonly port: number }): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(place, () => {
      server.off('error', fail);
      done((server.address() as AddressInfo).port);
    });
  });
}

/** Resolves with false if `withinMs` passes before all connections and requests have ended. */
async function drained(connections: Connections, handling: UnderWay, withinMs: number): Promise<boolean> {
  const waiting = new AbortController();
  // Starts before the drain closes connections, which ends them after the same time.
  const late = pause(withinMs, false, { signal: waiting.signal });
  const ended = connections.drain(withinMs).then(() => handling.settled());
  const isDrained = await Promise.race([ended.then(() => true), late]);
  waiting.abort();
  return isDrained;
}
