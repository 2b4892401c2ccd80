// Catalogs that anyone can read as Agent Skills without signing in: the unrestricted published trails, without their
// examples. Off until an admin turns it on.
import { type By, recordChange } from '../audit/audit-log.ts';
import { refuse } from '../base/refusal.ts';
import type { Turn } from '../base/semaphore.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { getTeam } from '../directory/teams/teams.ts';
import type { Db, Tx } from '../storage/database.ts';
import { getCatalogRules } from '../trails/catalog/catalog-rules.ts';
import { catalogPositions } from '../trails/catalog/catalogs.ts';
import type { VisibleTrailHead } from '../trails/readers/visible-trails.ts';
import { MAX_PLUGIN_DESCRIPTION } from './plugin-contents.ts';
import { isCatalogPublic, publicCatalogIds, setIsPublic } from './public-catalog-store.ts';
import type { PublishedTrail, PublishedTrails } from './published-trails.ts';
import type { SkillLibrary } from './skill-library.ts';
import { changeOf, type SkillSet } from './skill-packages.ts';
import { skillsOf } from './skill-set.ts';
import { SERVICE_SLUG, workspaceSlug } from './workspace-slug.ts';

export { isCatalogPublic } from './public-catalog-store.ts';

/** All public skills of a catalog, or those in its packages for AI tools. */
export type PublicPart = 'all' | 'plugin';

/** Maximum number of public catalogs in the service-wide index. */
const MAX_CATALOGS = 200;

export interface SkillRooms {
  readonly trails: PublishedTrails;
  readonly library: SkillLibrary;
}

/** Makes the catalog public or private; a change is audited. */
export async function makeCatalogPublic(tx: Tx, catalogId: string, isPublic: boolean, by: By): Promise<void> {
  if (!(await setIsPublic(tx, catalogId, isPublic))) return;
  const { title } = await nameOf(tx, catalogId);
  const subject = { kind: 'catalog', id: catalogId, name: title };
  const difference = { before: { is_public: !isPublic }, after: { is_public: isPublic } };
  await recordChange(tx, catalogId, 'catalog.public.updated', subject, by, difference);
}

/**
 * Runs `use` on the skills of a public catalog, in turn like `PublishedTrails.unrestricted`. Refuses any other catalog
 * with `not-found`, without revealing whether it exists. A plugin contains at most as many trails as an admin set.
 */
export async function withPublicSkills<Result>(
  rooms: SkillRooms,
  db: Db,
  catalogId: string,
  use: (set: SkillSet) => Promise<Result>,
  turn?: Pick<Turn, 'signal'>,
  part: PublicPart = 'all',
): Promise<Result> {
  const result = await usePublicSkills(rooms, db, catalogId, async (set) => ({ made: await use(set) }), turn, part);
  if (result === undefined) throw notPublic();
  return result.made;
}

/** A skill of a public catalog. Fails with `not-found`. */
export async function publicSkill({ trails, library }: SkillRooms, db: Db, catalogId: string, name: string) {
  const isOpen = (await isCatalogPublic(db, catalogId)) && (await nameOf(db, catalogId)).isOn;
  const isNamed = ({ skill_name }: VisibleTrailHead): boolean => skill_name === name;
  const trail = isOpen ? await trails.findUnrestricted(db, catalogId, isNamed) : undefined;
  if (trail === undefined) throw notPublic();
  return { head: trail.head, skill: await library(trail) };
}

/**
 * Runs `use` on the skills of each public catalog, one after the other, in the order in which they became public. If
 * two skills have the same name, the later one appears only in its own catalog's index.
 */
export async function eachPublicCatalog<Result>(
  rooms: SkillRooms,
  db: Db,
  use: (set: SkillSet) => Promise<Result>,
  turn?: Pick<Turn, 'signal'>,
): Promise<Result[]> {
  const taken = new Set<string>();
  const results: Result[] = [];
  const useFirst = async (set: SkillSet): Promise<void> => {
    results.push(await use({ ...set, skills: set.skills.filter(({ name }) => !taken.has(name)) }));
    for (const { name } of set.skills) taken.add(name);
  };
  for (const id of await publicCatalogIds(db, MAX_CATALOGS))
    await usePublicSkills(rooms, db, id, useFirst, turn, 'all');
  return results;
}

/** Undefined if the catalog is not public. */
async function usePublicSkills<Result>(
  { trails, library }: SkillRooms,
  db: Db,
  id: string,
  use: (set: SkillSet) => Promise<Result>,
  turn: Pick<Turn, 'signal'> | undefined,
  part: PublicPart,
): Promise<Result | undefined> {
  if (!(await isCatalogPublic(db, id))) return undefined;
  const { title, slug, isOn } = await nameOf(db, id);
  if (!isOn) return undefined;
  const withAll = async (all: PublishedTrail[]): Promise<Result> => {
    const change = changeOf(await catalogPositions(db, [id]));
    const maxDescription = part === 'plugin' ? MAX_PLUGIN_DESCRIPTION : undefined;
    return use({ id, title, slug, change, skills: await skillsOf(library, all, maxDescription) });
  };
  const most = part === 'plugin' ? (await getCatalogRules(db, id)).plugin_trails : undefined;
  return trails.unrestricted(db, id, withAll, turn, most);
}

interface CatalogName {
  readonly title: string;
  readonly slug: string;
  /** Whether trails are enabled in the workspace. */
  readonly isOn: boolean;
}

async function nameOf(db: Db, catalogId: string): Promise<CatalogName> {
  if (catalogId === SVC_CATALOG_ID) return { title: 'Service-wide trails', slug: SERVICE_SLUG, isOn: true };
  const { name, trails_enabled } = await getTeam(db, catalogId);
  return { title: name, slug: workspaceSlug(name), isOn: trails_enabled };
}

const notPublic = (): Error =>
  refuse('not-found', 'Nothing is public at this address. Ask a workspace admin for help.');
