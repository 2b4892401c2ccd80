// The Fastify instance: the limits of a connection, and everything of the framework's own switched off that would break
// the contract. What it answers with is decided in server.ts.
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { refuse } from '../base/refusal.ts';
import type { ParserFailure } from './parser-errors.ts';
import { requestIds } from './request-id.ts';

/** Milliseconds, bytes, connections. */
export interface Limits {
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

export interface FrameworkOptions {
  readonly logger: FastifyBaseLogger;
  readonly trustProxy: boolean;
  readonly limits: Partial<Limits> | undefined;
  /** Told of bytes that never became a request. */
  readonly onParserFailure: (failure: ParserFailure, socket: Socket) => void;
  /** Told of what the framework itself refuses, or of what a hook throws. */
  readonly onFailure: (failure: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

export function openFramework(options: FrameworkOptions): FastifyInstance {
  const limits = { ...LIMITS, ...options.limits };
  const idOf = requestIds();
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trustProxy,
    genReqId: (raw) => idOf(raw.headers['request-id']),
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      maxHeaderSize: limits.headerBytes,
      requireHostHeader: false, // Node would refuse in words of its own: `requireHost` does.
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A base URL pasted with a slash at its end makes `//Users` of `/Users`: the administrator meant the same.
    routerOptions: { maxParamLength: 300, ignoreDuplicateSlashes: true },
    clientErrorHandler: (failure, socket: Socket) => options.onParserFailure(failure, socket),
    frameworkErrors: (failure, request, reply) =>
      options.onFailure(failure, request as FastifyRequest, reply as FastifyReply),
  });
  app.server.maxConnections = limits.maxConnections;
  // Only 100-continue is an expectation; by itself Node would refuse another without a Request-Id.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // No method has a body of the framework's, whatever the Content-Type: a route reads its body where Decision 5 puts it, and
  // never beyond its limit.
  for (const method of app.supportedMethods) app.addHttpMethod(method, { overrideExisting: true });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.decorateRequest('outcome', null);
  app.addHook('onRequest', requireHost);
  app.setErrorHandler((failure, request, reply) => options.onFailure(failure, request, reply));
  return app;
}

/** Refuses with `bad-request` a request of HTTP/1.1 that names no host (RFC 9112, section 3.2). */
function requireHost({ raw }: FastifyRequest, _reply: FastifyReply, done: (refusal?: Error) => void): void {
  const isMissing = raw.headers.host === undefined && raw.httpVersion === '1.1';
  done(isMissing ? refuse('bad-request', 'The header Host is missing.') : undefined);
}
