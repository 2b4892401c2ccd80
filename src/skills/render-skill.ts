// Renders a published version as an Agent Skill (agentskills.io): SKILL.md and the images of its guide. The same
// version always gives the same bytes. Trail text is untrusted input for a model, so the output never contains HTML,
// scripts or `allowed-tools`.

import type { FullDocument } from '../trails/document/full-document.ts';
import { placeholderParts, shownText } from '../trails/document/placeholders.ts';
import { fingerprintOf } from './fingerprint.ts';
import { shiftedHeadings } from './headings.ts';
import { escapedLine, escapedMarkup } from './markup.ts';
import { PROMPTS_HINT, PROMPTS_TITLE, SETUP_TITLE } from './skill-body.ts';
import { skillDescription } from './skill-description.ts';
import { type Skill, skillFile } from './skill-file.ts';
import { type SkillImage, withFiles } from './skill-images.ts';
import { carriedOf, metadataText, shortDigest } from './skill-metadata.ts';
import { yamlText } from './yaml-text.ts';

/** The input for rendering a skill. */
export interface SkillSourceVersion {
  readonly name: string;
  readonly trail_id: string;
  readonly version?: number;
  readonly document: FullDocument;
  readonly images: readonly SkillImage[];
  /** Maximum length of the description, in UTF-16 units. */
  readonly maxDescription?: number | undefined;
  /** Replaces the rendered description. */
  readonly description?: string;
}

/**
 * Renders the skill. `metadata.trail` carries what the text cannot, so that an import restores the document. It
 * contains the examples only with `withExamples`, because employees never read them.
 */
export function renderSkill(source: SkillSourceVersion, withExamples = false): Skill {
  const document = withFiles(source.document, source.images);
  const description = source.description ?? skillDescription(document, source.maxDescription);
  const text = body(document);
  const trail = metadataText(carriedOf(document, text, description, withExamples));
  const origin = {
    'trail-id': source.trail_id,
    ...(source.version === undefined ? {} : { 'trail-version': String(source.version) }),
    fingerprint: fingerprintOf(document, source.images),
  };
  const metadata: Record<string, string> = {
    ...origin,
    // Covers everything that the fingerprint does not.
    checksum: shortDigest(JSON.stringify([source.name, description, origin, trail])),
    trail,
  };
  const frontmatter = [
    '---',
    `name: ${source.name}`,
    `description: ${yamlText(description)}`,
    'metadata:',
    ...Object.entries(metadata).map(([key, value]) => `  ${key}: ${yamlText(value)}`),
    '---',
  ];
  const markdown = `${frontmatter.join('\n')}\n\n${text}`;
  return {
    name: source.name,
    description,
    metadata,
    files: [skillFile('SKILL.md', Buffer.from(markdown), 'text/markdown'), ...source.images.map(({ file }) => file)],
  };
}

function body({ title, target_role, description, setup_guide, prompts }: FullDocument): string {
  const guide = shiftedHeadings(escapedMarkup(setup_guide), 1);
  const sections = [
    `# ${escapedLine(title)}`,
    target_role === '' ? '' : `For: ${escapedLine(target_role)}`,
    escapedMarkup(description),
    guide === '' ? '' : `${SETUP_TITLE}\n\n${guide}`,
    prompts.length === 0 ? '' : `${PROMPTS_TITLE}\n\n${PROMPTS_HINT}`,
    ...prompts.map(({ label, body: text }) => `### ${escapedLine(label)}\n\n${fenced(promptText(text))}`),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The prompt with its placeholders, and with literal braces without their backslash. */
const promptText = (text: string): string => placeholderParts(text).map(shownText).join('');

/** Prompt text, unchanged, in a fence longer than any inside it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
