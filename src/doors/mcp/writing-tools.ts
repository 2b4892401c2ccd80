// Author tools that write and test drafts.
import { type TSchema, Type } from '@sinclair/typebox';
import { IMAGE_LIMITS } from '../../assets/image-limits.ts';
import { LIMITS } from '../../trails/document/limits.ts';
import {
  type AuthorTool,
  counter,
  idempotencyKey,
  keyOf,
  OVERWRITES,
  onTrail,
  picked,
  READS,
  trailId,
  WRITES,
} from './author-tool.ts';
import { TOOL_WORKFLOW } from './author-workflow.ts';
import { IdArgument } from './tool.ts';

const otherDocument = (document: TSchema) => ({ document: Type.Optional(document) });

export const WRITING_TOOLS: readonly AuthorTool[] = [
  {
    name: 'authoring_guide',
    title: 'How to write a trail here',
    operation: 'getAuthoringGuide',
    description:
      'The rule every field must follow, the workflow, the limits, the AI tools that can be named, publishing ' +
      'checks, existing trails, and the JSON Schema of a document. Call it before anything else.',
    annotations: READS,
    args: () => ({}),
    call: () => ({}),
    answer: (guide) => ({ ...guide, workflow: TOOL_WORKFLOW }),
  },
  {
    name: 'list_trails',
    title: 'List trails',
    operation: 'listTrails',
    description: 'Trails of the catalog, drafts included, most recently updated first, page by page.',
    annotations: READS,
    args: () => ({
      status: Type.Optional(Type.String({ enum: ['draft', 'live', 'archived'] })),
      q: Type.Optional(Type.String({ maxLength: LIMITS.q.max, description: 'Text in title, role or description.' })),
      limit: Type.Optional(Type.Integer({ minimum: LIMITS.page.min, maximum: LIMITS.page.max })),
      cursor: Type.Optional(Type.String({ maxLength: 500, description: 'next_cursor of the previous page.' })),
    }),
    call: (args) => ({ query: picked(args, 'status', 'q', 'limit', 'cursor') }),
  },
  {
    name: 'get_draft',
    title: 'Read a draft',
    operation: 'getTrail',
    description: 'The trail with its draft document, its revision, and what must be fixed before publication.',
    annotations: READS,
    args: () => trailId,
    call: onTrail,
  },
  {
    name: 'create_draft',
    title: 'Create a draft',
    operation: 'createTrail',
    description:
      'Creates a trail that employees do not see yet, from a document or from a title alone. Look for an existing ' +
      'trail first.',
    annotations: WRITES,
    args: (document) => ({
      document: Type.Optional(document),
      title: Type.Optional(Type.String({ description: 'Used if there is no document.' })),
      ...idempotencyKey,
    }),
    call: (args) => ({ body: picked(args, 'document', 'title'), ...keyOf(args) }),
  },
  {
    name: 'save_draft',
    title: 'Save a draft',
    operation: 'saveTrailDocument',
    description:
      'Replaces the whole draft document. `revision` is the one you edited from: if someone has saved since, ' +
      'nothing is changed and the answer names the current one. A live trail keeps showing its published version.',
    annotations: OVERWRITES,
    args: (document) => ({
      ...trailId,
      revision: counter('The revision you edited from.'),
      document,
      ...idempotencyKey,
    }),
    call: (args) => ({ ...onTrail(args), revision: args.revision, body: args.document as object, ...keyOf(args) }),
  },
  {
    name: 'run_examples',
    title: 'Run the examples',
    operation: 'runTrailExamples',
    description:
      "Judges every example of the trail's trigger: would the trail be offered? Without `document`, runs the " +
      'stored draft and saves the result.',
    annotations: WRITES,
    args: (document) => ({ ...trailId, ...otherDocument(document), ...idempotencyKey }),
    call: (args) => ({ ...onTrail(args), body: picked(args, 'document'), ...keyOf(args) }),
  },
  {
    name: 'test_surfacing',
    title: 'Try a prompt',
    operation: 'testTrailSurfacing',
    description:
      'Whether this trail would be offered to an employee who types `prompt`, why, and which other trail would be ' +
      'offered instead. Stores nothing.',
    annotations: READS,
    args: (document) => ({
      ...trailId,
      prompt: Type.String({ maxLength: LIMITS.draft_text.max, description: "An employee's prompt." }),
      ...otherDocument(document),
    }),
    call: (args) => ({ ...onTrail(args), body: { draft_text: args.prompt, ...picked(args, 'document') } }),
  },
  {
    name: 'upload_image',
    title: 'Upload an image',
    operation: 'uploadContentAsset',
    description: 'Stores an image for a setup guide and returns the markdown that shows it. PNG, JPEG, WebP or GIF.',
    annotations: WRITES,
    args: () => ({
      data: Type.String({ minLength: 1, description: 'The bytes in base64, at most 4 MB of them.' }),
      trail_id: Type.Optional(IdArgument('The trail that shows it.')),
      alt: Type.Optional(
        Type.String({ maxLength: IMAGE_LIMITS.alt, description: 'A description for people who cannot see it.' }),
      ),
    }),
    call: (args) => ({ form: imageForm(args) }),
  },
];

/** The form fields of an upload. Also accepts a data URL. */
function imageForm({ data, ...fields }: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(picked(fields, 'trail_id', 'alt'))) form.append(name, String(value));
  const base64 = String(data).replace(/^data:[^,]*,/, '');
  form.append('file', new Blob([Buffer.from(base64, 'base64')]), 'image');
  return form;
}
