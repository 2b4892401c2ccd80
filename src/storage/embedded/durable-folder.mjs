// Makes the embedded database's files durable: PostgreSQL's fsync reaches the disk. PGlite's own folder backend omits
// fsync, so a power failure could lose acknowledged writes.
import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** A PGlite file system on a folder that uses the operating system's fsync. */
export class DurableFolder extends NodeFS {
  /** @override @type {NodeFS['init']} */
  async init(database, options) {
    const made = await super.init(database, options);
    const given = [made.emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun: [withFsync, ...given] } };
  }
}

/** @param {any} module The program before it runs, with its file systems. */
function withFsync(module) {
  module.NODEFS.stream_ops.fsync = (/** @type {{ nfd: number }} */ stream) => {
    fsyncSync(stream.nfd);
    return 0;
  };
}
