// An author tool: an operation of /v1, where the rules are, and a mapping of the tool's arguments to the operation's
// path, query, header and body.
import { type TSchema, Type } from '@sinclair/typebox';
import type { OperationCall } from './operation.ts';
import { IdArgument, type Tool } from './tool.ts';

/** An operation of /v1 as a tool. */
export interface AuthorTool {
  readonly name: string;
  readonly title: string;
  readonly operation: string;
  readonly description: string;
  readonly annotations: Tool['annotations'];
  readonly args: (document: TSchema) => Record<string, TSchema>;
  readonly call: (args: Readonly<Record<string, unknown>>) => OperationCall;
  /** As in `Tool`; default: `list_trails`. */
  readonly askedAbout?: string;
  /** The key for a list, because structured content must be an object. */
  readonly listAs?: string;
  /** The response as shown to a model. */
  readonly answer?: (answer: object) => object;
}

export const READS = { readOnlyHint: true, idempotentHint: true };
export const WRITES = { readOnlyHint: false, destructiveHint: false };
export const OVERWRITES = { readOnlyHint: false, destructiveHint: true };

export const trailId = { trail_id: IdArgument("The trail's id, as returned by list_trails.") };
export const counter = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });
export const idempotencyKey = {
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Any text, new for each change. A retry with the same key does not repeat the change.',
    }),
  ),
};
export const onTrail = ({ trail_id }: Readonly<Record<string, unknown>>) => ({
  params: { trail_id: String(trail_id) },
});
export const keyOf = ({ idempotency_key }: Readonly<Record<string, unknown>>) => ({ idempotencyKey: idempotency_key });
export const picked = (args: Readonly<Record<string, unknown>>, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
