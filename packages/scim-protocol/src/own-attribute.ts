// Attributes that no schema defines, as targets of filters and value paths. Their names are case-insensitive. The
// compared value determines the type.
import { type Attribute, type AttributeType, attribute, boolean, complex } from './attribute.ts';
import type { AttributeTarget } from './attribute-path.ts';
import type { Filter } from './filter.ts';
import { findOwnMember, findUnprovenMember, isOwnSchema, type UnknownMember } from './inbound-member.ts';
import type { ResourceType } from './resource-type.ts';

/** Which undefined names to accept. */
export interface OwnNames {
  /** Reject all of them. */
  readonly strict: boolean;
  /** Also accept names that only stored resources can confirm. The caller looks them up (`unprovenIn`). */
  readonly allowsUnproven: boolean;
}

/** The undefined attribute with that name, if a path or filter may use it; otherwise undefined. */
export function findNamed(type: ResourceType, text: string, names: OwnNames): UnknownMember | undefined {
  if (names.strict) return undefined;
  return findOwnMember(type, text) ?? (names.allowsUnproven ? findUnprovenMember(type, text) : undefined);
}

/** A comparison target with the type of the value. The URN of a whole extension is complex and supports only `pr`. */
export function ownTarget(member: UnknownMember, type: AttributeType): AttributeTarget {
  const { name, sub } = member;
  if (sub === undefined) return at(member, isWhole(member) ? complex(name, '', []) : attribute(type, name, ''));
  const leaf = attribute(type, sub, '');
  return at(member, complex(name, '', [leaf]), leaf);
}

/** The target whose elements a bracketed filter selects; undefined if the name cannot have elements. */
export const elementTarget = (member: UnknownMember): AttributeTarget | undefined =>
  member.sub !== undefined || isWhole(member) ? undefined : at(member, several(member.name));

/** A sub-attribute of such an element. As in all attributes, `primary` is a boolean (RFC 7643 2.4). */
export const ownSub = (name: string, type: AttributeType): Attribute =>
  name.toLowerCase() === PRIMARY.name ? PRIMARY : attribute(type, name, '');

/** The targets in a filter that only stored resources can confirm. */
export function unprovenIn(filter: Filter): AttributeTarget[] {
  if ('term' in filter) return unprovenIn(filter.term);
  if ('terms' in filter) return filter.terms.flatMap(unprovenIn);
  return filter.target.unproven ? [filter.target] : [];
}

const PRIMARY = boolean('primary', '');

const several = (name: string): Attribute => complex(name, '', [PRIMARY], { multiValued: true });

const isWhole = ({ extension, name }: UnknownMember): boolean => extension === undefined && isOwnSchema(name);

const at = ({ extension, unproven }: UnknownMember, attribute: Attribute, sub?: Attribute): AttributeTarget => ({
  extension,
  attribute,
  sub,
  isOwn: true,
  unproven,
});
