// MCP tools for authors, built from their descriptions (author-tool.ts).
import { type TSchema, Type } from '@sinclair/typebox';
import type { Caller } from '../../admission/caller.ts';
import { closed } from '../../base/shape.ts';
import type { Scope } from '../../directory/roles.ts';
import type { Endpoint } from '../../http/endpoint/endpoint.ts';
import type { AuthorTool } from './author-tool.ts';
import { type Operations, runOperation } from './operation.ts';
import { PUBLISHING_TOOLS } from './publishing-tools.ts';
import type { Tool } from './tool.ts';
import { mayUse, type Visit } from './visit.ts';
import { WRITING_TOOLS } from './writing-tools.ts';

/** The author tools for these operations. `document` is this installation's JSON Schema for a document. */
export const authorTools = (operations: Operations, document: object): Tool[] =>
  [...WRITING_TOOLS, ...PUBLISHING_TOOLS].map((one) => authorTool(one, operations, Type.Unsafe<object>(document)));

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
    isForAuthors: true,
    offered: (visit) => isAllowed(endpoint, visit),
    async run(visit, args) {
      const { answer: shaped = (given: object) => given } = one;
      const answer = shaped(await runOperation(operations, endpoint, visit, one.call(args)));
      return one.listAs === undefined ? answer : { [one.listAs]: answer };
    },
  };
}

/** Editors get the tools for the trails that they may edit. The operation then checks the individual trail. */
const isAllowed = ({ needs, forEditors }: Endpoint<Caller, Scope>, { call, isEditor }: Visit): boolean =>
  needs === undefined || mayUse(call, needs) || (forEditors === true && isEditor && call.caller.scopes.includes(needs));
