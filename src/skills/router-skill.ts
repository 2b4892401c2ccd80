// The skill that leads a model to the right trail, whatever the number of trails: its description says for which roles
// and AI tools the catalog has guides, and its text says how to find one.
import { excerpt } from '../base/excerpt.ts';
import type { NamedInTrails } from '../trails/readers/visible-trails.ts';
import { escapedLine, oneLine } from './markup.ts';
import { type Skill, skillFile } from './skill-file.ts';
import { yamlText } from './yaml-text.ts';

export const ROUTER_NAME = 'company-guides';
/** Tells an import that this skill is not a trail. */
const MARK = 'metadata:\n  cairn: router';
/** The lists in the description, in UTF-16 units. They do not grow with the catalog. */
const MAX_ROLES = 200;
const MAX_TOOLS = 80;

export interface RouterSource {
  /** The workspace's name. */
  readonly title: string;
  /** Where a person connects an AI tool. */
  readonly connectPage: string;
  readonly roles: readonly NamedInTrails[];
  readonly tools: readonly NamedInTrails[];
  /** The names of the skills next to it. */
  readonly taken: readonly string[];
}

/** The tested instructions for finding a trail. Names are the tools of /mcp. */
export function routerSkill({ title, connectPage, roles, tools, taken }: RouterSource): Skill {
  const company = oneLine(title.replace(/[<>]/g, ''));
  let name = ROUTER_NAME;
  while (taken.includes(name)) name += '-search';
  const description = [
    `Use when a person starts a work task: ${company} has tested guides with its rules and prompts for such tasks.`,
    'Before you do the task, call find_trail with the words of the person.',
    listed('Guides for', roles, MAX_ROLES),
    listed('Made for', tools, MAX_TOOLS),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
  const text = [
    `# Guides of ${escapedLine(title)}`,
    'A trail is a tested guide for one work task: how to set the AI tool up, and prompts with placeholders.',
    [
      '1. Call `find_trail` once with the words of the person and the task in a plain sentence, not for small talk.',
      '2. If it returns `trail`, use that. If it returns `may_fit`, pick the one that fits or ask the person.',
      '3. Read it with `get_trail`, and work as it says. Ask the person for the values of its placeholders.',
      '4. If nothing fits, continue without a trail. Afterwards, do not search again for the same task.',
      '5. At the end, ask whether the trail helped, and report it with `give_feedback`.',
    ].join('\n'),
    'To answer which guides exist, call `browse_trails`.',
    `If these tools are missing, this AI tool is not connected. Say so once, and name this page: ${connectPage}`,
  ].join('\n\n');
  const markdown = `---\nname: ${name}\ndescription: ${yamlText(description)}\n${MARK}\n---\n\n${text}\n`;
  const file = skillFile('SKILL.md', Buffer.from(markdown), 'text/markdown');
  return { name, description, metadata: {}, files: [file] };
}

/** True for the text of that skill. */
export const isRouterSkill = (markdown: Buffer): boolean => markdown.includes(`\n${MARK}\n---\n`);

/** As many names as fit, most frequent first, as a sentence. Empty if there are none. */
function listed(label: string, named: readonly NamedInTrails[], most: number): string {
  let list = '';
  for (const { name } of named) {
    const next = excerpt(oneLine(name.replace(/[<>]/g, '')), 40);
    if (next === '' || list.length + next.length + 2 > most) continue;
    list += list === '' ? next : `, ${next}`;
  }
  return list === '' ? '' : `${label}: ${list}.`;
}
