// Time limits for request bodies. A slow body may take as long as it keeps arriving. A client that goes silent, or
// trickles a byte now and then, gets 408 and loses the connection.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ParserFailure } from '../incoming/parser-failure.ts';

/** Milliseconds. */
export interface BodyLimits {
  /** The time that a body has at the start, which is also the maximum at any moment. */
  readonly requestTimeout: number;
  /**
   * For every this many bytes received, a body gets one more millisecond. A body that keeps up this pace can have any
   * size.
   */
  readonly slowestBytes: number;
  /** How often connections are checked against their limits. */
  readonly connectionsCheckingInterval: number;
}

/** A body in transit, with its remaining time and the bytes read from its connection as of the last check. */
interface Arriving {
  readonly request: IncomingMessage;
  leftMs: number;
  lookedAt: number;
  bytes: number;
}

/** Calls `onLate` with the connection of a body that is out of time, and again while the connection stays open. */
export function lateBodies(
  { requestTimeout, slowestBytes, connectionsCheckingInterval }: BodyLimits,
  onLate: (failure: ParserFailure, socket: Socket) => void,
) {
  const arriving = new Map<Socket, Arriving>();
  // Capped at the initial time. Otherwise a client could send most of a body at once and then stay silent for an hour.
  const spend = (body: Arriving, bytesRead: number, now: number): void => {
    const earned = (bytesRead - body.bytes) / slowestBytes;
    body.leftMs = Math.min(requestTimeout, body.leftMs + earned - (now - body.lookedAt));
    body.bytes = bytesRead;
    body.lookedAt = now;
  };
  const look = (): void => {
    const now = performance.now();
    for (const [socket, body] of arriving) {
      spend(body, socket.bytesRead, now);
      if (body.request.complete || socket.destroyed) arriving.delete(socket);
      else if (body.leftMs < 0) onLate(tooLate(), socket);
    }
  };
  const timer = setInterval(look, connectionsCheckingInterval).unref();
  return {
    /** `bytesBefore`: the bytes read from the connection before the request. */
    watch(request: IncomingMessage, bytesBefore: number): void {
      const { headers, socket } = request;
      if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
      arriving.set(socket, {
        request,
        leftMs: requestTimeout,
        lookedAt: performance.now(),
        bytes: bytesBefore,
      });
    },
    stop: (): void => clearInterval(timer),
  };
}

/** Has the error code that Node uses for a timeout. */
const tooLate = (): ParserFailure =>
  Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
