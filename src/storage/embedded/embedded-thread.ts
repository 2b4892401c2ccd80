// This thread's end of the embedded PostgreSQL (embedded-server.mjs): a socket for the driver, as if a server were
// behind it.
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';

export interface EmbeddedServer {
  /** What the driver takes for a socket; there is one. */
  readonly socket: Duplex;
  /** All of the database, as a tar archive. Only while no statement runs. Rejects where it fails. */
  dump(): Promise<Blob>;
  /** Writes everything and ends the thread. Only while no statement runs. */
  close(): Promise<void>;
  /** Ends the thread at once, as a crash would. */
  abandon(): Promise<void>;
}

const PROGRAM = new URL('./embedded-server.mjs', import.meta.url);
/** AuthenticationOk and ReadyForQuery: the holder of the folder is trusted. */
const GREETING = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;

/** Starts it on `folder` (undefined: in memory), beginning from `dump` where that is given and nothing is there yet. */
export async function startServer(folder: string | undefined, dump: Blob | undefined): Promise<EmbeddedServer> {
  // Bytes, because a blob that is a file cannot be handed to a thread.
  const archive = await dump?.arrayBuffer();
  const handed = archive === undefined ? [] : [archive];
  const thread = new Worker(PROGRAM, { workerData: { folder, archive }, transferList: handed });
  const ended = new Promise<void>((done) => thread.once('exit', () => done()));
  const lost = ended.then(() => {
    throw new Error('The embedded server was terminated.');
  });
  lost.catch(() => undefined); // At the end of a close nobody waits for it.
  const answered = (): Promise<unknown[]> => Promise.race([once(thread, 'message'), lost]);
  await answered();
  return {
    socket: socketTo(thread),
    async dump() {
      thread.postMessage('dump');
      const [made] = (await answered()) as [Blob | { readonly failure: string }];
      if (made instanceof Blob) return made;
      throw new Error(`The embedded database could not be dumped: ${made.failure}`);
    },
    async close() {
      thread.postMessage('close');
      await ended;
    },
    async abandon() {
      await thread.terminate();
    },
  };
}

/** What the driver asks of a socket beside reading and writing. */
const SOCKET = { setNoDelay() {}, setKeepAlive() {}, ref() {}, unref() {} };

function socketTo(thread: Worker): Duplex {
  let isGreeted = false;
  let written: Buffer[] = [];
  const flush = (): void => {
    const bytes = new Uint8Array(Buffer.concat(written));
    written = [];
    thread.postMessage(bytes, [bytes.buffer]);
  };
  const send = (chunks: readonly Buffer[]): void => {
    if (chunks[0]?.[0] === TERMINATE) {
      socket.push(null);
      return;
    }
    if (!isGreeted) {
      isGreeted = true;
      socket.push(GREETING);
      return;
    }
    // What is written at once goes as one message.
    if (written.length === 0) queueMicrotask(flush);
    written.push(...chunks);
  };
  const socket = Object.assign(
    new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        send([chunk]);
        done();
      },
      writev(chunks, done) {
        send(chunks.map(({ chunk }) => chunk as Buffer));
        done();
      },
    }),
    SOCKET,
    { connect: (): void => void setImmediate(() => socket.emit('connect')) },
  );
  thread.on('message', (bytes: unknown) => {
    if (bytes instanceof Uint8Array) socket.push(bytes);
  });
  thread.on('error', (failure) => socket.destroy(failure));
  thread.on('exit', () => socket.destroy());
  return socket;
}
