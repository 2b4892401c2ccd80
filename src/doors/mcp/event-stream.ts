// An event stream as a response body. It ends when a signal fires, and disconnects callers who do not read.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Maximum bytes buffered for a slow reader, in addition to the connection's own buffer. */
const MAX_UNREAD = 65_536;

/** Passes `source` through to its end, and cancels it once the reader is gone. */
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
      if (body.readableLength > MAX_UNREAD) body.destroy();
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
