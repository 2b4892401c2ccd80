// The skills that a reader can see, for download: the workspace's trails and the service-wide ones. Packages for AI
// tools contain some of them, because a tool shows a model only as many descriptions as fit.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Turn } from '../base/semaphore.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { getTeam } from '../directory/teams/teams.ts';
import type { Db } from '../storage/database.ts';
import { catalogPositions } from '../trails/catalog/catalogs.ts';
import type { ReaderIdentity, VisibleTrailHead } from '../trails/readers/visible-trails.ts';
import { noSuchTrail } from '../trails/trails.ts';
import { marketplaceName, pluginName } from './company-plugin.ts';
import { pluginHeads, pluginSkills } from './plugin-contents.ts';
import type { SkillRooms } from './public-catalog.ts';
import { type PublishedTrail, type ReadHeads, versionKey } from './published-trails.ts';
import { type PackageKind, packageName, packageOf, type SkillPackage } from './reader-package.ts';
import type { Skill } from './skill-file.ts';
import type { SkillLibrary } from './skill-library.ts';
import { changeOf, type SkillSet } from './skill-packages.ts';
import { skillsOf } from './skill-set.ts';
import { workspaceSlug } from './workspace-slug.ts';

/** A package with its trails, which count as delivered. */
export interface ReaderPackage extends SkillPackage {
  readonly heads: readonly VisibleTrailHead[];
}

/** A requested package. `address` is as in `packageOf`, `now` the time. */
export interface PackageWanted {
  readonly kind: PackageKind;
  readonly part: number;
  readonly address: string;
  readonly now: number;
}

const MAX_BYTES = 64 * 1_048_576;
const kept = new LRUCache<string, ReaderPackage>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ archive, heads }) => archive.bytes.length + 500 * (heads.length + 1),
});

/**
 * A download for the reader, in turn like `PublishedTrails.inTurn`. Readers with the same view share
 * a cached package. Fails like `packageOf`.
 */
export function readerPackage(
  { trails, library }: SkillRooms,
  db: Db,
  reader: ReaderIdentity,
  wanted: PackageWanted,
  turn?: Pick<Turn, 'signal'>,
): Promise<ReaderPackage> {
  const made = async (heads: readonly VisibleTrailHead[], read: ReadHeads) => {
    const about = await aboutSet(db, reader.team_id);
    const chosen = wanted.kind === 'cowork' ? heads : await pluginHeads(db, reader, heads, wanted.now);
    const key = keyOf(wanted, about, heads, chosen);
    const before = kept.get(key);
    if (before !== undefined) return before;
    const { skills, heads: inIt } =
      wanted.kind === 'cowork'
        ? await everySkill(library, await read(heads))
        : await pluginSkills(
            { library, title: about.title, connectPage: `${wanted.address}/connect`, read },
            db,
            reader,
            chosen,
          );
    const set = { ...about, skills, connection: `${wanted.address}/mcp/${reader.team_id}` };
    const one = { ...(await packageOf(set, wanted.kind, wanted.part, wanted.address)), heads: inIt };
    // A trail republished in the meantime is left out; the next request returns it.
    if (inIt.length === chosen.length) kept.set(key, one);
    return one;
  };
  return trails.inTurn(db, reader, made, turn);
}

const everySkill = async (library: SkillLibrary, trails: readonly PublishedTrail[]) => ({
  skills: await skillsOf(library, trails),
  heads: trails.map(({ head }) => head),
});

/** The names of the reader's plugin, and how many of the trails that they see are in it. */
export async function pluginOverview(
  { trails }: Pick<SkillRooms, 'trails'>,
  db: Db,
  reader: ReaderIdentity,
  now: number,
) {
  const about = await aboutSet(db, reader.team_id);
  const heads = await trails.heads(db, reader);
  const chosen = await pluginHeads(db, reader, heads, now);
  return {
    plugin: pluginName(about),
    marketplace: marketplaceName(about),
    file: packageName(about, 'marketplace'),
    trails: heads.length,
    in_plugin: chosen.length,
  };
}

async function aboutSet(db: Db, teamId: string): Promise<Omit<SkillSet, 'skills'>> {
  const { name } = await getTeam(db, teamId);
  const change = changeOf(await catalogPositions(db, [teamId, SVC_CATALOG_ID]));
  return { id: teamId, title: name, slug: workspaceSlug(name), change };
}

/** Changes whenever any byte may change. The roles that the plugin names depend on all visible trails. */
function keyOf(
  { kind, part, address }: PackageWanted,
  about: object,
  heads: readonly VisibleTrailHead[],
  chosen: readonly VisibleTrailHead[],
): string {
  const trails = heads.map((head) => [versionKey(head), head.skill_name]);
  const ids = chosen.map(({ trail_id }) => trail_id);
  return createHash('sha256')
    .update(JSON.stringify([kind, part, address, about, trails, ids]))
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
