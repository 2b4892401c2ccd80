// A tool as data, and what a call of one answers: a result with structured content, or an error that a model can fix
// its arguments from.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type TSchema, Type } from '@sinclair/typebox';
import { withLowerIds } from '../../base/lower-ids.ts';
import { plainSchema } from '../../base/plain-schema.ts';
import { isRefusal, type Refusal, refuse, type Slug } from '../../base/refusal.ts';
import { findIssues } from '../../base/shape.ts';
import { problemDocument } from '../../http/answers/problem.ts';
import type { Visit } from './visit.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The tools that answer with what this one is asked about. */
  readonly askedAbout: string;
  /** JSON Schema of the arguments as listed; `checked` is what they are checked by where that is less. */
  readonly input: TSchema;
  readonly checked?: TSchema;
  readonly output?: TSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
  /** Whether this caller is offered the tool. */
  offered(visit: Visit): boolean;
  /** The structured content. Throws refusals. */
  run(visit: Visit, args: Readonly<Record<string, unknown>>): Promise<object>;
}

/** The tool as `tools/list` names it. */
export const listedTool = ({ name, title, description, input, output, annotations }: Tool) => ({
  name,
  title,
  description,
  inputSchema: plainSchema(input) as { type: 'object' },
  ...(output === undefined ? {} : { outputSchema: plainSchema(output) as { type: 'object' } }),
  annotations: { title, openWorldHint: false, ...annotations },
});

/** Runs the tool. Refusals become tool errors; anything else is thrown. */
export async function callTool(
  tool: Tool,
  visit: Visit,
  args: Readonly<Record<string, unknown>>,
  baseUrl: string,
): Promise<CallToolResult> {
  try {
    const shape = tool.checked ?? tool.input;
    const issues = findIssues(shape, args);
    if (issues.length > 0) throw refuse('validation', 'The arguments need fixing; `issues` lists them.', { issues });
    const lower = withLowerIds(shape, args) as typeof args;
    const structuredContent = (await tool.run(visit, lower)) as Record<string, unknown>;
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return toolError(problemDocument(thrown, baseUrl, visit.call.requestId), thrown, tool);
  }
}

/** The refusal as the model reads it: the problem of /v1 with its slug, and what to do about it with these tools. */
function toolError(problem: object, { slug, extras }: Pick<Refusal, 'slug' | 'extras'>, tool: Tool): CallToolResult {
  const remedy = REMEDIES[slug]?.(extras, tool);
  const { retry_after } = extras;
  const content = {
    slug,
    ...problem,
    ...(retry_after === undefined ? {} : { retry_after }),
    ...(remedy === undefined ? {} : { remedy }),
  };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(content) }] };
}

const REMEDIES: Partial<Record<Slug, (extras: Readonly<Record<string, unknown>>, tool: Tool) => string>> = {
  'revision-conflict': ({ current_revision }) =>
    `Read the trail with get_draft, bring your change into it, and call again with revision ${current_revision}.`,
  validation: () => 'Fix every field that issues names, and call again.',
  'rate-limited': ({ retry_after }) => `Wait ${retry_after} seconds, then call again.`,
  'judge-unavailable': ({ retry_after }) => `Wait ${retry_after ?? 5} seconds, then call again.`,
  'not-found': (_extras, { askedAbout }) => `Ask ${askedAbout} for what there is.`,
};

/** An id as an argument. */
export const IdArgument = (description: string) => Type.String({ format: 'uuid', maxLength: 36, description });
