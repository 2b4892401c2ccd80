// The skills of a catalog in formats for AI tools: folders in one zip, a Claude Code plugin, and a marketplace with it.
// docs/skills.md cites the formats. The same skills give the same bytes.
import { createHash } from 'node:crypto';
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
  /** Increases whenever the contents change, because tools install only new versions. */
  readonly change: number;
  /** Distinguishes states with the same number, as after a restored backup. */
  readonly mark: string;
  readonly skills: readonly Skill[];
}

/** The combined position of several catalogs. */
export function changeOf(positions: ReadonlyMap<string, CatalogPosition>): Pick<SkillSet, 'change' | 'mark'> {
  const sorted = [...positions].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, position]) => position);
  const marks = sorted.map(({ mark }) => mark).join(' ');
  const mark = createHash('sha256').update(marks).digest('hex').slice(0, 8);
  return { change: sorted.reduce((sum, { seq }) => sum + seq, 0), mark };
}

/** One skill as a folder that tools unpack or accept as an upload. */
export const skillZip = (skill: Skill): Promise<Archive> => archiveOf(folder('', skill));

/** One skill with SKILL.md at the root, as skill indexes require. */
export const rootedSkillZip = ({ files }: Skill): Promise<Archive> => archiveOf(files);

/** All skills, with one folder each. */
export const skillsZip = ({ skills }: SkillSet): Promise<Archive> =>
  archiveOf(skills.flatMap((skill) => folder('', skill)));

export const pluginZip = (set: SkillSet): Promise<Archive> => archiveOf(pluginFiles('', set));

/** A folder that Claude Code accepts as a marketplace: `claude plugin marketplace add ./folder`. */
export function marketplaceZip(set: SkillSet): Promise<Archive> {
  const path = `plugins/${pluginName(set)}`;
  const manifest = jsonFile('.claude-plugin/marketplace.json', marketplaceOf(set, `./${path}`));
  return archiveOf([manifest, ...pluginFiles(`${path}/`, set)]);
}

/** The text of a marketplace.json with one plugin: the zip at `url` with that digest. */
export const hostedMarketplace = (set: SkillSet, url: string, { sha256 }: Archive): string =>
  `${JSON.stringify(marketplaceOf(set, { source: 'archive', url, sha256 }), null, 2)}\n`;

const MARKETPLACE_SCHEMA = 'https://anthropic.com/claude-code/marketplace.schema.json';

/** Must differ from the marketplace's name, because Claude Code puts both into one folder. */
const pluginName = ({ slug }: SkillSet): string => `${slug}-trails`;

/** Claude Code installs any version whose text differs. */
const versionOf = ({ change, mark }: SkillSet): string => `1.0.${change}+${mark}`;

const marketplaceOf = (set: SkillSet, source: string | object) => ({
  $schema: MARKETPLACE_SCHEMA,
  name: `${set.slug}-cairn`,
  owner: { name: set.title },
  metadata: { description: `Trails of ${set.title}`, version: versionOf(set) },
  plugins: [{ name: pluginName(set), source, description: descriptionOf(set), version: versionOf(set) }],
});

const descriptionOf = ({ title, skills }: SkillSet): string =>
  `${skills.length === 1 ? 'One tested guide' : `${skills.length} tested guides`} of ${title} for tasks with AI tools`;

const pluginFiles = (prefix: string, set: SkillSet): ArchiveFile[] => [
  jsonFile(`${prefix}.claude-plugin/plugin.json`, {
    name: pluginName(set),
    version: versionOf(set),
    description: descriptionOf(set),
    author: { name: set.title },
  }),
  ...set.skills.flatMap((skill) => folder(`${prefix}skills/`, skill)),
];

/** The files of the skill in a folder with its name. */
export const folder = (prefix: string, { name, files }: Skill): ArchiveFile[] =>
  files.map(({ path, bytes }) => ({ path: `${prefix}${name}/${path}`, bytes }));

export const jsonFile = (path: string, value: object): ArchiveFile => ({
  path,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});
