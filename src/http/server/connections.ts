// Node's HTTP server with the limits of a connection, and the sockets that are open: so that a drain knows which of
// them are idle and may be closed at once.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type BodyLimits, lateBodies } from '../bodies/late-bodies.ts';
import type { ParserFailure } from '../incoming/parser-failure.ts';
import { connectionsBesideFiles } from './open-files.ts';

/** Milliseconds, bytes, connections. */
export interface Limits extends BodyLimits {
  readonly headersTimeout: number;
  readonly keepAliveTimeout: number;
  readonly maxConnections: number;
  readonly headerBytes: number;
}

const LIMITS: Limits = {
  requestTimeout: 120_000,
  slowestBytes: 8,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 72_000,
  maxConnections: 10_000,
  headerBytes: 16_384,
};

export interface Connections {
  readonly server: Server;
  isDraining(): boolean;
  /**
   * Accepts nothing new and closes idle connections at once; a busy one closes with its answer, and after `withinMs`
   * whatever it does. Resolves when every connection is closed.
   */
  drain(withinMs: number): Promise<void>;
}

/** `onRequest` is called with each request, `onParserFailure` with bytes that never became one. */
export function openConnections(
  overrides: Partial<Limits> | undefined,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
  onParserFailure: (failure: ParserFailure, socket: Duplex) => void,
): Connections {
  const limits = { ...LIMITS, ...overrides };
  const server = serverWithin(limits);
  /**
   * Each open socket, and how many bytes it had sent when its last request was answered; undefined while one is served.
   */
  const sockets = new Map<Socket, number | undefined>();
  let isDraining = false;
  const bodies = lateBodies(limits, onParserFailure);
  server.on('close', bodies.stop);
  const isIdle = (socket: Socket): boolean => sockets.get(socket) === socket.bytesRead;
  server.on('connection', (socket) => {
    sockets.set(socket, 0);
    socket.once('close', () => sockets.delete(socket));
  });
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    bodies.watch(request, sockets.get(socket) ?? socket.bytesRead);
    sockets.set(socket, undefined);
    // It closes once; `once` would make two objects more for each request.
    response.on('close', () => {
      if (sockets.has(socket)) sockets.set(socket, socket.bytesRead);
      if (isDraining) socket.destroySoon();
    });
    onRequest(request, response);
  };
  server.on('request', receive);
  // Only 100-continue is an expectation; by itself Node would refuse another without a Request-Id.
  server.on('checkExpectation', receive);
  server.on('clientError', onParserFailure);
  // By itself Node would hang up without a word; nobody reads such a connection any more.
  server.on('connect', (_request, socket) => {
    socket.once('finish', () => socket.destroy());
    onParserFailure(new Error('A tunnel was asked for.'), socket);
  });
  return {
    server,
    isDraining: () => isDraining,
    drain(withinMs) {
      isDraining = true;
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of sockets.keys()) if (isIdle(socket)) socket.destroy();
      const deadline = setTimeout(() => server.closeAllConnections(), withinMs);
      return closed.finally(() => clearTimeout(deadline));
    },
  };
}

function serverWithin(limits: Limits): Server {
  const server = createServer({
    requestTimeout: 0, // Node would end a large body on a slow line too: late-bodies.ts tells one from a silent caller.
    keepAliveTimeout: limits.keepAliveTimeout,
    headersTimeout: limits.headersTimeout,
    connectionsCheckingInterval: limits.connectionsCheckingInterval,
    maxHeaderSize: limits.headerBytes,
    requireHostHeader: false, // Node would refuse in words of its own: target.ts does.
  });
  server.maxConnections = Math.min(limits.maxConnections, connectionsBesideFiles());
  // By itself Node would leave out what comes after a thousand headers, a credential or a precondition too. How many
  // there can be is said by `headerBytes`.
  server.maxHeadersCount = 0;
  return server;
}
