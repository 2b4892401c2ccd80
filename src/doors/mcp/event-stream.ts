// A stream of events as the body of an answer: it ends when one of the signals says so, and a caller who does not read
// is let go.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Bytes that wait for a caller who does not read, beyond what the connection holds. */
const MOST_UNREAD = 65_536;

/** `source` as it comes, to its end; it is cancelled where nobody is left to read it. */
export function eventStream(source: ReadableStream<Uint8Array>, ends: readonly AbortSignal[]): Readable {
  const reader = source.getReader();
  const end = (): void => void reader.cancel().catch(() => undefined);
  const body = new Readable({
    read: () => undefined,
    destroy: (thrown, done) => {
      end();
      done(thrown);
    },
  });
  const pass = async (): Promise<void> => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      body.push(part.value);
      if (body.readableLength > MOST_UNREAD) body.destroy();
    }
    body.push(null);
  };
  pass().catch((thrown: Error) => body.destroy(thrown));
  for (const signal of ends) {
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }
  return body;
}
