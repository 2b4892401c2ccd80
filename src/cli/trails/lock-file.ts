// cairn.lock.json maps folders to trails, with the last synced revisions and the progress of a plan. Each write
// replaces the whole file with a rename, so a crash never leaves half a file.
import { readFile } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import { ifThere } from '../../base/files.ts';
import { jsonIn } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import { faultIn, Nullable } from '../../base/shape.ts';
import { putInPlace } from '../put-in-place.ts';
import type { LockedAudience } from './audience-file.ts';

export interface LockedImage {
  readonly sha256: string;
  /** The URL that documents contain. */
  readonly url: string;
}

export interface LockedTrail {
  readonly id: string;
  /** The \`id:\` in trail.yaml, if it is another one: the folder was first used with another catalog. */
  readonly file_id?: string;
  readonly revision: number;
  /** Digest of the document at that revision. */
  readonly digest: string;
  readonly visibility: string;
  /** Absent if the trail was open to no group and had no editors. */
  readonly audience?: LockedAudience | undefined;
  readonly images: Readonly<Record<string, LockedImage>>;
}

/** A set of trails, with digests of its members. */
export interface LockedSet extends LockedAudience {
  readonly name: string;
  readonly description: string;
  readonly trails: string;
}

/** The catalog of a workspace at `url`, or the service-wide one (`team_id` null). */
export interface CatalogName {
  readonly url: string;
  readonly team_id: string | null;
}

/** The progress of a plan. `trails` of the lock holds the created trails. */
export interface PlanProgress {
  readonly plan: string;
  readonly done: readonly string[];
  /** Maps the SHA-256 of a file to the URL of its image. */
  readonly uploads: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly format: 1;
  readonly catalog: CatalogName;
  /** By folder. A map, because a folder may be called \`constructor\`. */
  readonly trails: ReadonlyMap<string, LockedTrail>;
  /** The sets in order, at the last sync. */
  readonly sets?: readonly LockedSet[];
  readonly applying?: PlanProgress;
  /** The last plan that was completely applied. */
  readonly applied?: string;
}

export interface LockFile {
  readonly lock: Lock;
  /** Fails with `conflict` if another process has written the file since it was read. */
  write(lock: Lock): Promise<void>;
  /**
   * Updates the entry of a folder (undefined removes it). `save` writes the file immediately. Without it, the file is
   * written once per second, because each write replaces the whole file. Fails for the same reasons as `write`.
   */
  note(folder: string, trail: LockedTrail | undefined): Promise<void>;
  save(): Promise<void>;
}

const SAVE_EVERY_MS = 1_000;

/**
 * Reads the lock file of this catalog, or returns an empty lock if there is none. Fails with `conflict` if the file
 * belongs to another catalog, and with `bad-request` if it is invalid. `now` is in milliseconds.
 */
export async function openLock(file: string, catalog: CatalogName, now = () => Date.now()): Promise<LockFile> {
  const text = await ifThere(readFile(file, 'utf8'));
  const lock: Lock = text === undefined ? { format: 1, catalog, trails: new Map() } : parsed(text, file);
  if (isSameCatalog(lock.catalog, catalog)) return lockFile(file, text, lock, now);
  throw refuse(
    'conflict',
    `${file} belongs to another catalog (${lock.catalog.url}). Choose another lock file with --lock to use this ` +
      'folder with both.',
  );
}

/** Reads the lock file of any catalog; undefined if there is none. Fails with `bad-request` if it is invalid. */
export async function openOwnLock(file: string): Promise<LockFile | undefined> {
  const text = await ifThere(readFile(file, 'utf8'));
  return text === undefined ? undefined : lockFile(file, text, parsed(text, file), () => Date.now());
}

function lockFile(file: string, textBefore: string | undefined, before: Lock, now: () => number): LockFile {
  let [text, lock] = [textBefore, before];
  const noted = new Map<string, LockedTrail | undefined>();
  let savedAt = now();
  const write = async (next: Lock): Promise<void> => {
    if ((await ifThere(readFile(file, 'utf8'))) !== text)
      throw refuse('conflict', `Another command is working in this folder: it has changed ${file}.`);
    const written = lockText(next);
    await putInPlace(file, written);
    [text, lock, savedAt] = [written, next, now()];
  };
  const save = async (): Promise<void> => {
    if (noted.size === 0) return;
    await write({ ...lock, trails: withNoted(lock.trails, noted) });
    noted.clear();
  };
  return {
    get lock() {
      return lock;
    },
    write,
    save,
    async note(folder, trail) {
      noted.set(folder, trail);
      if (now() - savedAt >= SAVE_EVERY_MS) await save();
    },
  };
}

function withNoted(trails: Lock['trails'], noted: ReadonlyMap<string, LockedTrail | undefined>): Lock['trails'] {
  const all = [...new Map<string, LockedTrail | undefined>([...trails, ...noted])];
  return new Map(all.filter((entry): entry is [string, LockedTrail] => entry[1] !== undefined));
}

/** Sorts folders by name, to keep diffs of the lock file small. */
function lockText(lock: Lock): string {
  const trails = [...lock.trails].sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify({ ...lock, trails: Object.fromEntries(trails) }, null, 2)}\n`;
}

export const CATALOG = Type.Object({ url: Type.String(), team_id: Nullable(Type.String()) });
const IMAGE = Type.Object({ sha256: Type.String(), url: Type.String() });
const AUDIENCE = Type.Object({ groups: Type.String(), editors: Type.String() });
const TRAIL = Type.Object({
  id: Type.String(),
  file_id: Type.Optional(Type.String()),
  revision: Type.Integer(),
  digest: Type.String(),
  visibility: Type.String(),
  audience: Type.Optional(AUDIENCE),
  images: Type.Record(Type.String(), IMAGE),
});
const SET = Type.Object({
  name: Type.String(),
  description: Type.String(),
  trails: Type.String(),
  ...AUDIENCE.properties,
});
/** Accepts only folders next to the lock file. */
export const FOLDER = Type.String({ pattern: '^(?!\\.{1,2}$)[^/\\\\\\0]+$' });
const PROGRESS = Type.Object({
  plan: Type.String(),
  done: Type.Array(Type.String()),
  uploads: Type.Record(Type.String(), Type.String()),
});
const LOCK = Type.Object({
  format: Type.Literal(1),
  catalog: CATALOG,
  trails: Type.Record(FOLDER, TRAIL, { additionalProperties: false }),
  sets: Type.Optional(Type.Array(SET)),
  applying: Type.Optional(PROGRESS),
  applied: Type.Optional(Type.String()),
});

function parsed(text: string, file: string): Lock {
  const lock = jsonIn(text);
  const fault = faultIn(LOCK, lock);
  if (fault === undefined) return { ...(lock as Lock), trails: new Map(Object.entries((lock as Lock).trails)) };
  throw refuse(
    'bad-request',
    `${file} is not a lock file of this release (${fault}). Restore it from version control.`,
  );
}

/** Workspaces have globally unique ids; the service-wide catalog is identified by its URL. */
export const isSameCatalog = (one: CatalogName, other: CatalogName): boolean =>
  one.team_id === other.team_id && (one.team_id !== null || one.url === other.url);
