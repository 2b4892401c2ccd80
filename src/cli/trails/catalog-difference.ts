// Shows how the folder differs from the server, trail by trail.
import { documentDifference } from './document-difference.ts';
import { chosenTrails } from './folder-trails.ts';
import { documentDigest, isSame, withIdsOf } from './normal-document.ts';
import type { TrailsContext } from './trails-context.ts';

export interface TrailDifference {
  readonly folder: string;
  readonly difference: string;
}

const EMPTY = { title: '' };

/**
 * Returns the trails that differ, limited to `folders` if any are given. In the output, `-` is the server and `+` the
 * folder.
 */
export async function catalogDifference(
  context: TrailsContext,
  folders: readonly string[],
): Promise<TrailDifference[]> {
  const { cairn } = context;
  const local = await chosenTrails(context, folders);
  const remote = new Map((await cairn.trails.list().all()).map((trail) => [trail.id, trail]));
  const differences: TrailDifference[] = [];
  for (const { folder, document, locked } of local) {
    const summary = locked && remote.get(locked.id);
    if (summary !== undefined && summary.revision === locked?.revision && documentDigest(document) === locked.digest)
      continue;
    const theirs = summary === undefined ? EMPTY : (await cairn.trails.get(summary.id)).document;
    if (isSame(document, theirs)) continue;
    differences.push({ folder, difference: documentDifference(theirs, withIdsOf(document, theirs)) });
  }
  return differences;
}
