// The skills that go out together: those that a reader sees, or those of a catalog that are restricted to nobody.
import { inSlices } from '../base/slices.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { PublishedTrail } from './published-trails.ts';
import type { Skill } from './skill-file.ts';
import type { SkillLibrary } from './skill-library.ts';
import { SERVICE_SLUG } from './workspace-slug.ts';

const LONGEST_NAME = 64;

/** Each trail as a skill, in their order. A service-wide one whose name is taken by the workspace goes by another. */
export const skillsOf = (library: SkillLibrary, trails: readonly PublishedTrail[]): Promise<Skill[]> =>
  ofEachSkill(library, distinctNames(trails), (skill) => skill);

/** What `take` takes of the skill of each trail, in their order and in slices of some milliseconds. */
export async function ofEachSkill<Part>(
  library: SkillLibrary,
  trails: readonly PublishedTrail[],
  take: (skill: Skill, trail: PublishedTrail) => Part,
): Promise<Part[]> {
  const parts: Part[] = [];
  const othersTurn = inSlices();
  for (const trail of trails) {
    parts.push(take(await library(trail), trail));
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
  name.length <= LONGEST_NAME && !taken.has(name) ? name : `${SERVICE_SLUG}-trail-${trailId.slice(-12)}`;
