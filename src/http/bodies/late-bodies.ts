// Time limits for request bodies. A slow body may take as long as it keeps arriving. A client that goes silent, or
// trickles a byte now and then, gets 408 and loses the connection.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ParserFailure } from '../incoming/parser-failure.ts';

/** Milliseconds. */
export interface BodyLimits {
  /** The time a body has at the start, and at most at any moment. */
  readonly requestTimeout: number;
  /** This many bytes give a body one more millisecond. At this pace it can be of any size. */
  readonly slowestBytes: number;
  /** How often connections are checked against their limits. */
  readonly connectionsCheckingInterval: number;
}

/** A body in transit: its remaining time at the last check, and the bytes read from its connection by then. */
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

/** Uses Node's code for a timeout. */
const tooLate = (): ParserFailure =>
  Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
