// Skills as folders in one zip. The same skills give the same bytes.
import type { CatalogPosition } from '../trails/catalog/catalogs.ts';
import { type Archive, archiveOf } from './archive.ts';
import type { ArchiveFile } from './read-archive.ts';
import type { Skill } from './skill-file.ts';

/** Skills that are packaged together. */
export interface SkillSet {
  /** A stable id: the workspace's or the service-wide catalog's. */
  readonly id: string;
  /** The name for people. */
  readonly title: string;
  /** The name for programs: a-z, 0-9 and hyphens. */
  readonly slug: string;
  /** Increases whenever published trails change, because tools install only new versions. */
  readonly change: number;
  readonly skills: readonly Skill[];
}

/** The combined position of several catalogs. */
export const changeOf = (positions: ReadonlyMap<string, CatalogPosition>): number =>
  [...positions.values()].reduce((sum, { seq }) => sum + seq, 0);

/** One skill as a folder that tools unpack or accept as an upload. */
export const skillZip = (skill: Skill): Promise<Archive> => archiveOf(folder('', skill));

/** One skill with SKILL.md at the root, as skill indexes require. */
export const rootedSkillZip = ({ files }: Skill): Promise<Archive> => archiveOf(files);

/** All skills, with one folder each. */
export const skillsZip = ({ skills }: SkillSet): Promise<Archive> =>
  archiveOf(skills.flatMap((skill) => folder('', skill)));

/** The files of the skill in a folder with its name. */
export const folder = (prefix: string, { name, files }: Skill): ArchiveFile[] =>
  files.map(({ path, bytes }) => ({ path: `${prefix}${name}/${path}`, bytes }));

export const jsonFile = (path: string, value: object): ArchiveFile => ({
  path,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});
