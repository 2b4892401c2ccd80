// The HTTP server: one Fastify instance, its limits, and the doors mounted on it. With openapi.ts the only code that
// knows Fastify. What a request means is decided in gate.ts.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Refusal, refuse } from '../base/refusal.ts';
import type { Answer } from './answer.ts';
import type { Door, DoorRequest, Endpoint } from './endpoint.ts';
import { type GateKit, type Incoming, type Served, serve } from './gate.ts';
import type { Metrics } from './metrics.ts';
import { frameworkRefusal, parserAnswer, pathIn } from './parser-errors.ts';
import { problemAnswer, problemSlugOf } from './problem.ts';
import { requestIdOf } from './request-id.ts';
import { routeTable } from './route-table.ts';
import { sendAnswer } from './send.ts';
import { underWay } from './under-way.ts';

export interface ServerOptions extends GateKit {
  readonly baseUrl: string;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Trust X-Forwarded-For of a proxy in front, for the addresses of rate limits and logs. */
  readonly trustProxy: boolean;
  /** Other limits than those of production, for tests of them. */
  readonly limits?: Partial<Limits>;
}

/** What a mounted door says of a request that reached none of its endpoints. */
type Speak = Door<unknown>['speak'];

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Mounts a door's endpoints. On paths below `prefix` even an unknown route is refused in the door's words. */
  mount<Caller>(door: Door<Caller>, endpoints: readonly Endpoint<Caller>[], prefix?: string): void;
  /** After the last door: every known path answers the methods it does not have. */
  seal(): void;
  /** Accepts nothing new; resolves when every request was handled, also those whose caller has gone away. */
  close(): Promise<void>;
}

/** Milliseconds, bytes, connections. */
interface Limits {
  /** From the first byte of a request to the last of its body. */
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  /** How often connections are held against the two above. */
  readonly connectionsCheckingInterval: number;
  readonly keepAliveTimeout: number;
  readonly maxConnections: number;
  readonly headerBytes: number;
}

const LIMITS: Limits = {
  requestTimeout: 120_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 72_000,
  maxConnections: 10_000,
  headerBytes: 16_384,
};

/** Builds the server; it listens when `app.listen` is called and drains when `close` is. */
export function buildServer(options: ServerOptions): HttpServer {
  const limits = { ...LIMITS, ...options.limits };
  const handling = underWay();
  const speakers: { prefix: string; speak: Speak }[] = [];
  const speakFor = (url: string): Speak =>
    speakers.find(({ prefix }) => url === prefix || url.startsWith(`${prefix}/`))?.speak ??
    ((refusal, { requestId }) => problemAnswer(refusal, options.baseUrl, requestId));
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustProxy,
    genReqId: (raw) => requestIdOf(raw.headers['request-id']),
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      maxHeaderSize: limits.headerBytes,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: (failure, socket: Socket) =>
      parserAnswer(failure, socket, speakFor(pathIn(failure)), options.metrics),
    frameworkErrors: (failure, request, reply) =>
      refuseWith(request as FastifyRequest, reply as FastifyReply, frameworkRefusal(failure)),
  });
  app.server.maxConnections = limits.maxConnections;
  // Nothing is read here: a route reads its body where Decision 5 puts it, and never beyond its limit.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.decorateRequest('outcome', null);

  const spoken = (request: FastifyRequest, refusal: Refusal | 'internal'): Answer => {
    request.outcome = { refusal, logged: {}, policy: '' };
    return speakFor(request.url)(refusal, { requestId: request.id, url: request.url });
  };
  const refuseWith = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal | 'internal'): FastifyReply =>
    send(reply, request, spoken(request, refusal), {});
  const send = (reply: FastifyReply, request: FastifyRequest, answer: Answer, rate: RateHeaders): FastifyReply => {
    reply.hijack();
    const always = { 'Request-Id': request.id, ...rate };
    try {
      sendAnswer(request.raw, reply.raw, answer, always);
    } catch (thrown) {
      // An answer that cannot be written is a bug like any other: the caller is told so instead of waiting.
      options.report(thrown, request.id);
      sendAnswer(request.raw, reply.raw, spoken(request, 'internal'), always);
    }
    return reply;
  };
  const routes = routeTable(app, (request, reply, allow) => {
    if (request.method === 'OPTIONS') return send(reply, request, { status: 204, headers: { Allow: allow } }, {});
    return refuseWith(
      request,
      reply,
      refuse('method-not-allowed', `${request.method} is not possible here. Use ${allow}.`, { allow }),
    );
  });
  app.addHook('onResponse', async (request, reply) => observe(options, request, reply));
  app.setNotFoundHandler((request, reply) =>
    refuseWith(request, reply, refuse('not-found', 'There is nothing at this address.')),
  );
  app.setErrorHandler((failure, request, reply) => {
    const refusal = frameworkRefusal(failure);
    if (refusal === 'internal') options.report(failure, request.id);
    return refuseWith(request, reply, refusal);
  });

  return {
    app,
    seal: routes.close,
    async close() {
      await app.close();
      await handling.settled();
    },
    mount(door, endpoints, prefix) {
      if (prefix !== undefined) speakers.push({ prefix, speak: door.speak });
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
            return send(reply, request, served.answer, served.rate);
          },
        });
      }
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** How the request ended, for its log line. */
    outcome: Outcome | null;
  }
}

type RateHeaders = Readonly<Record<string, string>>;

interface Outcome {
  readonly refusal: Refusal | 'internal' | undefined;
  readonly logged: Readonly<Record<string, string>>;
  /** The bucket that the request was taken from. */
  readonly policy: string;
}

const outcomeOf = ({ refusal, admitted, rate }: Served<unknown>): Outcome => ({
  refusal,
  logged: admitted?.logged ?? {},
  policy: rate.RateLimit?.split('"')[1] ?? 'failures',
});

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
  incoming: Incoming & DoorRequest,
  durationMs: number,
) => ({
  caller: served.admitted?.caller,
  endpoint,
  request: incoming,
  status: served.answer.status,
  refusal: served.refusal,
  durationMs,
  noted: served.noted,
});

/** One line and one count a request; no header, body or query is ever logged. */
function observe({ logger, metrics }: ServerOptions, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown';
  const refusal = request.outcome?.refusal;
  const slug = refusal === undefined ? '' : refusal === 'internal' ? 'internal' : problemSlugOf(refusal.slug);
  metrics.request({
    route,
    method: request.method,
    status: reply.statusCode,
    slug,
    seconds: reply.elapsedTime / 1_000,
  });
  if (slug === 'rate-limited') metrics.rateLimited(request.outcome?.policy ?? '');
  const line = {
    request_id: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...request.outcome?.logged,
  };
  logger.info(slug === '' ? line : { ...line, slug }, 'request');
}
