// The audiences in a plan: looks up the groups and editors that it names, and finds those that have changed since the
// plan was made.
import { errorAt } from '../../base/field-finding.ts';
import { invalidBody, type ValidationIssue } from '../../base/issue.ts';
import { t } from '../../base/texts/t.ts';
import { lockGroup } from '../../directory/groups/groups.ts';
import type { Db, Tx } from '../../storage/database.ts';
import {
  audienceOf,
  grantsOfSets,
  grantsOfTrails,
  type ResolvedAudience,
  resolveAudiences,
} from '../readers/named-audience.ts';
import { differingMembers } from '../readers/stated-audience.ts';
import type { Plan } from './plan.ts';
import type { PlannedWork } from './planned-changes.ts';

export interface PlanAudiences {
  /** In the order of the trails and sets of the plan. */
  readonly trails: readonly ResolvedAudience[];
  readonly sets: readonly ResolvedAudience[];
  /** The groups that trails are open to now and that the plan may close them to. */
  readonly groups: readonly string[];
}

/** Fails with `validation` for groups and editors that the workspace does not have. */
export async function plannedAudiences(
  db: Db,
  catalogId: string,
  { sets }: Plan,
  works: readonly PlannedWork[],
): Promise<PlanAudiences> {
  const ofTrails = await grantsOfTrails(db, catalogId, works.flatMap(statingTrail));
  const ofSets = sets.list.length === 0 ? new Map() : await grantsOfSets(db, catalogId);
  const issues: ValidationIssue[] = [];
  const resolved = await resolveAudiences(
    db,
    catalogId,
    [
      ...works.map(({ planned, current }, index) => ({
        field: `trails[${index}]`,
        stated: planned.audience,
        current: ofTrails.get(current?.trail_id ?? '') ?? [],
      })),
      ...sets.list.map(({ audience, set_id }, index) => ({
        field: `sets[${index}]`,
        stated: audience,
        current: ofSets.get(set_id ?? '') ?? [],
      })),
    ],
    issues,
  );
  for (const [index, { set_id, name }] of sets.list.entries())
    if (set_id === null && name === undefined) issues.push(errorAt(`sets[${index}].name`, 'A new set needs a name.'));
  if (issues.length > 0) throw invalidBody({ issues, omitted: 0 }, 'The plan names people or groups wrongly.');
  const groups = [...ofTrails.values()].flat().filter(({ kind }) => kind === 'group');
  return {
    trails: resolved.slice(0, works.length),
    sets: resolved.slice(works.length),
    groups: groups.map(({ grantee_id }) => grantee_id),
  };
}

const statingTrail = ({ planned: { audience }, current }: PlannedWork): string[] => {
  const members = [audience.groups, audience.editors, audience.seen.groups, audience.seen.editors];
  return current !== undefined && members.some((member) => member !== undefined) ? [current.trail_id] : [];
};

/** Locks the groups before sets and trails, in a fixed order and in the order in which a group is deleted. */
export async function lockGroups(tx: Tx, catalogId: string, { trails, sets, groups }: PlanAudiences): Promise<void> {
  const named = [...trails, ...sets].flatMap((audience) => audience.groups ?? []).map(({ group_id }) => group_id);
  for (const id of [...new Set([...named, ...groups])].sort()) await lockGroup(tx, catalogId, id);
}

/** Finds the audiences of locked trails that differ from what the plan was made from. */
export async function changedAudiences(
  tx: Tx,
  catalogId: string,
  works: readonly PlannedWork[],
): Promise<ValidationIssue[]> {
  const grants = await grantsOfTrails(tx, catalogId, works.flatMap(statingTrail));
  return works.flatMap(({ planned, current }, index) =>
    current === undefined
      ? []
      : differingMembers(planned.audience.seen, audienceOf(grants.get(current.trail_id) ?? [])).map((member) =>
          errorAt(
            `trails[${index}].${member}`,
            member === 'groups'
              ? t('The groups for “{title}” were just changed.', { title: current.title })
              : t('The editors of “{title}” were just changed.', { title: current.title }),
          ),
        ),
  );
}
