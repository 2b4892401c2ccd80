// Finds the folders that a pull changed in the work tree, and the people who saved them in the console.
import type { Cairn } from '@cairn/client';
import { TRAIL_FILE } from '../local-trail.ts';
import type { Lock } from '../lock-file.ts';
import { SETS_FILE } from '../sets-file.ts';
import type { Git } from './git.ts';

export interface ConsoleChange {
  /** Of the trail, or the name of the file with the sets. */
  readonly folder: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** The people who saved it since the last sync, as far as known. */
  readonly authors: readonly Author[];
}

export interface Author {
  readonly id: string;
  readonly name: string;
}

/** Asking for the authors takes a request for each trail. */
const MAX_ASKED = 200;

/**
 * The changed folders in the index of `tree`. Empty if only files changed that follow from the trails, such as the lock
 * file: `plan` adopts those revisions without them.
 */
export async function consoleChanges(
  git: Git,
  tree: string,
  prefix: string,
  { cairn, before, after }: { readonly cairn: Cairn; readonly before: Lock; readonly after: Lock },
): Promise<ConsoleChange[]> {
  const changes: ConsoleChange[] = [];
  const revisions = new Map([...before.trails.values()].map(({ id, revision }) => [id, revision]));
  for (const [folder, change] of await changedFolders(git, tree, prefix)) {
    const id = after.trails.get(folder)?.id;
    const isAsked = id !== undefined && changes.length < MAX_ASKED;
    changes.push({ folder, change, authors: isAsked ? await authorsOf(cairn, id, revisions.get(id) ?? 0) : [] });
  }
  return changes;
}

/** The change of each folder, sorted by name. */
async function changedFolders(git: Git, tree: string, prefix: string): Promise<[string, ConsoleChange['change']][]> {
  const fields = (await git(tree, 'diff', '--cached', '--name-status', '--no-renames', '-z')).split('\0');
  const kinds = new Map<string, ConsoleChange['change']>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [status = '', path = ''] = [fields[at], fields[at + 1]];
    const [folder = '', ...rest] = path.slice(prefix.length).split('/');
    if (rest.length === 0 && folder !== SETS_FILE) continue;
    const isTrail = rest.length === 0 || rest.join('/') === TRAIL_FILE;
    const change = isTrail && status === 'A' ? 'added' : isTrail && status === 'D' ? 'removed' : undefined;
    kinds.set(folder, change ?? kinds.get(folder) ?? 'changed');
  }
  return [...kinds].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The request is worth opening without them, so an error is not one of the command. */
async function authorsOf(cairn: Cairn, id: string, since: number): Promise<Author[]> {
  const revisions = await cairn.trails.revisions.list(id).then(
    (all) => all,
    () => [],
  );
  const authors = new Map<string, Author>();
  for (const { revision, saved_by } of revisions)
    if (revision > since && saved_by !== null) authors.set(saved_by.id, { id: saved_by.id, name: saved_by.name });
  return [...authors.values()];
}
