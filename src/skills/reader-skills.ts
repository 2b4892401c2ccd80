// The skills that a reader can see, for download: the workspace's trails and the service-wide ones.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Turn } from '../base/semaphore.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { getTeam } from '../directory/teams/teams.ts';
import type { Db } from '../storage/database.ts';
import { catalogPositions } from '../trails/catalog/catalogs.ts';
import type { ReaderIdentity, VisibleTrailHead } from '../trails/readers/visible-trails.ts';
import { noSuchTrail } from '../trails/trails.ts';
import type { SkillRooms } from './public-catalog.ts';
import { type PublishedTrail, versionKey } from './published-trails.ts';
import { type PackageKind, packageOf, type SkillPackage } from './reader-package.ts';
import type { Skill } from './skill-file.ts';
import { changeOf, type SkillSet } from './skill-packages.ts';
import { skillsOf } from './skill-set.ts';
import { workspaceSlug } from './workspace-slug.ts';

/** A package with its trails, which count as delivered. */
export interface ReaderPackage extends SkillPackage {
  readonly heads: readonly VisibleTrailHead[];
}

/** A requested package. `address` is as in `packageOf`. */
export interface PackageWanted {
  readonly kind: PackageKind;
  readonly part: number;
  readonly address: string;
}

const MAX_BYTES = 64 * 1_048_576;
const kept = new LRUCache<string, ReaderPackage>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ archive, heads }) => archive.bytes.length + 500 * (heads.length + 1),
});

/**
 * A download of everything the reader can see, in turn like `PublishedTrails.inTurn`. Readers with the same view share
 * a cached package. Fails like `packageOf`.
 */
export function readerPackage(
  { trails, library }: SkillRooms,
  db: Db,
  reader: ReaderIdentity,
  wanted: PackageWanted,
  turn?: Pick<Turn, 'signal'>,
): Promise<ReaderPackage> {
  const made = async (heads: readonly VisibleTrailHead[], read: () => Promise<PublishedTrail[]>) => {
    const about = await aboutSet(db, reader.team_id);
    const key = keyOf(wanted, about, heads);
    const before = kept.get(key);
    if (before !== undefined) return before;
    const all = await read();
    const set = { ...about, skills: await skillsOf(library, all) };
    const inIt = all.map(({ head }) => head);
    const one = { ...(await packageOf(set, wanted.kind, wanted.part, wanted.address)), heads: inIt };
    // A trail republished in the meantime is left out; the next request returns it.
    if (inIt.length === heads.length) kept.set(key, one);
    return one;
  };
  return trails.inTurn(db, reader, made, turn);
}

async function aboutSet(db: Db, teamId: string): Promise<Omit<SkillSet, 'skills'>> {
  const { name } = await getTeam(db, teamId);
  const change = changeOf(await catalogPositions(db, [teamId, SVC_CATALOG_ID]));
  return { id: teamId, title: name, slug: workspaceSlug(name), ...change };
}

/** Changes whenever any byte may change. */
function keyOf(wanted: PackageWanted, about: object, heads: readonly VisibleTrailHead[]): string {
  const trails = heads.map((head) => [versionKey(head), head.skill_name]);
  const { kind, part, address } = wanted;
  return createHash('sha256')
    .update(JSON.stringify([kind, part, address, about, trails]))
    .digest('base64');
}

/** A published trail as a skill. Fails with `not-found` if the reader cannot see it. */
export async function readerSkill(
  { trails, library }: SkillRooms,
  db: Db,
  reader: ReaderIdentity,
  trailId: string,
): Promise<{ readonly head: VisibleTrailHead; readonly skill: Skill }> {
  const trail = await trails.find(db, reader, ({ trail_id }) => trail_id === trailId);
  return trail === undefined ? noSuchTrail() : { head: trail.head, skill: await library(trail) };
}
