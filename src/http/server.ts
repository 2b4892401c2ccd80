// The HTTP server: the doors mounted on one Fastify instance (framework.ts). What a request means is decided in gate.ts,
// how it is replied to in replies.ts.
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../base/refusal.ts';
import type { Incoming } from './call.ts';
import type { Door, Endpoint, Observation } from './endpoint.ts';
import { type Limits, openFramework } from './framework.ts';
import { type GateDeps, type Served, serve } from './gate.ts';
import type { Metrics } from './metrics.ts';
import { outcomeOf, reportOutcome } from './outcome.ts';
import { frameworkRefusal, parserAnswer, pathIn } from './parser-errors.ts';
import { openReplies } from './replies.ts';
import { routeTable } from './route-table.ts';
import { underWay } from './under-way.ts';

export interface ServerOptions extends GateDeps {
  readonly baseUrl: string;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Trust X-Forwarded-For of a proxy in front, for the addresses of rate limits and logs. */
  readonly trustProxy: boolean;
  /** Other limits than those of production, for tests of them. */
  readonly limits?: Partial<Limits>;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Mounts a door's endpoints. On paths below `prefix` even an unknown route is refused in the door's words. */
  mount<Caller>(door: Door<Caller>, endpoints: readonly Endpoint<Caller>[], prefix?: string): void;
  /** After the last door: every known path answers the methods it does not have. */
  seal(): void;
  /** Accepts nothing new; resolves when every request was handled, also those whose caller has gone away. */
  close(): Promise<void>;
}

/** Builds the server; it listens when `app.listen` is called and drains when `close` is. */
export function buildServer(options: ServerOptions): HttpServer {
  const handling = underWay();
  const replies = openReplies(options.baseUrl, options.report);
  const app = openFramework({
    logger: options.logger,
    trustProxy: options.trustProxy,
    limits: options.limits,
    onParserFailure: (failure, socket) =>
      parserAnswer(failure, socket, replies.rendererFor(pathIn(failure)), options.metrics),
    onFailure(failure, request, reply) {
      const refusal = frameworkRefusal(failure);
      if (refusal === 'internal') options.report(failure, request.id);
      return replies.refuse(request, reply, refusal);
    },
  });
  const routes = routeTable(app, replies.offer);
  app.addHook('onResponse', (request, reply, done) => {
    reportOutcome(options, request, reply);
    done();
  });
  app.setNotFoundHandler((request, reply) => {
    const allow = routes.allowInstead(request.method, request.url);
    if (allow !== undefined) return replies.offer(request, reply, allow);
    return replies.refuse(request, reply, refuse('not-found', 'There is nothing at this address.'));
  });
  return {
    app,
    seal: routes.close,
    async close() {
      await app.close();
      await handling.settled();
    },
    mount(door, endpoints, prefix) {
      if (prefix !== undefined) replies.addRenderer(prefix, door.render);
      for (const endpoint of endpoints) {
        routes.add(endpoint.method, endpoint.path);
        app.route({
          method: endpoint.method,
          url: endpoint.path,
          handler: async (request, reply) => {
            const incoming = incomingOf(request);
            const served = await handling.run(() => serve(options, door, endpoint, incoming));
            request.outcome = outcomeOf(served);
            door.observe?.(observation(served, endpoint, incoming, reply.elapsedTime));
            return replies.answer(request, reply, served.answer, served.rate);
          },
        });
      }
    },
  };
}

function incomingOf(request: FastifyRequest): Incoming {
  return {
    raw: request.raw,
    url: request.url,
    method: request.method,
    headers: request.headers,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    address: request.ip,
    requestId: request.id,
    signal: () => departure(request.raw),
  };
}

/** Aborts when the caller goes away before he is answered. */
function departure(raw: IncomingMessage): AbortSignal {
  const controller = new AbortController();
  raw.socket.once('close', () => controller.abort());
  return controller.signal;
}

const observation = <Caller>(
  served: Served<Caller>,
  endpoint: Endpoint<Caller>,
  incoming: Incoming,
  durationMs: number,
): Observation<Caller> => ({
  caller: served.admitted?.caller,
  endpoint,
  request: incoming,
  status: served.answer.status,
  refusal: served.refusal,
  durationMs,
  noted: served.noted,
});
