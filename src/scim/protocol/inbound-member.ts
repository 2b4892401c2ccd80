// Which attribute a member of an inbound body means. The same keys arrive in POST and PUT bodies and in the `value` of a
// PATCH operation without a path: names in any case, bare extension names, dotted names, URNs, value paths.
import type { Schema } from './attribute.ts';
import { type AttributeTarget, findExtension, findTarget } from './attribute-path.ts';
import type { ResourceType } from './resource-type.ts';

export type InboundMember =
  | { readonly kind: 'extension'; readonly schema: Schema }
  | { readonly kind: 'attribute'; readonly target: AttributeTarget }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'unknown' };

/**
 * Resolves the name of a member. `password` is dropped: identity providers send one always, and single sign-on or an
 * invitation is how people sign in, so it must be neither refused nor kept.
 */
export function inboundMember(type: ResourceType, name: string, strict: boolean): InboundMember {
  if (isPassword(type, name)) return { kind: 'dropped' };
  const schema = findExtension(type, name);
  if (schema) return { kind: 'extension', schema };
  const target = findTarget(type, name);
  if (!target || (strict && isLoose(target, name))) return { kind: 'unknown' };
  return { kind: 'attribute', target };
}

/** True for `password` in any spelling that a path or member can have. */
export const isPassword = (type: ResourceType, name: string): boolean =>
  type.name === 'User' && /^(?:urn:ietf:params:scim:schemas:core:2\.0:user:)?password$/i.test(name);

// RFC 7644 knows neither dotted members nor extension attributes outside the object of their extension.
const isLoose = ({ extension, sub }: AttributeTarget, name: string): boolean =>
  sub !== undefined || extension !== undefined || name.includes(':');
