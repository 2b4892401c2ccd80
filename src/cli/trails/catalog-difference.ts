// Shows how the folder differs from the server, trail by trail.
import type { TrailSummary } from '@cairn/client';
import { NO_AUDIENCE, type WholeAudience } from '../../trails/readers/stated-audience.ts';
import { audienceLines } from './audience-file.ts';
import { documentDifference } from './document-difference.ts';
import type { PlacedTrail } from './folder-moves.ts';
import { chosenTrails } from './folder-trails.ts';
import { documentDigest, isSame, withIdsOf } from './normal-document.ts';
import { readAudiences } from './plan-folder.ts';
import type { TrailsContext } from './trails-context.ts';

export interface TrailDifference {
  readonly folder: string;
  readonly difference: string;
}

const EMPTY = { title: '' };

/**
 * Returns the trails that differ, limited to `folders` if any are given. In the output, `-` is the server and `+` the
 * folder. Visibility, groups and editors are compared if the folder states them.
 */
export async function catalogDifference(
  context: TrailsContext,
  folders: readonly string[],
): Promise<TrailDifference[]> {
  const local = await chosenTrails(context, folders);
  const remote = new Map((await context.cairn.trails.list().all()).map((trail) => [trail.id, trail]));
  const audiences = local.some(isStating) ? await readAudiences(context) : new Map<string, WholeAudience>();
  const differences: TrailDifference[] = [];
  for (const trail of local) {
    const theirs = trail.locked && remote.get(trail.locked.id);
    const document = await differenceOf(context, trail, theirs);
    const audience = theirs && audiences.get(theirs.id);
    const access = [...visibilityLines(trail, theirs), ...audienceLines(trail.audience, audience ?? NO_AUDIENCE)];
    const difference = [document, ...access].filter((text) => text !== '').join('\n');
    if (difference !== '') differences.push({ folder: trail.folder, difference });
  }
  return differences;
}

const isStating = ({ audience }: PlacedTrail): boolean => (audience.groups ?? audience.editors) !== undefined;

async function differenceOf(
  { cairn }: TrailsContext,
  { document, locked }: PlacedTrail,
  summary: TrailSummary | undefined,
): Promise<string> {
  if (summary !== undefined && summary.revision === locked?.revision && documentDigest(document) === locked.digest)
    return '';
  const theirs = summary === undefined ? EMPTY : (await cairn.trails.get(summary.id)).document;
  return isSame(document, theirs) ? '' : documentDifference(theirs, withIdsOf(document, theirs));
}

const visibilityLines = ({ visibility }: PlacedTrail, theirs: TrailSummary | undefined): string[] =>
  visibility === undefined || theirs === undefined || visibility === theirs.visibility
    ? []
    : [`~ visibility (${theirs.visibility} → ${visibility})`];
