// What the company plugin of a reader contains: a skill that leads to find_trail, and some trails as skills, up to the
// number that an admin set.

import { mostUsed } from '../insight/most-used.ts';
import type { Db } from '../storage/database.ts';
import { getCatalogRules } from '../trails/catalog/catalog-rules.ts';
import {
  featuredFor,
  namedForReader,
  type ReaderIdentity,
  type VisibleTrailHead,
} from '../trails/readers/visible-trails.ts';
import type { ReadHeads } from './published-trails.ts';
import { routerSkill } from './router-skill.ts';
import type { Skill } from './skill-file.ts';
import type { SkillLibrary } from './skill-library.ts';
import { skillsOf } from './skill-set.ts';

/** AI tools share a limited space among the descriptions of all skills: about 22,000 characters in Codex. */
export const MAX_PLUGIN_DESCRIPTION = 200;

/**
 * The chosen trails, best first: those that a group of the reader features, then those that the workspace uses most,
 * then the others in catalog order.
 */
export async function pluginHeads(
  db: Db,
  reader: ReaderIdentity,
  heads: readonly VisibleTrailHead[],
  now: number,
): Promise<VisibleTrailHead[]> {
  const { plugin_trails } = await getCatalogRules(db, reader.team_id);
  if (heads.length <= plugin_trails) return [...heads];
  const first = new Set([...(await featuredFor(db, reader)), ...(await mostUsed(db, reader.team_id, now))]);
  const byId = new Map(heads.map((head) => [head.trail_id, head]));
  const chosen = [...first].flatMap((id) => byId.get(id) ?? []);
  return [...chosen, ...heads.filter(({ trail_id }) => !first.has(trail_id))].slice(0, plugin_trails);
}

export interface PluginSource {
  readonly library: SkillLibrary;
  readonly title: string;
  readonly connectPage: string;
  readonly read: ReadHeads;
}

/** The skills of the plugin, with the one that leads to find_trail first, and the trails among them. */
export async function pluginSkills(
  { library, title, connectPage, read }: PluginSource,
  db: Db,
  reader: ReaderIdentity,
  chosen: readonly VisibleTrailHead[],
): Promise<{ readonly skills: Skill[]; readonly heads: VisibleTrailHead[] }> {
  const named = await namedForReader(db, reader);
  const roles = named.filter(({ kind }) => kind === 'role');
  const tools = named.filter(({ kind }) => kind === 'tool');
  const trails = await read(chosen);
  const skills = await skillsOf(library, trails, MAX_PLUGIN_DESCRIPTION);
  return {
    skills: [routerSkill({ title, connectPage, roles, tools, taken: skills.map(({ name }) => name) }), ...skills],
    heads: trails.map(({ head }) => head),
  };
}
