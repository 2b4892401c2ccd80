// Parses the body of a PATCH request (RFC 7644 3.5.2) into a flat list of steps with resolved paths. An operation
// without a path becomes one step per member of its value, so steps have a single form.
import { inboundMember, isOwnSchema, isPassword, type UnknownMember } from './inbound-member.ts';
import { isJsonObject, type JsonObject, type JsonValue, memberNamed, ownMember } from './json.ts';
import type { OwnNames } from './own-attribute.ts';
import { type PatchPath, readPatchPath } from './patch-path.ts';
import { findAttribute, type ResourceType } from './resource-type.ts';
import { quoted, ScimError, scimError } from './scim-error.ts';
import { unknownMember } from './unknown-member.ts';
import { PATCH_OP_URN } from './urns.ts';

export type PatchVerb = 'add' | 'replace' | 'remove';

/** One change. `position` is the index of its operation in the request. `value` is undefined if none was sent. */
export interface PatchStep {
  readonly verb: PatchVerb;
  readonly path: PatchPath;
  readonly value: JsonValue | undefined;
  readonly position: number;
}

export interface PatchOptions {
  /**
   * Reject anything that RFC 7644 does not allow: `op` in other cases, bare extension names, dotted members, `remove`
   * with a value.
   */
  readonly strict?: boolean;
  /** Accept paths that may be misspelled; the caller checks them against stored resources (`unprovenSteps`). */
  readonly allowsUnproven?: boolean;
}

/**
 * The steps of a PATCH body, without those on `password`. Errors are 400: `invalidSyntax` (malformed message),
 * `invalidPath` (malformed or unknown path), `noTarget` (remove without a path) or `invalidValue` (add or replace
 * without a value). The cost is linear, so 10,000 operations and more are fine.
 */
export function readPatch(type: ResourceType, body: unknown, options: PatchOptions = {}): PatchStep[] {
  if (!isJsonObject(body)) throw scimError('invalidSyntax', 'The body must be a JSON object with Operations.');
  const strict = options.strict ?? false;
  const allowsUnproven = options.allowsUnproven ?? false;
  const schemas = member(body, 'schemas', strict);
  if (strict && !(Array.isArray(schemas) && schemas.includes(PATCH_OP_URN))) {
    throw scimError('invalidSyntax', `schemas must contain ${PATCH_OP_URN}.`);
  }
  const operations = member(body, 'Operations', strict);
  if (!Array.isArray(operations) || operations.length === 0) {
    throw scimError('invalidSyntax', 'Operations must be an array of one or more operations.');
  }
  return operations.flatMap((operation, position) =>
    atPosition(position, () => readOperation({ type, position, strict, allowsUnproven }, operation)),
  );
}

/** The steps whose path only stored resources can confirm, except those that an earlier step creates. */
export function unprovenSteps(steps: readonly PatchStep[]): (PatchStep & { readonly path: UnknownMember })[] {
  const written = new Set<string>();
  return steps.filter((step): step is PatchStep & { readonly path: UnknownMember } => {
    const { path, verb } = step;
    if (path.kind !== 'unknown') return false;
    const name = `${path.extension ?? ''}:${path.name}`.toLowerCase();
    const isOpen = path.unproven === true && !written.has(name);
    if (!path.unproven && verb !== 'remove') written.add(name);
    return isOpen;
  });
}

/** Runs `work` and adds the operation's position to its errors. */
export function atPosition<T>(position: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    throw new ScimError(error.status, error.scimType, `Operations[${position}]: ${error.message}`);
  }
}

// The common context of one operation's steps.
interface Context extends OwnNames {
  readonly type: ResourceType;
  readonly verb: PatchVerb;
  readonly position: number;
}

function readOperation(outer: Omit<Context, 'verb'>, operation: JsonValue): PatchStep[] {
  const { type, strict } = outer;
  if (!isJsonObject(operation)) throw scimError('invalidSyntax', 'An operation must be an object.');
  const verb = readVerb(member(operation, 'op', strict), strict);
  const path = member(operation, 'path', strict) ?? undefined;
  const value = member(operation, 'value', strict);
  const context: Context = { ...outer, verb };
  if (verb !== 'remove' && value === undefined) throw scimError('invalidValue', `${verb} needs a value.`);
  if (path === undefined || (path === '' && !strict)) return readMembers(context, value);
  if (typeof path !== 'string') throw scimError('invalidPath', 'path must be a string.');
  if (isPassword(type, path)) return [];
  return stepsAt(context, readPatchPath(type, path, context), value);
}

function readVerb(op: JsonValue | undefined, strict: boolean): PatchVerb {
  const verb = typeof op === 'string' && !strict ? op.toLowerCase() : op;
  if (verb === 'add' || verb === 'replace' || verb === 'remove') return verb;
  const found = typeof op === 'string' ? `, not ${quoted(op)}` : '';
  throw scimError('invalidSyntax', `op must be add, replace or remove${found}.`);
}

function readMembers(context: Context, value: JsonValue | undefined): PatchStep[] {
  const { verb } = context;
  if (verb === 'remove') throw scimError('noTarget', 'remove needs a path.');
  if (!isJsonObject(value)) throw scimError('invalidValue', `${verb} without a path needs an object as its value.`);
  return Object.entries(value).flatMap(([name, inner]) => readNamed(context, name, inner));
}

function readNamed(context: Context, name: string, value: JsonValue): PatchStep[] {
  const { type, strict } = context;
  const found = inboundMember(type, name, strict);
  if (found.kind === 'dropped') return [];
  if (found.kind === 'core') return readMembers(context, value);
  if (found.kind === 'extension') return stepsAt(context, found, value);
  if (found.kind === 'attribute') return stepsAt(context, { ...found, where: undefined }, value);
  // Entra ID also sends value paths as members: { "emails[type eq \"work\"].value": "x" }.
  if (name.includes('[') && !strict) return stepsAt(context, readPatchPath(type, name, context), value);
  return stepsAt(context, found, value);
}

// Changes an extension attribute by attribute. Only removing it (or setting it to null) is a single step.
function stepsAt(context: Context, path: PatchPath, value: JsonValue | undefined): PatchStep[] {
  const { type, verb, position, strict } = context;
  if (path.kind === 'unknown' && isOwnSchema(path.name) && value !== undefined && value !== null) {
    if (!isJsonObject(value)) throw scimError('invalidValue', `${path.name} must be an object.`);
  }
  if (path.kind === 'unknown') unknownMember(path.name, value ?? null, path.extension ?? `a ${type.name}`, strict);
  if (path.kind !== 'extension' || verb === 'remove' || value === null) return [{ verb, path, value, position }];
  const { schema } = path;
  if (!isJsonObject(value)) throw scimError('invalidValue', `${schema.id} must be an object.`);
  return Object.entries(value).map(([name, inner]): PatchStep => {
    const attribute = findAttribute(schema.attributes, name);
    if (attribute) {
      const target = { extension: schema.id, attribute, sub: undefined };
      return { verb, path: { kind: 'attribute', target, where: undefined }, value: inner, position };
    }
    const kept = unknownMember(name, inner, schema.id, strict);
    return { verb, path: { kind: 'unknown', extension: schema.id, name }, value: kept, position };
  });
}

/** Lenient mode ignores the case of the name. */
const member = (object: JsonObject, name: string, strict: boolean): JsonValue | undefined =>
  strict ? ownMember(object, name) : memberNamed(object, name);
