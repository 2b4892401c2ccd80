// Entries of an Agent Skills Discovery index, version 0.2.0 (agentskills.io, /.well-known/agent-skills). A skill that
// consists only of SKILL.md is one file; any other is a zip with SKILL.md at its root. Digests cover the exact bytes.
import type { Skill } from './skill-file.ts';
import { rootedSkillZip, type SkillSet } from './skill-packages.ts';

export const DISCOVERY_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

export interface DiscoveryEntry {
  readonly name: string;
  readonly type: 'skill-md' | 'archive';
  readonly description: string;
  readonly url: string;
  readonly digest: string;
}

/** `address` is the URL prefix of the catalog's files. */
export async function discoveryEntries({ skills }: SkillSet, address: string): Promise<DiscoveryEntry[]> {
  const entries: DiscoveryEntry[] = [];
  for (const skill of skills) entries.push(await entryOf(skill, address));
  return entries;
}

async function entryOf(skill: Skill, address: string): Promise<DiscoveryEntry> {
  const { name, description, files } = skill;
  const [only, ...images] = files;
  if (images.length === 0 && only !== undefined)
    return { name, type: 'skill-md', description, url: `${address}/skills/${name}/SKILL.md`, digest: only.digest };
  const { sha256 } = await rootedSkillZip(skill);
  return {
    ...{ name, type: 'archive', description, url: `${address}/skills/${name}/skill.zip` },
    digest: `sha256:${sha256}`,
  };
}
