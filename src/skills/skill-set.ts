// Skills that are packaged together: those that a reader can see, or the unrestricted ones of a catalog.
import { inSlices } from '../base/slices.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { PublishedTrail } from './published-trails.ts';
import type { Skill } from './skill-file.ts';
import type { SkillLibrary } from './skill-library.ts';
import { SERVICE_SLUG } from './workspace-slug.ts';

const MAX_NAME_LENGTH = 64;

/** Each trail as a skill, in order. A service-wide skill is renamed if the workspace uses its name. */
export const skillsOf = (
  library: SkillLibrary,
  trails: readonly PublishedTrail[],
  maxDescription?: number,
): Promise<Skill[]> => ofEachSkill(library, distinctNames(trails), (skill) => skill, maxDescription);

/** Applies `take` to the skill of each trail, in order and in slices of a few milliseconds. */
export async function ofEachSkill<Part>(
  library: SkillLibrary,
  trails: readonly PublishedTrail[],
  take: (skill: Skill, trail: PublishedTrail) => Part,
  maxDescription?: number,
): Promise<Part[]> {
  const parts: Part[] = [];
  const othersTurn = inSlices();
  for (const trail of trails) {
    parts.push(take(await library(trail, maxDescription), trail));
    await othersTurn();
  }
  return parts;
}

function distinctNames(trails: readonly PublishedTrail[]): PublishedTrail[] {
  const isServiceWide = ({ head }: PublishedTrail): boolean => head.catalog_id === SVC_CATALOG_ID;
  const own = new Set(trails.filter((trail) => !isServiceWide(trail)).map(({ head }) => head.skill_name));
  const taken = new Set(trails.map(({ head }) => head.skill_name));
  return trails.map((trail) => {
    const { head } = trail;
    if (!isServiceWide(trail) || !own.has(head.skill_name)) return trail;
    const name = freeName(`${SERVICE_SLUG}-${head.skill_name}`, head.trail_id, taken);
    taken.add(name);
    return { ...trail, head: { ...head, skill_name: name } };
  });
}

const freeName = (name: string, trailId: string, taken: ReadonlySet<string>): string =>
  name.length <= MAX_NAME_LENGTH && !taken.has(name) ? name : `${SERVICE_SLUG}-trail-${trailId.slice(-12)}`;
