// Matches folders with entries in the lock file, so that a renamed folder keeps its trail.
import { type FolderTrail, type LocalTrail, localTrail } from './local-trail.ts';
import type { Lock, LockedTrail } from './lock-file.ts';
import { documentDigest } from './normal-document.ts';

export interface PlacedTrail extends LocalTrail {
  /** The entry in the lock file; undefined for a new trail. */
  readonly locked: LockedTrail | undefined;
  /** The name under which the lock file has the entry, if the folder was renamed. */
  readonly movedFrom: string | undefined;
}

/**
 * Finds the entry of each folder: first by the `id:` in trail.yaml, then by name and equal content, then by equal
 * content alone (renamed and swapped folders), then by name. A copy of a folder gets no entry, because it is a new
 * trail.
 */
export function placeTrails(folders: readonly FolderTrail[], entries: Lock['trails']): PlacedTrail[] {
  const free = new Map(entries);
  const placeOf = new Map<FolderTrail, string>();
  const place = (trail: FolderTrail, name: string): void => {
    placeOf.set(trail, name);
    free.delete(name);
  };
  const open = (): FolderTrail[] => folders.filter((trail) => !placeOf.has(trail));
  for (const [trail, name] of placesById(folders, entries)) place(trail, name);
  for (const trail of open()) if (isUnchanged(trail, free.get(trail.folder))) place(trail, trail.folder);
  for (const trail of open()) {
    const name = equalEntry(trail, free);
    if (name !== undefined) place(trail, name);
  }
  const known = new Set([...entries.values()].map(({ id, file_id }) => file_id ?? id));
  for (const trail of open()) if (free.has(trail.folder) && !known.has(trail.fileId ?? '')) place(trail, trail.folder);
  return folders.map((trail) => {
    const name = placeOf.get(trail);
    const locked = name === undefined ? undefined : entries.get(name);
    return { ...localTrail(trail, locked), locked, movedFrom: name === trail.folder ? undefined : name };
  });
}

/** If several folders have the same id, the one at its old place keeps it, or else the one with the same content. */
function placesById(folders: readonly FolderTrail[], entries: Lock['trails']): Map<FolderTrail, string> {
  const places = new Map<FolderTrail, string>();
  const withId = new Map<string | undefined, FolderTrail[]>();
  for (const trail of folders) withId.set(trail.fileId, [...(withId.get(trail.fileId) ?? []), trail]);
  for (const [name, entry] of entries) {
    const claims = withId.get(entry.file_id ?? entry.id) ?? [];
    const owner =
      claims.find(({ folder }) => folder === name) ?? claims.find((one) => isUnchanged(one, entry)) ?? claims[0];
    if (owner !== undefined) places.set(owner, name);
  }
  return places;
}

/** Without images, the digest is the same for every entry. */
function equalEntry(trail: FolderTrail, free: Lock['trails']): string | undefined {
  const digest = trail.images.size === 0 ? documentDigest(trail.document) : undefined;
  const isEqual = (entry: LockedTrail): boolean =>
    digest === undefined ? isUnchanged(trail, entry) : digest === entry.digest;
  return [...free].find(([, entry]) => isEqual(entry))?.[0];
}

const isUnchanged = (trail: FolderTrail, entry: LockedTrail | undefined): boolean =>
  entry !== undefined && documentDigest(localTrail(trail, entry).document) === entry.digest;

/**
 * Renames the entries of renamed folders, all at once, because two folders may have swapped their names. The entry of a
 * removed folder whose name belongs to another trail now gets a name that is not in `taken`, so that its trail is still
 * known.
 */
export function withMoves(
  entries: Lock['trails'],
  moves: readonly { readonly folder: string; readonly from: string }[],
  taken: ReadonlySet<string>,
  created: ReadonlySet<string> = new Set(),
): Lock['trails'] {
  const moved = new Map(entries);
  for (const { from } of moves) moved.delete(from);
  const removed = [...moved].filter(([name]) => created.has(name) || moves.some(({ folder }) => folder === name));
  for (const [name] of removed) moved.delete(name);
  for (const { folder, from } of moves) {
    const entry = entries.get(from);
    if (entry !== undefined) moved.set(folder, entry);
  }
  const names = moves.map(({ from }) => from).filter((name) => !taken.has(name) && !moved.has(name));
  for (const [name, entry] of removed) moved.set(names.shift() ?? `${name} (removed)`, entry);
  return moved;
}
