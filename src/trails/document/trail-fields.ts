// The fields of a trail's document (contract 2.1-2.4), each defined once: name, shape, and whether lists show it.
// Types, validation, columns, resources, `field_limits` and `document_schema` derive from this table. Maximum lengths
// are in limits.ts and defaults in field-defaults.ts, which the console reads, too.
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { OneOf } from '../../base/shape.ts';
import { INK, NOT_BLANK } from '../../base/text.ts';
import { DEFAULTS } from './field-defaults.ts';
import { LIMITS } from './limits.ts';

/** Must not be blank or contain uppercase or titlecase letters in any script. */
export const LOWER_CASE = `^(?=[\\s\\S]*${INK})[^\\p{Lu}\\p{Lt}]*$`;
/** The same rule, but only for A to Z. */
const PLAIN_LOWER_CASE = '^[^A-Z]*[^A-Z\\s][^A-Z]*$';
/** The characters of a prompt id. An empty id asks the server for one. */
export const PROMPT_ID = '^[a-z0-9_-]*$';

/** Contract 2.3. */
export const TriggerExample = Type.Object(
  {
    text: Type.String({
      minLength: LIMITS.examples.min,
      maxLength: LIMITS.examples.max,
      ...NOT_BLANK,
      description: 'A realistic employee prompt.',
    }),
    expect: OneOf(['match', 'no_match'], { description: 'Whether the trail should surface for the text.' }),
  },
  { $id: 'TriggerExample', additionalProperties: false },
);
export type TriggerExample = Static<typeof TriggerExample>;

const Keyword = Type.String({
  minLength: LIMITS.keywords.min,
  maxLength: LIMITS.keywords.max,
  pattern: LOWER_CASE,
  'x-pattern': PLAIN_LOWER_CASE,
});

/** Contract 2.2. */
export const TrailTrigger = Type.Object(
  {
    when: Type.Optional(
      Type.String({
        maxLength: LIMITS.when.max,
        default: DEFAULTS.trigger.when,
        description: 'The moment in the workflow, in one or two sentences.',
      }),
    ),
    keywords: Type.Optional(
      Type.Array(Keyword, {
        maxItems: LIMITS.keywords.maxItems,
        uniqueItems: true,
        default: DEFAULTS.trigger.keywords,
        description: 'Lowercase phrases that an employee would type into the AI tool, without duplicates.',
      }),
    ),
    examples: Type.Optional(
      Type.Array(TriggerExample, {
        maxItems: LIMITS.examples.maxItems,
        default: DEFAULTS.trigger.examples,
        description: 'Sample prompts, used as surfacing tests and to improve matching.',
      }),
    ),
  },
  { $id: 'TrailTrigger', additionalProperties: false, description: 'When the trail applies.' },
);
export type TrailTrigger = Static<typeof TrailTrigger>;

/** Contract 2.4. Label and body may be empty in a draft, but not in a published trail. */
export const TrailPrompt = Type.Object(
  {
    label: Type.String({ maxLength: LIMITS.prompt_label.max, description: 'A short title for the step.' }),
    body: Type.String({
      maxLength: LIMITS.prompt_body.max,
      description:
        'The prompt, with `{{snake_case}}` placeholders for the employee to fill in. `\\{{` is two literal ' +
        'braces in the text.',
    }),
    id: Type.Optional(
      Type.String({
        maxLength: LIMITS.prompt_id.max,
        pattern: PROMPT_ID,
        description:
          'Identifies the prompt across edits. The server assigns one if empty. No two prompts in a trail may ' +
          'have the same id (a rule that JSON Schema cannot express).',
      }),
    ),
  },
  { $id: 'TrailPrompt', additionalProperties: false },
);
export type TrailPrompt = Static<typeof TrailPrompt>;

/** Every field, in the order of the document (Decision 18), as callers send it. */
export const FIELD_SHAPES = {
  title: Type.String({
    minLength: LIMITS.title.min,
    maxLength: LIMITS.title.max,
    ...NOT_BLANK,
    description: 'An action-oriented title.',
  }),
  target_role: Type.Optional(
    Type.String({
      maxLength: LIMITS.target_role.max,
      default: DEFAULTS.target_role,
      description: 'Who does the task.',
    }),
  ),
  description: Type.Optional(
    Type.String({
      maxLength: LIMITS.description.max,
      default: DEFAULTS.description,
      description: 'Tells the employee what they will accomplish and how AI helps.',
    }),
  ),
  tools: Type.Optional(
    Type.Array(Type.String({ 'x-values': 'tools' }), {
      maxItems: LIMITS.tools.maxItems,
      uniqueItems: true,
      default: DEFAULTS.tools,
      description: 'Provider ids from the authoring guide, without duplicates. Empty means any AI tool.',
    }),
  ),
  trigger: Type.Optional(TrailTrigger),
  prompts: Type.Optional(
    Type.Array(TrailPrompt, {
      maxItems: LIMITS.prompts.maxItems,
      default: DEFAULTS.prompts,
      description: 'Prompts to copy and paste, in the order of the task.',
    }),
  ),
  setup_guide: Type.Optional(
    Type.String({
      maxLength: LIMITS.setup_guide.max,
      default: DEFAULTS.setup_guide,
      description: 'Markdown: tool and mode, connectors or files, model settings, guardrails.',
    }),
  ),
  feedback_enabled: Type.Optional(
    Type.Boolean({
      default: DEFAULTS.feedback_enabled,
      description: 'Whether learners see the helpful / not helpful widget.',
    }),
  ),
};

/**
 * The fields as lists show them. Each has a column with its name next to the document, so lists never parse documents:
 * `text` for strings, `json` for everything else.
 */
export const LISTED_SHAPES = {
  title: Type.String(),
  target_role: Type.String(),
  description: Type.String(),
  tools: Type.Array(Type.String()),
} satisfies Partial<Record<keyof typeof FIELD_SHAPES, TSchema>>;

export type ListedField = keyof typeof LISTED_SHAPES;

/** The fields that search covers (contract 4.2 `q`), joined by line breaks. */
export const SEARCHED_FIELDS = ['title', 'target_role', 'description'] as const satisfies readonly ListedField[];
export type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** The fields that lists show, in the order of the document, with their column types. */
export const LISTED_FIELDS: readonly { readonly name: ListedField; readonly column: 'text' | 'json' }[] = (
  Object.keys(LISTED_SHAPES) as ListedField[]
).map((name) => ({ name, column: LISTED_SHAPES[name].type === 'string' ? 'text' : 'json' }));
