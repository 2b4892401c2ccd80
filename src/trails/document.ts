// The document of a trail (contract 2.1-2.4): its shapes, its JSON Schema, and the defaults that a stored one is filled
// with. How findings about a document are worded is in validate-document.ts.
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { OneOf } from '../base/shape.ts';
import { LIMITS } from './limits.ts';

/** At least one character that is not white space. */
export const NOT_BLANK = '\\S';
/** Not blank, and without upper case and title case letters of any script. */
export const LOWER_CASE = '^(?=[\\s\\S]*\\S)[^\\p{Lu}\\p{Lt}]*$';
/** What a prompt id is made of; empty asks the server for one. */
export const PROMPT_ID = '^[a-z0-9_-]*$';

/** Contract 2.3. */
export const TriggerExample = Type.Object(
  {
    text: Type.String({
      minLength: LIMITS.examples.min,
      maxLength: LIMITS.examples.max,
      pattern: NOT_BLANK,
      description: 'A realistic employee prompt.',
    }),
    expect: OneOf(['match', 'no_match'], { description: 'Whether the trail should surface for the text.' }),
  },
  { $id: 'TriggerExample', additionalProperties: false },
);
export type TriggerExample = Static<typeof TriggerExample>;

/** Contract 2.2. */
export const TrailTrigger = Type.Object(
  {
    when: Type.Optional(
      Type.String({
        maxLength: LIMITS.when.max,
        default: '',
        description: 'The moment in the workflow, in one or two sentences.',
      }),
    ),
    keywords: Type.Optional(
      Type.Array(Type.String({ minLength: LIMITS.keywords.min, maxLength: LIMITS.keywords.max, pattern: LOWER_CASE }), {
        maxItems: LIMITS.keywords.maxItems,
        uniqueItems: true,
        default: [],
        description: 'Lower-case phrases that an employee would type into the AI tool, none twice.',
      }),
    ),
    examples: Type.Optional(
      Type.Array(TriggerExample, {
        maxItems: LIMITS.examples.maxItems,
        default: [],
        description: 'Sample prompts: surfacing tests, and hints for the matching.',
      }),
    ),
  },
  { $id: 'TrailTrigger', additionalProperties: false, description: 'When the trail applies.' },
);
export type TrailTrigger = Static<typeof TrailTrigger>;

/** Contract 2.4. Label and body may be empty in a draft, not in a published trail. */
export const TrailPrompt = Type.Object(
  {
    label: Type.String({ maxLength: LIMITS.prompt_label.max, description: 'A short title of the step.' }),
    body: Type.String({
      maxLength: LIMITS.prompt_body.max,
      description:
        'The prompt, with `{{snake_case}}` placeholders for what the employee supplies. `\\{{` is two braces of the ' +
        'text itself.',
    }),
    id: Type.Optional(
      Type.String({
        maxLength: LIMITS.prompt_id.max,
        pattern: PROMPT_ID,
        description:
          'Names the prompt across edits; assigned by the server when empty. No two prompts of a trail may have the ' +
          'same id (a rule that JSON Schema cannot express).',
      }),
    ),
  },
  { $id: 'TrailPrompt', additionalProperties: false },
);
export type TrailPrompt = Static<typeof TrailPrompt>;

/** Contract 2.1: what callers send. `tools` is narrowed to the installation's providers by `documentSchema`. */
export const TrailDocument = Type.Object(
  {
    title: Type.String({
      minLength: LIMITS.title.min,
      maxLength: LIMITS.title.max,
      pattern: NOT_BLANK,
      description: 'An action-oriented title.',
    }),
    target_role: Type.Optional(
      Type.String({ maxLength: LIMITS.target_role.max, default: '', description: 'Who does the task.' }),
    ),
    description: Type.Optional(
      Type.String({
        maxLength: LIMITS.description.max,
        default: '',
        description: 'Addressed to the employee: what they accomplish and how AI helps.',
      }),
    ),
    tools: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: LIMITS.tools.maxItems,
        uniqueItems: true,
        default: [],
        description: 'Provider ids of the authoring guide, none twice; empty means any AI tool.',
      }),
    ),
    trigger: Type.Optional(TrailTrigger),
    prompts: Type.Optional(
      Type.Array(TrailPrompt, {
        maxItems: LIMITS.prompts.maxItems,
        default: [],
        description: 'Prompts to copy and paste, in the order of the task.',
      }),
    ),
    setup_guide: Type.Optional(
      Type.String({
        maxLength: LIMITS.setup_guide.max,
        default: '',
        description: 'Markdown: tool and mode, connectors or files, model settings, guardrails.',
      }),
    ),
    feedback_enabled: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether learners see the helpful / not helpful widget.' }),
    ),
  },
  { $id: 'TrailDocument', additionalProperties: false },
);
export type TrailDocument = Static<typeof TrailDocument>;

/** A document with nothing absent but prompt ids: what drafts are checked and published by. */
export interface FullDocument {
  readonly title: string;
  readonly target_role: string;
  readonly description: string;
  readonly tools: readonly string[];
  readonly trigger: {
    readonly when: string;
    readonly keywords: readonly string[];
    readonly examples: readonly TriggerExample[];
  };
  readonly prompts: readonly TrailPrompt[];
  readonly setup_guide: string;
  readonly feedback_enabled: boolean;
}

/** The document with every absent field at its default, members in the order of the specification (Decision 18). */
export const withDefaults = (document: TrailDocument | FullDocument): FullDocument => ({
  title: document.title,
  target_role: document.target_role ?? '',
  description: document.description ?? '',
  tools: document.tools ?? [],
  trigger: {
    when: document.trigger?.when ?? '',
    keywords: document.trigger?.keywords ?? [],
    examples: document.trigger?.examples ?? [],
  },
  prompts: document.prompts ?? [],
  setup_guide: document.setup_guide ?? '',
  feedback_enabled: document.feedback_enabled ?? true,
});

/** A stored document's text, read back. */
export const parseDocument = (text: string): FullDocument => JSON.parse(text) as FullDocument;

/**
 * The JSON Schema (2020-12) of a document where these providers may be named: self-contained, and the very thing that
 * drafts are checked by. It accepts what the server accepts, but for prompt ids used twice, which no JSON Schema can
 * tell.
 */
export function documentSchema(providerIds: readonly string[]): TSchema {
  const plain = withoutIds(TrailDocument) as TSchema;
  const tools = { ...plain.properties.tools, items: { type: 'string', enum: [...providerIds] } };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'TrailDocument',
    ...plain,
    properties: { ...plain.properties, tools },
  };
}

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (key === '$id' ? [] : [[key, withoutIds(member)]])),
  );
}
