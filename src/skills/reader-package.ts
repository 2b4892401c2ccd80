// A download for a reader in one of four formats: the company plugin, its skills alone, a marketplace with it, and app
// packages for Microsoft 365 with all trails.

import { refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import type { Archive } from './archive.ts';
import { type CompanyPlugin, marketplaceZip, pluginZip } from './company-plugin.ts';
import { coworkParts, coworkZip, MAX_COWORK_SKILLS } from './cowork-package.ts';
import { skillsZip } from './skill-packages.ts';

export type PackageKind = 'skills' | 'plugin' | 'marketplace' | 'cowork';

/** A download, and the positions of its skills in the set. */
export interface SkillPackage {
  readonly archive: Archive;
  readonly filename: string;
  readonly from: number;
  readonly to: number;
}

/** The file's name without `.zip`. */
export const packageName = ({ slug }: Pick<CompanyPlugin, 'slug'>, kind: PackageKind): string => `${slug}-${kind}`;

/** Builds the package. Only Cowork packages have parts, starting at 1. Rejects unknown parts with `not-found`. */
export async function packageOf(
  set: CompanyPlugin,
  kind: PackageKind,
  part: number,
  address: string,
): Promise<SkillPackage> {
  const parts = kind === 'cowork' ? coworkParts(set.skills.length) : 1;
  if (part > parts)
    throw refuse(
      'not-found',
      parts === 1 ? 'There is only one part.' : t('There are {parts} parts. Request one from 1 to {parts}.', { parts }),
    );
  const filename = `${packageName(set, kind)}${parts > 1 ? `-${part}` : ''}.zip`;
  if (kind === 'cowork') {
    const from = (part - 1) * MAX_COWORK_SKILLS;
    return { archive: await coworkZip(set, part, address), filename, from, to: from + MAX_COWORK_SKILLS };
  }
  return { archive: await ARCHIVES[kind](set), filename, from: 0, to: set.skills.length };
}

const ARCHIVES = { skills: skillsZip, plugin: pluginZip, marketplace: marketplaceZip } as const;
