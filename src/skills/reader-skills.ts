// The skills that one reader sees, to be taken along as a file: the workspace's trails and the service-wide ones.

import type { Turn } from '../base/semaphore.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { getTeam } from '../directory/teams.ts';
import type { Db } from '../storage/database.ts';
import { catalogPositions } from '../trails/live-trails.ts';
import { noSuchTrail } from '../trails/trails.ts';
import type { ReaderIdentity, VisibleTrailHead } from '../trails/visible-trails.ts';
import type { SkillRooms } from './public-catalog.ts';
import type { PublishedTrail } from './published-trails.ts';
import type { Skill } from './skill-file.ts';
import { changeOf, type SkillSet } from './skill-packages.ts';
import { skillsOf } from './skill-set.ts';
import { workspaceSlug } from './workspace-slug.ts';

/** A set with the trails that are in it, which are counted as delivered. */
export interface ReaderSkills {
  readonly set: SkillSet;
  readonly heads: readonly VisibleTrailHead[];
}

/** What `use` makes of everything that the reader sees, in its turn as `PublishedTrails.list`. */
export function withReaderSkills<Result>(
  { trails, library }: SkillRooms,
  db: Db,
  reader: ReaderIdentity,
  use: (skills: ReaderSkills) => Promise<Result>,
  turn?: Pick<Turn, 'signal'>,
): Promise<Result> {
  const withAll = async (all: PublishedTrail[]): Promise<Result> => {
    const { name } = await getTeam(db, reader.team_id);
    const set: SkillSet = {
      id: reader.team_id,
      title: name,
      slug: workspaceSlug(name),
      ...changeOf(await catalogPositions(db, [reader.team_id, SVC_CATALOG_ID])),
      skills: await skillsOf(library, all),
    };
    return use({ set, heads: all.map(({ head }) => head) });
  };
  return trails.list(db, reader, withAll, turn);
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
