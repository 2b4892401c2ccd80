// Resolves an attribute name in a request to its definition: `userName`, `NAME.givenname`, `urn:…:User:manager.value`.
// Each caller (filters, PATCH, projection, inbound resources) decides how to report an unknown name.
import type { Attribute, Schema } from './attribute.ts';
import { COMMON_ATTRIBUTES, findAttribute, findSchema, type ResourceType } from './resource-type.ts';

/** A resolved attribute. `extension` is the URN of the object that holds it, undefined for top-level attributes. */
export interface AttributeTarget {
  readonly extension: string | undefined;
  readonly attribute: Attribute;
  readonly sub: Attribute | undefined;
  /**
   * True if no schema defines the attribute. Its names are the customer's: stored as sent, matched case-insensitively.
   */
  readonly isOwn?: true;
  /** See `UnknownMember`. */
  readonly unproven?: true | undefined;
}

/** The target in canonical spelling, e.g. `name.givenName` or `urn:…:User:manager.value`. */
export const targetName = ({ extension, attribute, sub }: AttributeTarget): string =>
  `${extension === undefined ? '' : `${extension}:`}${attribute.name}${sub ? `.${sub.name}` : ''}`;

/**
 * Resolves a name in any case, with or without its schema URN (RFC 7644 3.10); undefined if there is no such attribute.
 * Also finds extension attributes by their bare name, because identity providers send `manager` and `department` that
 * way.
 */
export function findTarget(type: ResourceType, text: string): AttributeTarget | undefined {
  const { schema, rest } = splitUrn(type, text);
  if (!schema) return text.includes(':') ? undefined : findBare(type, text);
  const extension = schema === type.core ? undefined : schema.id;
  const known = extension === undefined ? [COMMON_ATTRIBUTES, schema.attributes] : [schema.attributes];
  return descend(known, rest, extension);
}

/** The extension if the whole text is its URN; otherwise undefined. */
export function findExtension(type: ResourceType, text: string): Schema | undefined {
  const schema = findSchema(type, text);
  return schema === type.core ? undefined : schema;
}

function findBare(type: ResourceType, text: string): AttributeTarget | undefined {
  const core = descend([COMMON_ATTRIBUTES, type.core.attributes], text, undefined);
  if (core) return core;
  for (const extension of type.extensions) {
    const found = descend([extension.attributes], text, extension.id);
    if (found) return found;
  }
  return undefined;
}

/** Splits a leading schema URN from the rest of the text. Without a schema URN, `rest` is the whole text. */
export function splitUrn(type: ResourceType, text: string): { schema?: Schema; rest: string } {
  const lower = text.toLowerCase();
  const schema = [type.core, ...type.extensions].find((each) => lower.startsWith(`${each.id.toLowerCase()}:`));
  return schema ? { schema, rest: text.slice(schema.id.length + 1) } : { rest: text };
}

function descend(
  known: readonly (readonly Attribute[])[],
  text: string,
  extension: string | undefined,
): AttributeTarget | undefined {
  const dot = text.indexOf('.');
  const name = dot < 0 ? text : text.slice(0, dot);
  const attribute = known.map((attributes) => findAttribute(attributes, name)).find((found) => found !== undefined);
  if (!attribute) return undefined;
  if (dot < 0) return { extension, attribute, sub: undefined };
  const sub = findAttribute(attribute.subAttributes, text.slice(dot + 1));
  return sub && { extension, attribute, sub };
}
