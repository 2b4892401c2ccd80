// The embedded database's files on disk, made durable: PostgreSQL's fsync reaches the disk. PGlite's own folder
// backend leaves that operation out, so a power cut could lose acknowledged writes.
import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitOptions = Parameters<NodeFS['init']>[1];
type PreRun = NonNullable<InitOptions['preRun']>;

interface FileStreams {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number } };
}

/** A PGlite file system on `folder` whose fsync is the operating system's. */
export class DurableFolder extends NodeFS {
  override async init(database: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const made = await super.init(database, options);
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun: withFsync(made.emscriptenOpts.preRun) } };
  }
}

function withFsync(preRun: PreRun | undefined): PreRun {
  const given = preRun === undefined ? [] : Array.isArray(preRun) ? preRun : [preRun];
  const hook = (module: unknown): void => {
    (module as FileStreams).NODEFS.stream_ops.fsync = (stream) => {
      fsyncSync(stream.nfd);
      return 0;
    };
  };
  return [hook, ...given] as PreRun;
}
