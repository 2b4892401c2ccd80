// MCP tools for authors. Each maps to an operation of /v1, which has the rules. This file only maps arguments to path,
// query, header and body.
import { type TSchema, Type } from '@sinclair/typebox';
import type { Caller } from '../../admission/caller.ts';
import { closed } from '../../base/shape.ts';
import type { Scope } from '../../directory/roles.ts';
import type { Endpoint } from '../../http/endpoint/endpoint.ts';
import { LIMITS } from '../../trails/document/limits.ts';
import { type OperationCall, type Operations, runOperation } from './operation.ts';
import { IdArgument, type Tool } from './tool.ts';
import { mayUse } from './visit.ts';

/** An operation of /v1 as a tool. */
interface AuthorTool {
  readonly name: string;
  readonly title: string;
  readonly operation: string;
  readonly description: string;
  readonly annotations: Tool['annotations'];
  readonly args: (document: TSchema) => Record<string, TSchema>;
  readonly call: (args: Readonly<Record<string, unknown>>) => OperationCall;
  /** As in `Tool`; default: `list_trails`. */
  readonly askedAbout?: string;
  /** The key for a list, since structured content must be an object. */
  readonly listAs?: string;
}

const READS = { readOnlyHint: true, idempotentHint: true };
const WRITES = { readOnlyHint: false, destructiveHint: false };
const OVERWRITES = { readOnlyHint: false, destructiveHint: true };

const trailId = { trail_id: IdArgument("The trail's id, as returned by list_trails.") };
const counter = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });
const idempotencyKey = {
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Any text, new for each change. A retry with the same key does not repeat the change.',
    }),
  ),
};
const otherDocument = (document: TSchema) => ({ document: Type.Optional(document) });
const onTrail = ({ trail_id }: Readonly<Record<string, unknown>>) => ({ params: { trail_id: String(trail_id) } });
const keyOf = ({ idempotency_key }: Readonly<Record<string, unknown>>) => ({ idempotencyKey: idempotency_key });
const picked = (args: Readonly<Record<string, unknown>>, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));

const AUTHOR_TOOLS: readonly AuthorTool[] = [
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
    name: 'publish',
    title: 'Publish a draft',
    operation: 'publishTrail',
    description:
      'Shows the draft to employees and records a version. With `revision`, publishes exactly the one you ' +
      'reviewed. Ask the person before you publish.',
    annotations: OVERWRITES,
    args: () => ({
      ...trailId,
      revision: Type.Optional(counter('The revision you reviewed.')),
      note: Type.Optional(
        Type.String({ maxLength: LIMITS.note.max, description: 'What changed, for the list of versions.' }),
      ),
      ...idempotencyKey,
    }),
    call: (args) => ({ ...onTrail(args), revision: args.revision, body: picked(args, 'note'), ...keyOf(args) }),
  },
  {
    name: 'unpublish',
    title: 'Unpublish a live trail',
    operation: 'unpublishTrail',
    description: 'Employees no longer see the trail; it is a draft again. Ask the person first.',
    annotations: OVERWRITES,
    args: () => ({ ...trailId, ...idempotencyKey }),
    call: (args) => ({ ...onTrail(args), ...keyOf(args) }),
  },
  {
    name: 'list_versions',
    title: 'List versions',
    operation: 'listTrailVersions',
    description: 'The published versions of a trail, newest first; `is_live` marks the one that employees see.',
    annotations: READS,
    args: () => trailId,
    call: onTrail,
    listAs: 'versions',
  },
  {
    name: 'get_version',
    title: 'Read a version',
    operation: 'getTrailVersion',
    description: 'One published version with its document.',
    annotations: READS,
    askedAbout: 'list_trails and list_versions',
    args: () => ({ ...trailId, version: counter('The version.') }),
    call: (args) => ({ params: { trail_id: String(args.trail_id), version: String(args.version) } }),
  },
];

/** The author tools over these operations. `document` is this installation's JSON Schema of a document. */
export const authorTools = (operations: Operations, document: object): Tool[] =>
  AUTHOR_TOOLS.map((one) => authorTool(one, operations, Type.Unsafe<object>(document)));

function authorTool(one: AuthorTool, operations: Operations, document: TSchema): Tool {
  const endpoint = operations.find(one.operation);
  const schema = endpoint.answers[200]?.schema ?? endpoint.answers[201]?.schema;
  const output = schema === undefined || one.listAs === undefined ? schema : Type.Object({ [one.listAs]: schema });
  return {
    name: one.name,
    title: one.title,
    description: one.description,
    annotations: one.annotations,
    askedAbout: one.askedAbout ?? 'list_trails',
    input: Type.Object(one.args(document), closed),
    // The operation validates the document itself, with the same paths as publish_issues.
    checked: Type.Object(one.args(Type.Unknown()), closed),
    ...(output === undefined ? {} : { output }),
    offered: ({ call }) => isAllowed(endpoint, call),
    async run(visit, args) {
      const answer = await runOperation(operations, endpoint, visit, one.call(args));
      return one.listAs === undefined ? answer : { [one.listAs]: answer };
    },
  };
}

const isAllowed = ({ needs }: Endpoint<Caller, Scope>, call: Parameters<typeof mayUse>[0]): boolean =>
  needs === undefined || mayUse(call, needs);
