// Locks a data folder with a Unix socket in it. The kernel closes the socket whenever the process dies, so a crash
// never leaves the folder locked. The lock does not rely on clocks or process ids.
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../base/files.ts';
import { refuse } from '../../base/refusal.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks the folder (created if missing). Fails with `conflict` if a living process holds the lock. A dead process's
 * socket is moved aside and tested again before it is removed, so that two starting processes cannot both succeed.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await makeFolder(folder, 0o700);
  const short = shortPath(folder);
  try {
    const server = await takeLock(join(short.path, 'lock'), folder);
    // Closing the server removes its socket by the original path, so keep the descriptor as long as the lock.
    return { release: () => new Promise<void>((done) => server.close(() => done())).finally(short.close) };
  } catch (thrown) {
    short.close();
    throw thrown;
  }
}

async function takeLock(path: string, folder: string): Promise<Server> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const server = await listenOn(path);
    if (server !== undefined) return server;
    if (await answers(path)) throw heldBy(folder);
    await removeStale(path, folder);
  }
  throw heldBy(folder);
}

const heldBy = (folder: string): Error =>
  refuse(
    'conflict',
    `The data folder ${resolve(folder)} is in use by another Cairn process. Stop that process first, or point ` +
      `CAIRN_DATABASE_URL at another folder or a PostgreSQL server.`,
  );

/** Socket paths are limited to about 100 bytes. A path via an open descriptor allows folders of any depth (Linux). */
function shortPath(folder: string): { readonly path: string; readonly close: () => void } {
  if (process.platform !== 'linux') return { path: resolve(folder), close: () => undefined };
  const descriptor = openSync(folder, 'r');
  return { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
}

function listenOn(path: string): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.end());
    server.unref();
    server.once('error', (failure: NodeJS.ErrnoException) => {
      if (failure.code === 'EADDRINUSE') done(undefined);
      else fail(failure);
    });
    server.listen(path, () => done(server));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

async function removeStale(path: string, folder: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (thrown) {
    // Another starting process was faster; the next attempt finds its socket. A read-only disk fails differently.
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw thrown;
  }
  if (await answers(aside)) {
    renameSync(aside, path);
    throw heldBy(folder);
  }
  rmSync(aside, { force: true });
}
