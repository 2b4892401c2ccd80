// Resolves the member names of an inbound body. The same keys appear in POST and PUT bodies and in the `value` of a
// PATCH operation without a path: names in any case, bare extension names, dotted names, URNs, value paths.
import type { Schema } from './attribute.ts';
import { type AttributeTarget, findExtension, findTarget, splitUrn } from './attribute-path.ts';
import { findSchema, type ResourceType } from './resource-type.ts';

/** A member that no schema defines. `extension` is the URN in front of its name, if any. */
export interface UnknownMember {
  readonly kind: 'unknown';
  readonly extension: string | undefined;
  readonly name: string;
  /** A sub-member of the value, such as `colour` in `urn:…:User:badge.colour`. */
  readonly sub?: string | undefined;
  /** Set for a bare name in a path or filter. Only stored resources show whether it exists or is misspelled. */
  readonly unproven?: true;
}

export type InboundMember =
  | { readonly kind: 'core' }
  | { readonly kind: 'extension'; readonly schema: Schema }
  | { readonly kind: 'attribute'; readonly target: AttributeTarget }
  | { readonly kind: 'dropped' }
  | UnknownMember;

/**
 * Resolves a member name. The core schema's URN addresses the resource itself. `password` is dropped silently: identity
 * providers always send one, but people sign in with single sign-on or an invitation.
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
 * A customer-defined extension, by its URN, or one of its attributes, by its full name. Entra ID patches each attribute
 * with a separate path. Undefined for other names, including unknown names under a known schema's URN, which must be
 * misspelled.
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
 * An undefined attribute that a path names without a URN (`custom`, `custom.k1`) or under a known schema's URN. Returns
 * undefined if a schema defines the attribute, for `password`, and for invalid names.
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

/** True for a valid attribute name (RFC 7643 2.1). */
export const isName = (text: string): boolean => OWN_NAME.test(text) && !text.includes('.');

/** True for the URN of a customer-defined extension, whose value is an object. */
export const isOwnSchema = (name: string): boolean => OWN_SCHEMA.test(name);

/** True for `password` in any spelling that a path or member may use. */
export const isPassword = (type: ResourceType, name: string): boolean =>
  type.name === 'User' && /^(?:urn:ietf:params:scim:schemas:core:2\.0:user:)?password$/i.test(name);

// RFC 7644 allows neither dotted members nor extension attributes outside their extension object.
const isLoose = ({ extension, sub }: AttributeTarget, name: string): boolean =>
  sub !== undefined || extension !== undefined || name.includes(':');
