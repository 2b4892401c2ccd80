// Bodies on their way. One that comes slowly is waited for as long as it comes; a caller who falls silent, or sends a
// byte now and then, is answered 408 and holds no connection.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ParserFailure } from '../incoming/parser-failure.ts';

/** Milliseconds. */
export interface BodyLimits {
  /** What a body has at its beginning, and at most at any moment of it. */
  readonly requestTimeout: number;
  /** So many bytes of a body give it a millisecond back: at this pace it is waited for, however large it is. */
  readonly slowestBytes: number;
  /** How often connections are held against their limits. */
  readonly connectionsCheckingInterval: number;
}

/** A body under way: the time that it has left, as of the last look, and what its connection had brought by then. */
interface Arriving {
  readonly request: IncomingMessage;
  leftMs: number;
  lookedAt: number;
  bytes: number;
}

/** `onLate` is called with the connection of a body that is over its time, and again while that stays open. */
export function lateBodies(
  { requestTimeout, slowestBytes, connectionsCheckingInterval }: BodyLimits,
  onLate: (failure: ParserFailure, socket: Socket) => void,
) {
  const arriving = new Map<Socket, Arriving>();
  // No more than at the beginning: a caller that sends most of a body at once could else be silent for an hour, and
  // hold it all.
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
    /** `bytesBefore`: what the connection had brought before the request. */
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

/** By the code that Node gives it. */
const tooLate = (): ParserFailure =>
  Object.assign(new Error('The body did not come in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
