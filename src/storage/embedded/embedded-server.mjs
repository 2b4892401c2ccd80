// The embedded PostgreSQL (PGlite) in a thread of its own, so that no statement holds up the requests of others. It
// takes bytes of the PostgreSQL protocol and answers with such (embedded-thread.ts is the other end). JavaScript as it
// stands, because a thread starts from a file that nothing has compiled.
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFolder } from './durable-folder.mjs';

/** @typedef {{ readonly folder: string | undefined, readonly archive: ArrayBuffer | undefined }} Beginning */
/** @typedef {Uint8Array<ArrayBuffer> | 'dump' | 'close'} Asked */

// PostgreSQL touches all of its buffers when it starts, 128 MB by default; what they do not hold, the operating
// system's cache does. Segments of the log are kept for the next checkpoint (upkeep.ts), not for one of a server with a
// gigabyte between two.
const SETTINGS = ['wal_sync_method=fsync', 'shared_buffers=32MB', 'min_wal_size=32MB', 'max_wal_size=128MB'].flatMap(
  (setting) => ['-c', setting],
);
/** No fsync: how PGlite starts; a folder that someone relies on is durable instead. */
const UNSYNCED = '-F';

/** @param {Beginning} beginning Without a folder: in memory. */
function start({ folder, archive }) {
  const options = {
    extensions: { btree_gin, pg_trgm },
    ...(archive === undefined ? {} : { loadDataDir: new Blob([archive]) }),
  };
  const startParams = [...PGlite.defaultStartParams, ...SETTINGS];
  if (folder === undefined) return PGlite.create({ ...options, startParams });
  return PGlite.create({
    ...options,
    fs: new DurableFolder(join(folder, 'postgres')),
    startParams: startParams.filter((param) => param !== UNSYNCED),
  });
}

const port = parentPort;
if (port === null) throw new Error('embedded-server.mjs is the program of a thread.');
const engine = await start(workerData);
port.postMessage('ready');

/** @param {Asked} asked */
async function answer(asked) {
  // A dump that fails (no room, a file that cannot be read) takes nothing from the database: its failure is the answer.
  if (asked === 'dump') return port?.postMessage(await engine.dumpDataDir('none').catch(failureOf));
  if (asked === 'close') {
    await engine.close();
    return port?.close();
  }
  // As a stream, because an answer that PGlite hands over whole it also parses, and keeps for good what it parsed.
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  // Each part is a view of the server's memory; a copy of its own can be handed over.
  const onRawData = (/** @type {Uint8Array} */ bytes) => {
    parts.push(bytes.slice());
    if (endsInPanic(bytes)) endThread(parts);
  };
  await engine.execProtocolRawStream(asked, { syncToFs: true, onRawData });
  const bytes = joined(parts);
  port?.postMessage(bytes, [bytes.buffer]);
}

/** The fields of an error, as PostgreSQL hands each over by itself: what is sent ends with it. */
const PANIC = Buffer.from('SPANIC\0VPANIC\0');

/** @param {Uint8Array} bytes */
const endsInPanic = (bytes) =>
  bytes.at(-1) === 0 && bytes.at(-2) === 0 && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(PANIC);

/**
 * A server ends itself after a PANIC, since what it holds in memory is no longer to be trusted. The engine here would
 * go on, and wait for ever for a lock that it holds.
 * @param {readonly Uint8Array<ArrayBuffer>[]} parts What it has said last.
 */
function endThread(parts) {
  port?.postMessage(joined(parts));
  process.exit();
}

/** The engine also throws plain objects of its file system. @param {unknown} thrown */
const failureOf = (thrown) => ({
  failure: thrown instanceof Error ? thrown.message : JSON.stringify(thrown),
});

/** @param {readonly Uint8Array<ArrayBuffer>[]} parts */
function joined(parts) {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @type {Promise<unknown>} */
let turn = Promise.resolve();
port.on('message', (asked) => {
  turn = turn.then(() => answer(asked));
});
