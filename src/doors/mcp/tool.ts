// Tools as data, and their results: structured content, or an error that helps a model fix its arguments.
import {
  type CallToolResult,
  type Icon,
  type InputRequiredResult,
  isInputRequiredResult,
  type ResourceLink,
} from '@modelcontextprotocol/server';
import { type TSchema, Type } from '@sinclair/typebox';
import { withLowerIds } from '../../base/id.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { plainSchema } from '../../base/plain-schema.ts';
import { isRefusal, type Refusal, refuse, type Slug } from '../../base/refusal.ts';
import { findIssues } from '../../base/shape.ts';
import { problemDocument } from '../../http/answers/problem.ts';
import type { Asking } from './asking.ts';
import { forgivenArguments } from './forgiveness.ts';
import { stepUpFor } from './step-up.ts';
import { SHOWN_AS_CARD } from './trail-card.ts';
import { knowsLinks } from './trail-page.ts';
import type { Visit } from './visit.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The tools that list the things that this tool's arguments refer to. */
  readonly askedAbout: string;
  /** Whether clients that load tools on demand should always show this one to the model. */
  readonly alwaysLoad?: true;
  /** Whether apps show the result as a card. */
  readonly hasCard?: true;
  /** JSON Schema of the arguments as listed. `checked` replaces it for validation if that is less strict. */
  readonly input: TSchema;
  readonly checked?: TSchema;
  readonly output?: TSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
  /** True for tools that only authors and editors get. */
  readonly isForAuthors?: true;
  /** Whether this caller gets the tool. */
  offered(visit: Visit): boolean;
  /** Addresses for the person that follow the result. */
  readonly links?: (args: Readonly<Record<string, unknown>>) => readonly ResourceLink[];
  /** Returns the structured content, or a form for the person (asking.ts). Throws refusals. */
  run(visit: Visit, args: Readonly<Record<string, unknown>>, asking: Asking): Promise<object>;
}

export type ListedTool = ReturnType<typeof listedTool>;

/** The tool's entry in `tools/list`. */
export const listedTool = (
  { name, title, description, input, output, annotations, alwaysLoad, hasCard }: Tool,
  { icons, isCardBuilt }: { readonly icons: readonly Icon[]; readonly isCardBuilt: boolean },
) => ({
  name,
  title,
  description,
  inputSchema: plainSchema(input) as { type: 'object' },
  ...(output === undefined ? {} : { outputSchema: plainSchema(output) as { type: 'object' } }),
  annotations: { title, openWorldHint: false, ...annotations },
  icons: [...icons],
  _meta: {
    // Claude Code shows a model no tool until the model searches for it. The company plugin asks for all tools in view,
    // except those with false.
    'anthropic/alwaysLoad': alwaysLoad === true,
    ...(hasCard !== undefined && isCardBuilt ? SHOWN_AS_CARD : {}),
  },
});

/** Runs the tool. Refusals become tool errors; other errors are thrown. */
export async function callTool(
  tool: Tool,
  visit: Visit,
  given: Readonly<Record<string, unknown>>,
  { baseUrl, asking }: { readonly baseUrl: string; readonly asking: Asking },
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const { args, notes } = forgivenArguments(tool.input, given, visit.forgave);
    const shape = tool.checked ?? tool.input;
    const issues = findIssues(shape, args);
    if (issues.length > 0) throw refuse('validation', 'The arguments need fixing; see `issues`.', { issues });
    const lower = withLowerIds(shape, args) as typeof args;
    const structuredContent = (await tool.run(visit, lower, asking)) as Record<string, unknown>;
    if (isInputRequiredResult(structuredContent)) return structuredContent;
    const texts = [JSON.stringify(structuredContent), ...notes].map((text) => ({ type: 'text' as const, text }));
    const links = knowsLinks(visit.call.header('mcp-protocol-version')) ? (tool.links?.(lower) ?? []) : [];
    return { content: [...texts, ...links], structuredContent };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    visit.stepUp ??= stepUpFor(visit, thrown);
    return toolError(problemDocument(thrown, baseUrl, visit.call.requestId), thrown, tool);
  }
}

/** The refusal as a model needs it: the problem of /v1 with its slug, and how to solve it with these tools. */
function toolError(problem: object, { slug, extras }: Pick<Refusal, 'slug' | 'extras'>, tool: Tool): CallToolResult {
  const remedy = REMEDIES[slug]?.(extras, tool);
  const { retry_after } = extras;
  const { issues } = extras;
  const content = {
    slug,
    ...Object.fromEntries(Object.entries(problem).filter(([name]) => !(UNSAID[slug] ?? REPEATED).has(name))),
    ...(Array.isArray(issues) ? { issues: issues.map(inShort) } : {}),
    ...(retry_after === undefined ? {} : { retry_after }),
    ...(remedy === undefined ? {} : { remedy }),
  };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(content) }] };
}

/** Members of a problem that repeat the slug. */
const REPEATED: ReadonlySet<string> = new Set(['type', 'title']);
/**
 * Other members that a model does not need. The detail of a conflict names headers of /v1, and its remedy says the same
 * without them.
 */
const UNSAID: Partial<Record<Slug, ReadonlySet<string>>> = {
  validation: new Set([...REPEATED, 'instance']),
  'revision-conflict': new Set([...REPEATED, 'detail']),
};

/** Most issues are errors, so the severity is included only for others. */
const inShort = ({ severity, ...issue }: ValidationIssue) => (severity === 'error' ? issue : { severity, ...issue });

const REMEDIES: Partial<Record<Slug, (extras: Readonly<Record<string, unknown>>, tool: Tool) => string>> = {
  'revision-conflict': ({ current_revision }) =>
    `Read the trail with get_draft, apply your change to it, and call again with revision ${current_revision}.`,
  validation: () => 'Fix every field listed in issues, and call again.',
  'rate-limited': ({ retry_after }) => `Wait ${retry_after} seconds, then call again.`,
  'judge-unavailable': ({ retry_after }) => `Wait ${retry_after ?? 5} seconds, then call again.`,
  'not-found': (_extras, { askedAbout }) => `Call ${askedAbout} to see what exists.`,
};

export const IdArgument = (description: string) => Type.String({ format: 'uuid', maxLength: 36, description });

/** As employee tools list it. Models see every description with every question, so only get_trail has one. */
export const TrailId = Type.String({ format: 'uuid' });
