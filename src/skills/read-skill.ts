// Reads a SKILL.md as the draft of a trail. Our own exports restore the document. Others are read as a guide, with a
// finding for everything that a trail cannot store.

import { isMap, parseDocument } from 'yaml';
import { excerpt } from '../base/excerpt.ts';
import { errorAt, warningAt } from '../base/field-finding.ts';
import type { ValidationIssue } from '../base/issue.ts';
import { isBlank } from '../base/text.ts';
import { type Sentence, Text, t } from '../base/texts/t.ts';
import type { TrailDocument } from '../trails/document/document.ts';
import { LIMITS } from '../trails/document/limits.ts';
import { type BodyFields, readBody, takePrompts, takeTitle } from './skill-body.ts';
import { describedFields } from './skill-description.ts';
import { type CarriedFields, shortDigest } from './skill-metadata.ts';
import { boundBroken } from './yaml-bounds.ts';
import { yamlText } from './yaml-text.ts';

/** The result of reading a file. `document` is not yet validated; undefined if the file cannot be a draft. */
export interface ReadSkill {
  readonly document?: TrailDocument;
  readonly findings: readonly ValidationIssue[];
  /** What an export says about itself; undefined if it has no fingerprint. */
  readonly stated?: StatedOrigin;
}

export interface StatedOrigin {
  readonly name: string;
  readonly description: string;
  readonly trail_id: string;
  readonly version: number | undefined;
}

/** Fields of Agent Skills that trails do not have. */
const WITHOUT_A_PLACE = ['allowed-tools', 'license', 'compatibility'];

/** Reads the text of a SKILL.md. */
export function readSkill(markdown: string): ReadSkill {
  const parts = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(markdown);
  if (parts === null)
    return failed(
      'SKILL.md',
      'The file must begin with a block between two lines of ---. Add name and description there.',
    );
  const [, head = '', rest = ''] = parts;
  const fields: Frontmatter | Text = readFrontmatter(head);
  if (fields instanceof Text) return failed('SKILL.md', fields);
  const { name = '', description = '' } = fields.texts;
  if (isBlank(description))
    return failed('description', 'In the block at the top, say what the skill does and when to use it.');
  const text = rest.replace(/^(?:\r?\n)+/, '');
  const dropped = WITHOUT_A_PLACE.filter((field) => field in fields.texts).map((field) =>
    warningAt(field, 'Was skipped, because trails do not have this field.'),
  );
  if (fields.isRepaired) dropped.push(UNQUOTED);
  const carried = carriedIn(fields.metadata.trail);
  const read =
    carried === undefined
      ? foreignSkill(name, description, withoutReturns(text))
      : ownSkill(carried, description, text);
  const { fingerprint, 'trail-id': trail_id = '', 'trail-version': version } = fields.metadata;
  const stated = { name, description, trail_id, version: version === undefined ? undefined : Number(version) };
  const findings = [...dropped, ...read.findings];
  return { document: read.document, findings, ...(fingerprint === undefined ? {} : { stated }) };
}

interface Frontmatter {
  readonly texts: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
  /** True if the block became YAML only after values with a colon were quoted. */
  readonly isRepaired: boolean;
}

/** The fields as texts, or a sentence about the error. Rejects aliases and tags; every value is text. */
function readFrontmatter(head: string, isRepaired = false): Frontmatter | Text {
  const broken = boundBroken(head);
  if (broken === 'length') return t('The block at the top is longer than 16 kB. Move some of it into the text.');
  if (broken === 'signs') return UNREADABLE;
  try {
    const yaml = parseDocument(head, { schema: 'failsafe', uniqueKeys: true, logLevel: 'silent' });
    const [error] = yaml.errors;
    const quoted = error === undefined ? head : withQuotedColons(head);
    if (quoted !== head && !isRepaired) return readFrontmatter(quoted, true);
    if (error !== undefined)
      return t('The block at the top is not YAML: {reason}', { reason: oneSentence(error.message) });
    if (!isMap(yaml.contents)) return t('The block at the top has no fields. Add name and description.');
    const value = yaml.toJS({ maxAliasCount: 0 }) as Record<string, unknown>;
    return { texts: textsOf(value), metadata: textsOf(value.metadata), isRepaired };
  } catch {
    return UNREADABLE; // Aliases.
  }
}

const UNREADABLE = t(
  'The block at the top cannot be read. Use only a few fields, each on a separate line, without aliases.',
);

const UNQUOTED = warningAt(
  'SKILL.md',
  'A value in the block at the top contains a colon without quotes, which is not valid YAML. It was read as text. ' +
    'Put it in quotes.',
);

