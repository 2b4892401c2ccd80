// Bodies on their way. One that comes slowly is waited for as long as it comes; a caller who falls silent, or sends a
// byte now and then, is answered 408 and holds no connection.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ParserFailure } from './parser-errors.ts';

/** Milliseconds. */
export interface BodyLimits {
  /** From the end of a request's headers to the last byte of its body, beside what `slowestBytes` gives. */
  readonly requestTimeout: number;
  /** A body that comes at so many bytes a millisecond is waited for, however large it is. */
  readonly slowestBytes: number;
  /** How often connections are held against their limits. */
  readonly connectionsCheckingInterval: number;
}

/** A body under way, and what its connection had brought before it. */
interface Arriving {
  readonly request: IncomingMessage;
  readonly since: number;
  readonly bytesBefore: number;
}

/** `onLate` is called with the connection of a body that is over its time, and again while that stays open. */
export function lateBodies(
  { requestTimeout, slowestBytes, connectionsCheckingInterval }: BodyLimits,
  onLate: (failure: ParserFailure, socket: Socket) => void,
) {
  const arriving = new Map<Socket, Arriving>();
  const isLate = (socket: Socket, { since, bytesBefore }: Arriving): boolean =>
    performance.now() - since > requestTimeout + (socket.bytesRead - bytesBefore) / slowestBytes;
  const look = (): void => {
    for (const [socket, body] of arriving) {
      if (body.request.complete || socket.destroyed) arriving.delete(socket);
      else if (isLate(socket, body)) onLate(tooLate(), socket);
    }
  };
  const timer = setInterval(look, connectionsCheckingInterval).unref();
  return {
    /** `bytesBefore`: what the connection had brought before the request. */
    watch(request: IncomingMessage, bytesBefore: number): void {
      const { headers, socket } = request;
      if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
      arriving.set(socket, { request, since: performance.now(), bytesBefore });
    },
    stop: (): void => clearInterval(timer),
  };
}

/** By the code that Node gives it. */
const tooLate = (): ParserFailure =>
  Object.assign(new Error('The body did not come in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
