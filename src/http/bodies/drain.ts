// What a refused upload still sends. Cutting the connection at once would often destroy the refusal on its way; reading
// for ever would let one caller hold it. So: a little more, for a little while, then the end.
import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 16 * 1_048_576;
const LONGEST_MS = 5_000;

/** Throws away the rest of the body; ends the connection when the rest is too long or too slow. */
export function drain(request: IncomingMessage): void {
  let left = MOST_BYTES;
  const end = (): void => void request.socket.destroy();
  const timer = setTimeout(end, LONGEST_MS).unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
