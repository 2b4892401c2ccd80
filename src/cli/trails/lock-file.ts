// cairn.lock.json: which folder is which trail, at which revision it was last the same as the server's, and how far a
// plan was applied. Written whole and put in place by a rename, so that a crash leaves the old one or the new one.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { refuse } from '../../base/refusal.ts';

export interface LockedImage {
  readonly sha256: string;
  /** As documents name it. */
  readonly url: string;
}

export interface LockedTrail {
  readonly id: string;
  readonly revision: number;
  /** Of the document at that revision. */
  readonly digest: string;
  readonly visibility: string;
  readonly images: Readonly<Record<string, LockedImage>>;
}

/** A workspace's catalog, or the service-wide one (`team_id` null) of the Cairn at `url`. */
export interface CatalogName {
  readonly url: string;
  readonly team_id: string | null;
}

/** What of a plan is done. `trails` holds what its creations answered. */
export interface PlanProgress {
  readonly plan: string;
  readonly done: readonly string[];
  /** SHA-256 of a file to the address of its image. */
  readonly uploads: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly format: 1;
  readonly catalog: CatalogName;
  readonly trails: Readonly<Record<string, LockedTrail>>;
  readonly applying?: PlanProgress;
  /** The plan that was applied last, whole. */
  readonly applied?: string;
}

export interface LockFile {
  readonly lock: Lock;
  /** Refuses with `conflict` where somebody else has written the file since it was read. */
  write(lock: Lock): Promise<void>;
}

/**
 * The lock of this catalog; an empty one where there is no file yet. Refuses with `conflict` one of another catalog,
 * with `bad-request` a file that is none.
 */
export async function openLock(file: string, catalog: CatalogName): Promise<LockFile> {
  let text = await readFile(file, 'utf8').catch(absent);
  let lock: Lock = text === undefined ? { format: 1, catalog, trails: {} } : parsed(text, file);
  if (!isSameCatalog(lock.catalog, catalog))
    throw refuse(
      'conflict',
      `${file} belongs to another catalog (${lock.catalog.url}). Name another lock file with --lock to use this ` +
        'folder with both.',
    );
  return {
    get lock() {
      return lock;
    },
    async write(next) {
      if ((await readFile(file, 'utf8').catch(absent)) !== text)
        throw refuse('conflict', `Another run of the command works in this folder: it has changed ${file}.`);
      const written = `${JSON.stringify(sorted(next), null, 2)}\n`;
      const fresh = `${file}.${process.pid}`;
      await writeFile(fresh, written);
      await rename(fresh, file);
      [text, lock] = [written, next];
    },
  };
}

/** Folders in the order of their names, so that a lock file changes where its trails do. */
function sorted(lock: Lock): Lock {
  const trails = Object.entries(lock.trails).sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...lock, trails: Object.fromEntries(trails) };
}

function parsed(text: string, file: string): Lock {
  try {
    const lock = JSON.parse(text) as Partial<Lock> | null;
    if (lock?.format === 1 && typeof lock.trails === 'object' && typeof lock.catalog?.url === 'string')
      return lock as Lock;
  } catch {
    // Told below.
  }
  throw refuse('bad-request', `${file} is no lock file of this release. Take it back from version control.`);
}

/** A workspace has its id everywhere; the service-wide catalog is told by the address. */
const isSameCatalog = (one: CatalogName, other: CatalogName): boolean =>
  one.team_id === other.team_id && (one.team_id !== null || one.url === other.url);

function absent(thrown: unknown): undefined {
  if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw thrown;
}
