// Handles the rest of a refused upload. If the connection closed immediately, the refusal would often get lost. If the
// service kept reading, the client could occupy the connection forever. So it reads a little longer and then closes.
import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 16 * 1_048_576;
const MAX_MS = 5_000;

/** Discards the rest of the body. Closes the connection if the rest is too long or too slow. */
export function drain(request: IncomingMessage): void {
  let left = MAX_BYTES;
  const end = (): void => void request.socket.destroy();
  const timer = setTimeout(end, MAX_MS).unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
