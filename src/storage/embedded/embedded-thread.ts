// The main thread's side of the embedded PostgreSQL (embedded-server.mjs): a socket for the driver that looks like a
// server.
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { latestWrite } from './folder-clock.ts';

export interface EmbeddedServer {
  /** The only socket for the driver. */
  readonly socket: Duplex;
  /** The whole database as a tar archive. Call only while no statement runs. Rejects on failure. */
  dump(): Promise<Blob>;
  /** Writes everything to disk and ends the thread. Call only while no statement runs. */
  close(): Promise<void>;
  /** Ends the thread immediately, like a crash. */
  abandon(): Promise<void>;
}

const PROGRAM = new URL('./embedded-server.mjs', import.meta.url);
/** AuthenticationOk and ReadyForQuery. The holder of the folder is trusted. */
const GREETING = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;

/** Starts the server on `folder` (undefined: in memory). A folder that does not exist is filled from `dump`. */
export async function startServer(folder: string | undefined, dump: Blob | undefined): Promise<EmbeddedServer> {
  // Bytes, because a file-backed blob cannot be passed to a thread.
  const archive = await dump?.arrayBuffer();
  const handed = archive === undefined ? [] : [archive];
  const latest = folder === undefined ? 0 : latestWrite(folder);
  const thread = new Worker(PROGRAM, { workerData: { folder, archive, latest }, transferList: handed });
  const ended = new Promise<void>((done) => thread.once('exit', () => done()));
  const lost = ended.then(() => {
    throw new Error('The embedded server was terminated.');
  });
  lost.catch(() => undefined); // Not awaited when closing.
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

/** Socket methods that the driver calls besides reading and writing. */
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
    // Combine writes of the same turn into one message.
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
