// Plans changes of the groups and editors of a trail, and finds changes that others made on the server.
import {
  differingMembers,
  NO_AUDIENCE,
  type StatedAudience,
  type WholeAudience,
} from '../../trails/readers/stated-audience.ts';
import {
  type AudienceChange,
  audienceLines,
  type LockedAudience,
  lockedAudience,
  membersSince,
} from './audience-file.ts';
import type { PlacedTrail } from './folder-moves.ts';
import type { Draft, Outcome } from './plan-file.ts';

interface AudienceOutcome {
  readonly change?: AudienceChange;
  readonly drift?: string;
}

/** `locked` is undefined for an empty audience, and null if the lock file does not have the trail or set. */
export function planAudience(
  stated: StatedAudience,
  locked: LockedAudience | undefined | null,
  theirs: WholeAudience,
  isOverwriting: boolean,
): AudienceOutcome {
  const members = differingMembers(stated, theirs);
  if (members.length === 0) return {};
  const moved = locked === null ? members : membersSince(theirs, locked).filter((member) => members.includes(member));
  if (moved.length > 0 && !isOverwriting)
    return {
      drift:
        `the ${moved.join(' and ')} were changed on the server. Run "cairn trails pull", or plan with ` +
        `--overwrite.`,
    };
  const partOf = (audience: StatedAudience): StatedAudience =>
    Object.fromEntries(members.map((member) => [member, audience[member]]));
  return { change: { ...partOf(stated), seen: partOf(theirs), changes: audienceLines(partOf(stated), theirs) } };
}

/** Adds the change of groups and editors, if there is one. */
export function withAudience(
  steps: readonly Draft[],
  { folder, document, audience }: PlacedTrail,
  locked: LockedAudience | undefined | null,
  theirs: WholeAudience = NO_AUDIENCE,
  { overwrite }: { readonly overwrite?: boolean },
): Outcome {
  const { change, drift } = planAudience(audience, locked, theirs, overwrite === true);
  if (drift !== undefined) return { steps: [], drift };
  if (change === undefined) return { steps };
  return { steps: [...steps, { kind: 'audience', folder, title: document.title, document, ...change }] };
}

export const audienceAt = (audiences: ReadonlyMap<string, WholeAudience>, id: string): LockedAudience | undefined =>
  lockedAudience(audiences.get(id) ?? NO_AUDIENCE);

/** The id of the trail in each folder; null if the plan creates it. Folders that drifted are left out. */
export function folderIds(
  { local }: { readonly local: readonly PlacedTrail[] },
  drafts: readonly Draft[],
): Map<string, string | null> {
  const ids = new Map<string, string | null>();
  for (const { folder, locked } of local) if (locked !== undefined) ids.set(folder, locked.id);
  for (const step of drafts) {
    if (step.kind === 'create') ids.set(step.folder, null);
    if (step.kind === 'adopt' || step.kind === 'save') ids.set(step.folder, step.trail_id);
  }
  return ids;
}
