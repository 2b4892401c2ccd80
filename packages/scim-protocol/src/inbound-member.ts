// Which attribute a member of an inbound body means. The same keys arrive in POST and PUT bodies and in the `value` of
// a PATCH operation without a path: names in any case, bare extension names, dotted names, URNs, value paths.
import type { Schema } from './attribute.ts';
import { type AttributeTarget, findExtension, findTarget, splitUrn } from './attribute-path.ts';
import { findSchema, type ResourceType } from './resource-type.ts';

/** A member that no schema defines; `extension` is the URN before its name, undefined where there is none. */
export interface UnknownMember {
  readonly kind: 'unknown';
  readonly extension: string | undefined;
  readonly name: string;
  /** A member of its value, as in `urn:…:User:badge.colour`. */
  readonly sub?: string | undefined;
  /** Only stored resources can tell its name from a misspelled one: it stands in a path or a filter, without a URN. */
  readonly unproven?: true;
}

export type InboundMember =
  | { readonly kind: 'core' }
  | { readonly kind: 'extension'; readonly schema: Schema }
  | { readonly kind: 'attribute'; readonly target: AttributeTarget }
  | { readonly kind: 'dropped' }
  | UnknownMember;

/**
 * Resolves the name of a member. The URN of the core schema holds members of the resource itself. `password` is
 * dropped: identity providers send one always, and single sign-on or an invitation is how people sign in, so it must be
 * neither refused nor kept.
 */
export function inboundMember(type: ResourceType, name: string, strict: boolean): InboundMember {
  if (isPassword(type, name)) return { kind: 'dropped' };
  const schema = findExtension(type, name);
  if (schema) return { kind: 'extension', schema };
  if (!strict && findSchema(type, name)) return { kind: 'core' };
  const target = findTarget(type, name);
  if (target && !(strict && isLoose(target, name))) return { kind: 'attribute', target };
  return findOwnMember(type, name) ?? { kind: 'unknown', extension: undefined, name };
}

// `urn:ietf:params:scim:schemas:extension:acme:2.0:User:badge.colour`: URN, version, type, name, member.
const SCHEMA_URN = String.raw`urn:[\x21-\x7e]+:\d+(?:\.\d+)*:[A-Za-z]\w*`;
const NAME = String.raw`[A-Za-z$][\w$-]*`;
const OWN_MEMBER = new RegExp(`^(${SCHEMA_URN}):(${NAME})(?:\\.(${NAME}))?$`, 'i');
const OWN_SCHEMA = new RegExp(`^${SCHEMA_URN}$`, 'i');

/**
 * An attribute of an extension that the customer made up, by its whole name, or that whole extension by its URN: Entra
 * ID changes each by a path of its own. Undefined for any other name, also below the URN of a schema that is known,
 * where it can only be misspelled.
 */
export function findOwnMember(type: ResourceType, text: string): UnknownMember | undefined {
  const [, extension, name, sub] = OWN_MEMBER.exec(text) ?? [];
  if (extension !== undefined && name !== undefined) {
    return findSchema(type, extension) ? undefined : { kind: 'unknown', extension, name, sub };
  }
  if (!OWN_SCHEMA.test(text) || findSchema(type, text)) return undefined;
  return { kind: 'unknown', extension: undefined, name: text };
}

const OWN_NAME = new RegExp(`^(${NAME})(?:\\.(${NAME}))?$`);

/**
 * An attribute of no schema that a path names by its name alone (`custom`, `custom.k1`), or below the URN of a schema
 * that is known. Undefined where a schema defines the attribute, for `password`, and for what is no name.
 */
export function findUnprovenMember(type: ResourceType, text: string): UnknownMember | undefined {
  const { schema, rest } = splitUrn(type, text);
  const [, name, sub] = OWN_NAME.exec(rest) ?? [];
  if (name === undefined || isPassword(type, name)) return undefined;
  const urn = text.slice(0, text.length - rest.length);
  if (findTarget(type, urn + name)) return undefined;
  const extension = schema === undefined || schema === type.core ? undefined : schema.id;
  return { kind: 'unknown', extension, name, sub, unproven: true };
}

/** True for a name that an attribute can have (RFC 7643 2.1). */
export const isName = (text: string): boolean => OWN_NAME.test(text) && !text.includes('.');

/** True for the URN of an extension that the customer made up: its value is an object. */
export const isOwnSchema = (name: string): boolean => OWN_SCHEMA.test(name);

/** True for `password` in any spelling that a path or member can have. */
export const isPassword = (type: ResourceType, name: string): boolean =>
  type.name === 'User' && /^(?:urn:ietf:params:scim:schemas:core:2\.0:user:)?password$/i.test(name);

// RFC 7644 knows neither dotted members nor extension attributes outside the object of their extension.
const isLoose = ({ extension, sub }: AttributeTarget, name: string): boolean =>
  sub !== undefined || extension !== undefined || name.includes(':');
