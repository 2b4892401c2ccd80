// A published version as an Agent Skill (agentskills.io): SKILL.md and the images of its guide. Pure: the same version
// gives the same bytes. Everything a trail says is text for people and untrusted to a model: no HTML, no scripts, no
// `allowed-tools` ever come out of it.

import type { FullDocument } from '../trails/full-document.ts';
import { countCharacters } from '../trails/limits.ts';
import { placeholderParts, shownText } from '../trails/placeholders.ts';
import { escapedMarkup, oneLine } from './markup.ts';
import { type Skill, type SkillFile, skillFile } from './skill-file.ts';
import { yamlText } from './yaml-text.ts';

/** What a skill is rendered from. */
export interface SkillSourceVersion {
  readonly name: string;
  readonly trail_id: string;
  readonly version: number;
  readonly document: FullDocument;
  /** The images of the guide: their addresses in the Markdown, and the files they become. */
  readonly images: readonly { readonly url: string; readonly file: SkillFile }[];
}

const LONGEST_DESCRIPTION = 1_024;

export function renderSkill(source: SkillSourceVersion): Skill {
  const description = skillDescription(source.document);
  const metadata = { 'trail-id': source.trail_id, 'trail-version': String(source.version) };
  const frontmatter = [
    '---',
    `name: ${source.name}`,
    `description: ${yamlText(description)}`,
    'metadata:',
    ...Object.entries(metadata).map(([key, value]) => `  ${key}: ${yamlText(value)}`),
    '---',
  ];
  const text = `${frontmatter.join('\n')}\n\n${body(source)}`;
  return {
    name: source.name,
    description,
    metadata,
    files: [skillFile('SKILL.md', Buffer.from(text), 'text/markdown'), ...source.images.map(({ file }) => file)],
  };
}

/** The moment of use first, since hosts cut the text; then what the trail does, and the words that people type. */
export function skillDescription({ title, description, trigger, tools }: FullDocument): string {
  const parts = [
    trigger.when === '' ? `Use for this task: ${title}` : trigger.when,
    description,
    trigger.keywords.length === 0 ? '' : `Keywords: ${trigger.keywords.join(', ')}`,
    tools.length === 0 ? '' : `Made for: ${tools.join(', ')}`,
  ];
  // Angle brackets are refused in descriptions by hosts that put them into a prompt.
  const sentences = parts.map((part) => oneLine(part).replace(/[<>]/g, '')).filter((part) => part !== '');
  return cut(sentences.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(' '), LONGEST_DESCRIPTION);
}

function body({ document, images }: SkillSourceVersion): string {
  const { title, target_role, description, setup_guide, prompts } = document;
  let guide = escapedMarkup(setup_guide);
  for (const { url, file } of images) guide = guide.replaceAll(url, file.path);
  const sections = [
    `# ${escapedMarkup(oneLine(title))}`,
    target_role === '' ? '' : `For: ${escapedMarkup(oneLine(target_role))}`,
    escapedMarkup(description),
    guide === '' ? '' : `## Setup\n\n${guide}`,
    prompts.length === 0 ? '' : '## Prompts\n\nReplace each `{{placeholder}}` with what the person supplies.',
    ...prompts.map(({ label, body: text }) => `### ${escapedMarkup(oneLine(label))}\n\n${fenced(promptText(text))}`),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** With its placeholders; braces that are no placeholder without the backslash before them. */
const promptText = (text: string): string => placeholderParts(text).map(shownText).join('');

/** Prompt text as it is, in a fence that is longer than any in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function cut(text: string, most: number): string {
  if (countCharacters(text) <= most) return text;
  const kept = [...text].slice(0, most - 1).join('');
  return `${kept.replace(/\s+\S*$/, '')}…`;
}