/** A field at the top level whose value is plain text on this line, and the lines that continue it. */
const PLAIN_VALUE = /^([A-Za-z][\w-]{0,80}):[ \t]+([^\s"'[{|>&*!%@`#][^\n]*(?:\n[ \t]+[^\n]*)*)/gm;

/** The block with quotes around plain values that contain a colon: the most common fault in public skills. */
const withQuotedColons = (head: string): string =>
  head.replace(PLAIN_VALUE, (field, name: string, value: string) =>
    /:(?:\s|$)/.test(value) ? `${name}: ${yamlText(value.replace(/\s*\n\s*/g, ' ').trim())}` : field,
  );

const withoutReturns = (text: string): string => text.replaceAll('\r\n', '\n');

const oneSentence = (message: string): string => excerpt(message.split('\n', 1)[0] ?? '', 200);

const textsOf = (value: unknown): Record<string, string> =>
  typeof value !== 'object' || value === null
    ? {}
    : Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, typeof member === 'string' ? member : ''] as const),
      );

/** The fields carried in an export; undefined for other skills. */
function carriedIn(text: string | undefined): CarriedFields | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isCarried(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A shape check only; the document is validated as a draft later. */
const isCarried = (value: unknown): value is CarriedFields =>
  typeof value === 'object' && value !== null && 'text' in value && 'description' in value;

interface ReadDocument {
  readonly document: TrailDocument;
  readonly findings: readonly ValidationIssue[];
}

/** A skill exported by Cairn. If someone has edited its text since, the text wins, with a finding. */
function ownSkill(carried: CarriedFields, description: string, text: string): ReadDocument {
  const findings: ValidationIssue[] = [];
  // Git and some editors convert line ends to CR LF, which is not an edit.
  const isSameText = [text, withoutReturns(text)].some((one) => shortDigest(one) === carried.text);
  const isSameDescription = shortDigest(description) === carried.description;
  if (!isSameText && carried.exact !== undefined)
    findings.push(warningAt('SKILL.md', 'The text was edited after the export, so the edited text was imported.'));
  if (!isSameDescription)
    findings.push(
      warningAt(
        'trigger.when',
        'The description was edited after the export, so it was imported as the moment of use.',
      ),
    );
  const fields = readBody(text);
  const described = describedFields(description);
  const { title, target_role, setup_guide } = fields;
  return {
    document: {
      ...{ title, target_role, description: fields.description, setup_guide },
      tools: [...(carried.tools ?? described.tools)],
      trigger: {
        when: isSameDescription ? (carried.when ?? described.when) : shortened('trigger.when', description, findings),
        keywords: [...(carried.keywords ?? described.keywords)],
        examples: [...(carried.examples ?? [])],
      },
      feedback_enabled: carried.feedback_enabled ?? true,
      ...(isSameText ? carried.exact : {}),
      prompts: promptsOf((isSameText ? carried.exact?.prompts : undefined) ?? fields.prompts, carried.prompt_ids),
    },
    findings,
  };
}

const promptsOf = (prompts: BodyFields['prompts'], ids: readonly string[] = []) =>
  prompts.map(({ label, body }, index) => {
    const id = ids.length === prompts.length ? ids[index] : undefined;
    return id === undefined || id === '' ? { label, body } : { label, body, id };
  });

/** Another tool's skill: its description says when it applies, and its text is the guide. */
function foreignSkill(name: string, description: string, text: string): ReadDocument {
  const findings: ValidationIssue[] = [];
  const { rest: untitled, title } = takeTitle(text);
  const { rest: guide, prompts } = takePrompts(untitled);
  const plain = description.trim();
  if (prompts.length === 0)
    findings.push(warningAt('prompts', 'The skill has no prompts to copy. Write at least one before you publish.'));
  return {
    document: {
      title: shortened('title', title || spokenName(name), findings),
      description: shortened('description', plain, findings),
      trigger: { when: shortened('trigger.when', plain, findings), keywords: [], examples: [] },
      prompts: promptsOf(prompts),
      setup_guide: guide.trim(),
    },
    findings,
  };
}

/** Turns `answer-refund-request` into a title. */
const spokenName = (name: string): string => {
  const words = name.replaceAll('-', ' ').trim();
  return words === '' ? 'Imported skill' : words.charAt(0).toUpperCase() + words.slice(1);
};

const MAX_LENGTHS = {
  title: LIMITS.title.max,
  description: LIMITS.description.max,
  'trigger.when': LIMITS.when.max,
} as const;

/** Truncates the text to the field's limit, and adds a finding if it did. */
function shortened(field: keyof typeof MAX_LENGTHS, text: string, findings: ValidationIssue[]): string {
  const characters = [...text];
  if (characters.length <= MAX_LENGTHS[field]) return text;
  findings.push(
    warningAt(
      field,
      t('Was cut from {length} to {limit} characters. Rewrite it.', {
        length: characters.length,
        limit: MAX_LENGTHS[field],
      }),
    ),
  );
  return `${characters.slice(0, MAX_LENGTHS[field] - 1).join('')}…`;
}

const failed = (field: string, message: Sentence): ReadSkill => ({ findings: [errorAt(field, message)] });
