// Selects the attributes of a response from the parameters `attributes` and `excludedAttributes` (RFC 7644 3.9) and
// each attribute's `returned` trait (RFC 7643 2.2).
import type { Attribute } from './attribute.ts';
import { findExtension, findTarget } from './attribute-path.ts';
import { schemasOf } from './attribute-slot.ts';
import { findOwnMember } from './inbound-member.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { COMMON_ATTRIBUTES, findSchema, type ResourceType } from './resource-type.ts';
import { quoted, scimError } from './scim-error.ts';

/** The named attributes as a tree of lowercase names. `true` means the whole branch. */
type Names = Map<string, Names | true>;

/** A parsed projection: the defaults, only the named attributes, or everything but the named ones. */
export interface Projection {
  readonly kind: 'default' | 'only' | 'except';
  readonly names: ReadonlyMap<string, Names | true>;
}

/** Attribute names: one or more comma-separated texts from the query, or the array of a search request. */
export interface ProjectionParameters {
  readonly attributes?: string | readonly string[] | undefined;
  readonly excludedAttributes?: string | readonly string[] | undefined;
}

const DEFAULT_PROJECTION: Projection = { kind: 'default', names: new Map() };

/**
 * Parses both parameters. Names may be in any case and with or without a URN; an extension's URN means all of it.
 * Microsoft's test collection adds a filter in brackets (`emails[type eq "work"]`), which is ignored. Unknown names
 * select nothing. Sending both parameters is 400 invalidValue, and so are brackets that are not closed or, if `strict`,
 * any brackets.
 */
export function readProjection(type: ResourceType, parameters: ProjectionParameters, strict = false): Projection {
  const only = namesIn(parameters.attributes, strict);
  const except = namesIn(parameters.excludedAttributes, strict);
  if (only.length > 0 && except.length > 0) {
    throw scimError('invalidValue', 'attributes and excludedAttributes cannot be combined; send one of them.');
  }
  if (only.length > 0) return { kind: 'only', names: treeOf(type, only) };
  return except.length > 0 ? { kind: 'except', names: treeOf(type, except) } : DEFAULT_PROJECTION;
}

/** True if a response in this projection can contain the top-level attribute. Otherwise a store need not read it. */
export const wants = (projection: Projection, attribute: 'members' | 'groups'): boolean => {
  const named = projection.names.get(attribute);
  return projection.kind === 'only' ? named !== undefined : projection.kind === 'default' || named !== true;
};

/**
 * The projected resource. `schemas` and `id` always stay. RFC 7643 3: `schemas` lists the schemas of "the attributes
 * present in the current JSON structure", so it is computed last.
 */
export function project(type: ResourceType, resource: JsonObject, projection: Projection): JsonObject {
  const known = [...COMMON_ATTRIBUTES, ...type.core.attributes];
  const shown = pick(resource, known, projection, projection.names, (name) => findSchema(type, name)?.attributes);
  return Object.hasOwn(shown, 'schemas') ? { ...shown, schemas: schemasOf(type, shown) } : shown;
}

type Inside = (name: string) => readonly Attribute[] | undefined;

function pick(
  object: JsonObject,
  known: readonly Attribute[],
  projection: Projection,
  names: ReadonlyMap<string, Names | true>,
  inside: Inside,
): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    const attribute = known.find((each) => each.name === name);
    const named = names.get(name.toLowerCase());
    if (!isReturned(attribute, projection.kind, named)) continue;
    const branch = named === undefined || named === true || attribute?.returned === 'always' ? undefined : named;
    const children = attribute?.subAttributes ?? inside(name) ?? [];
    const kept = branch ? pickInside(value, children, projection, branch) : value;
    if (kept !== undefined) result[name] = kept;
  }
  return result;
}

function isReturned(
  attribute: Attribute | undefined,
  kind: Projection['kind'],
  named: Names | true | undefined,
): boolean {
  const returned = attribute?.returned ?? 'default';
  if (returned === 'always' || returned === 'never') return returned === 'always';
  if (kind === 'only') return named !== undefined;
  return returned === 'default' && !(kind === 'except' && named === true);
}

function pickInside(
  value: JsonValue,
  children: readonly Attribute[],
  projection: Projection,
  names: Names,
): JsonValue | undefined {
  const each = (element: JsonValue): JsonValue => {
    if (!isJsonObject(element)) return element;
    return pick(element, children, projection, names, () => undefined);
  };
  const picked = Array.isArray(value) ? value.map(each).filter(isFilled) : each(value);
  return isFilled(picked) ? picked : undefined;
}

const isFilled = (value: JsonValue): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length > 0;

function namesIn(parameter: string | readonly string[] | undefined, strict: boolean): string[] {
  const texts = typeof parameter === 'string' ? [parameter] : (parameter ?? []);
  return texts
    .flatMap((text) => withoutBrackets(text, strict).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

// Quoted texts may contain brackets and commas.
const BRACKETS = /\[(?:"(?:[^"\\]|\\.)*"|[^"[\]])*\]/g;

function withoutBrackets(text: string, strict: boolean): string {
  if (!/[[\]]/.test(text)) return text;
  const plain = text.replaceAll(BRACKETS, '');
  if (!strict && !/[[\]"]/.test(plain)) return plain;
  throw scimError('invalidValue', `${quoted(text)} is not a list of attribute names. Send names without brackets.`);
}

function treeOf(type: ResourceType, names: readonly string[]): Names {
  const tree: Names = new Map();
  for (const name of names) plant(tree, segmentsOf(type, name));
  return tree;
}

function segmentsOf(type: ResourceType, name: string): string[] {
  const schema = findExtension(type, name);
  if (schema) return [schema.id];
  const target = findTarget(type, name);
  if (!target) return unknownSegments(type, name);
  const { extension, attribute, sub } = target;
  return [...(extension === undefined ? [] : [extension]), attribute.name, ...(sub ? [sub.name] : [])];
}

// The path of an attribute that no schema defines, including those in customer-defined extensions.
function unknownSegments(type: ResourceType, name: string): string[] {
  const own = findOwnMember(type, name);
  if (own) return [own.extension, own.name, own.sub].filter((segment) => segment !== undefined);
  const [first = '', ...rest] = name.includes(':') ? [name] : name.split('.');
  return rest.length > 0 && !findTarget(type, first) ? [first, ...rest] : [name];
}

// A whole branch includes its sub-attributes, regardless of the order in which they are named.
function plant(tree: Names, segments: readonly string[]): void {
  const [first, ...rest] = segments.map((segment) => segment.toLowerCase());
  if (first === undefined || tree.get(first) === true) return;
  const known = tree.get(first);
  const branch: Names = known instanceof Map ? known : new Map();
  tree.set(first, rest.length === 0 ? true : branch);
  plant(branch, rest);
}
