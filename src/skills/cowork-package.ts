// Skills as a Microsoft 365 app package for Copilot Cowork: a manifest, two icons and the skills. A package holds at
// most 20 skills, so larger catalogs are split.
import { v5 as uuidv5 } from 'uuid';
import { excerpt } from '../base/excerpt.ts';
import { type Archive, archiveOf } from './archive.ts';
import { COLOR_ICON, OUTLINE_ICON } from './cowork-icons.ts';
import { folder, jsonFile, type SkillSet } from './skill-packages.ts';

/** Microsoft 365's limit per package. */
export const MAX_COWORK_SKILLS = 20;

/** The number of packages for all skills, at least one. */
export const coworkParts = (count: number): number => Math.max(1, Math.ceil(count / MAX_COWORK_SKILLS));

/** Part `part`, starting at 1. `address` is the public URL of this service, which uses https in production. */
export function coworkZip(set: SkillSet, part: number, address: string): Promise<Archive> {
  const skills = set.skills.slice((part - 1) * MAX_COWORK_SKILLS, part * MAX_COWORK_SKILLS);
  const suffix = coworkParts(set.skills.length) === 1 ? '' : ` ${part}`;
  const manifest = {
    $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.28/MicrosoftTeams.schema.json',
    manifestVersion: '1.28',
    version: `1.0.${set.change}`,
    // The same part of a catalog keeps its app id, so that Microsoft 365 updates the app.
    id: uuidv5(`cowork/${part}`, set.id),
    developer: { name: excerpt(set.title, 32), websiteUrl: address, privacyUrl: address, termsOfUseUrl: address },
    name: {
      short: `${excerpt(`${set.title} trails`, 26)}${suffix}`,
      full: `${excerpt(`Trails of ${set.title}`, 90)}${suffix}`,
    },
    description: {
      short: excerpt(`Tested guides of ${set.title} for tasks with AI tools`, 80),
      full: excerpt(`The trails of ${set.title}: setup, prompts and things to watch out for, task by task.`, 4_000),
    },
    icons: { color: 'color.png', outline: 'outline.png' },
    accentColor: '#2E5E4E',
    agentSkills: skills.map(({ name }) => ({ folder: `./skills/${name}` })),
  };
  return archiveOf([
    jsonFile('manifest.json', manifest),
    { path: 'color.png', bytes: COLOR_ICON },
    { path: 'outline.png', bytes: OUTLINE_ICON },
    ...skills.flatMap((skill) => folder('skills/', skill)),
  ]);
}
