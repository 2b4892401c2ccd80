// The skills that one reader sees, to be taken along as a file: the workspace's trails and the service-wide ones.
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { getTeam } from '../directory/teams.ts';
import type { Db } from '../storage/database.ts';
import { catalogPositions } from '../trails/live-trails.ts';
import { noSuchTrail } from '../trails/trails.ts';
import type { ReaderIdentity, VisibleTrailHead } from '../trails/visible-trails.ts';
import type { SkillRooms } from './public-catalog.ts';
import type { Skill } from './skill-file.ts';
import { changeOf, type SkillSet } from './skill-packages.ts';
import { skillsOf } from './skill-set.ts';
import { workspaceSlug } from './workspace-slug.ts';

/** A set with the trails that are in it, which are counted as delivered. */
export interface ReaderSkills {
  readonly set: SkillSet;
  readonly heads: readonly VisibleTrailHead[];
}

/** Everything that the reader sees. */
export async function readerSkills({ trails, library }: SkillRooms, db: Db, reader: ReaderIdentity) {
  const all = await trails.list(db, reader);
  const { name } = await getTeam(db, reader.team_id);
  const set: SkillSet = {
    id: reader.team_id,
    title: name,
    slug: workspaceSlug(name),
    ...changeOf(await catalogPositions(db, [reader.team_id, SVC_CATALOG_ID])),
    skills: await skillsOf(library, all),
  };
  return { set, heads: all.map(({ head }) => head) } satisfies ReaderSkills;
}

/** One published trail as a skill. Refuses with `not-found` where the reader sees none of that id. */
export async function readerSkill(
  { trails, library }: SkillRooms,
  db: Db,
  reader: ReaderIdentity,
  trailId: string,
): Promise<{ readonly head: VisibleTrailHead; readonly skill: Skill }> {
  const trail = await trails.find(db, reader, ({ trail_id }) => trail_id === trailId);
  return trail === undefined ? noSuchTrail() : { head: trail.head, skill: await library(trail) };
}
