// The embedded PostgreSQL (PGlite) in a separate thread, so that statements do not block other requests. It exchanges
// PostgreSQL protocol bytes with embedded-thread.ts. Plain JavaScript, because threads start from an uncompiled file.
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFolder } from './durable-folder.mjs';
import { forwardClock } from './forward-clock.mjs';

/**
 * `latest` is the latest moment that was written (folder-clock.ts).
 * @typedef {object} Beginning
 * @property {string | undefined} folder
 * @property {ArrayBuffer | undefined} archive
 * @property {number} latest
 */
/** @typedef {Uint8Array<ArrayBuffer> | 'dump' | 'close'} Asked */

// PostgreSQL touches all its buffers at startup, 128 MB by default; the operating system's cache covers the rest. Log
// segments only need to last until the next checkpoint (upkeep.ts), not a gigabyte as on a server.
const SETTINGS = ['wal_sync_method=fsync', 'shared_buffers=32MB', 'min_wal_size=32MB', 'max_wal_size=128MB'].flatMap(
  (setting) => ['-c', setting],
);
/** No fsync: PGlite's default. Folders that matter are durable instead. */
const UNSYNCED = '-F';

/** @param {Beginning} beginning Without a folder: in memory. */
function start({ folder, archive, latest }) {
  // The engine gets the time from this clock.
  Date.now = forwardClock(latest);
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
  // A failed dump (disk full, unreadable file) does not harm the database, so return the failure.
  if (asked === 'dump') return port?.postMessage(await engine.dumpDataDir('none').catch(failureOf));
  if (asked === 'close') {
    await engine.close();
    return port?.close();
  }
  // Streamed, because PGlite also parses answers that it returns whole, and keeps the result forever.
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  // Each part is a view of the server's memory, so copy it before transferring it.
  const onRawData = (/** @type {Uint8Array} */ bytes) => {
    parts.push(bytes.slice());
    if (endsInPanic(bytes)) endThread(parts);
  };
  await engine.execProtocolRawStream(asked, { syncToFs: true, onRawData });
  const bytes = joined(parts);
  port?.postMessage(bytes, [bytes.buffer]);
}

/** The severity fields of a PANIC, which PostgreSQL sends in its last message. */
const PANIC = Buffer.from('SPANIC\0VPANIC\0');

/** @param {Uint8Array} bytes */
const endsInPanic = (bytes) =>
  bytes.at(-1) === 0 && bytes.at(-2) === 0 && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(PANIC);

/**
 * A server exits after a PANIC because its memory can no longer be trusted. This engine would instead continue and wait
 * forever for a lock that it holds itself.
 * @param {readonly Uint8Array<ArrayBuffer>[]} parts The server's last output.
 */
function endThread(parts) {
  port?.postMessage(joined(parts));
  process.exit();
}

/** The engine also throws plain objects from its file system. @param {unknown} thrown */
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
