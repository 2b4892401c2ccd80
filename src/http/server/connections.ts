// Node's HTTP server with connection limits. Tracks open sockets, so that a drain can close idle ones immediately.
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
  /** From now on, connections end after their next response. New ones are still accepted. */
  beginDrain(): void;
  /**
   * Stops accepting connections and closes idle ones immediately, busy ones after their response, and all after
   * `withinMs`. Resolves when every connection is closed.
   */
  drain(withinMs: number): Promise<void>;
}

/** Calls `onRequest` for each request and `onParserFailure` for bytes that do not form one. */
export function openConnections(
  overrides: Partial<Limits> | undefined,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
  onParserFailure: (failure: ParserFailure, socket: Duplex) => void,
): Connections {
  const limits = { ...LIMITS, ...overrides };
  const server = serverWithin(limits);
  /**
   * For each open socket, the bytes read by the time the last response was sent; undefined while it serves a request.
   */
  const sockets = new Map<Socket, number | undefined>();
  let isDraining = false;
  /** Before that, a client may still use a connection whose last response kept it open. */
  let isPortClosed = false;
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
    // The response emits `close` only once, and `once` would create two more objects per request.
    response.on('close', () => {
      if (sockets.has(socket)) sockets.set(socket, socket.bytesRead);
      if (isPortClosed) socket.destroySoon();
    });
    onRequest(request, response);
  };
  server.on('request', receive);
  // Only 100-continue is a valid expectation. Node would refuse others without a Request-Id.
  server.on('checkExpectation', receive);
  server.on('clientError', onParserFailure);
  // Node would hang up without a response. Nothing more is parsed on this connection.
  server.on('connect', (_request, socket) => {
    socket.once('finish', () => socket.destroy());
    onParserFailure(new Error('The client asked for a tunnel.'), socket);
  });
  return {
    server,
    isDraining: () => isDraining,
    beginDrain() {
      isDraining = true;
    },
    drain(withinMs) {
      isDraining = true;
      isPortClosed = true;
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of sockets.keys()) if (isIdle(socket)) socket.destroy();
      const deadline = setTimeout(() => server.closeAllConnections(), withinMs);
      return closed.finally(() => clearTimeout(deadline));
    },
  };
}

function serverWithin(limits: Limits): Server {
  const server = createServer({
    // Node would also stop a large body on a slow line. late-bodies.ts distinguishes that from a silent client.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveTimeout,
    headersTimeout: limits.headersTimeout,
    connectionsCheckingInterval: limits.connectionsCheckingInterval,
    maxHeaderSize: limits.headerBytes,
    requireHostHeader: false, // target.ts checks this instead, because Node's response has another format.
  });
  server.maxConnections = Math.min(limits.maxConnections, connectionsBesideFiles());
  // Node would drop headers after the first thousand, even a credential or precondition. `headerBytes` is the limit.
  server.maxHeadersCount = 0;
  return server;
}
