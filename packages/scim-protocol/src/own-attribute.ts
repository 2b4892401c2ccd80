// Attributes that no schema defines, as targets of filters and value paths. Their names mean the same in any case; what
// type one has, the compared value says.
import { type Attribute, type AttributeType, attribute, boolean, complex } from './attribute.ts';
import type { AttributeTarget } from './attribute-path.ts';
import type { Filter } from './filter.ts';
import { findOwnMember, findUnprovenMember, isOwnSchema, type UnknownMember } from './inbound-member.ts';
import type { ResourceType } from './resource-type.ts';

/** How far names are understood that no schema defines. */
export interface OwnNames {
  /** Refuse them all. */
  readonly strict: boolean;
  /** Understand those that only stored resources can prove, too; the caller looks them up (`unprovenIn`). */
  readonly allowsUnproven: boolean;
}

/** The attribute of that name, of no schema, that a path or a filter may name; or undefined. */
export function findNamed(type: ResourceType, text: string, names: OwnNames): UnknownMember | undefined {
  if (names.strict) return undefined;
  return findOwnMember(type, text) ?? (names.allowsUnproven ? findUnprovenMember(type, text) : undefined);
}

/** The target of a comparison with a value of that type. The URN of a whole extension is complex: it has `pr` alone. */
export function ownTarget(member: UnknownMember, type: AttributeType): AttributeTarget {
  const { name, sub } = member;
  if (sub === undefined) return at(member, isWhole(member) ? complex(name, '', []) : attribute(type, name, ''));
  const leaf = attribute(type, sub, '');
  return at(member, complex(name, '', [leaf]), leaf);
}

/** The target whose elements a filter in brackets selects; undefined where the name has none. */
export const elementTarget = (member: UnknownMember): AttributeTarget | undefined =>
  member.sub !== undefined || isWhole(member) ? undefined : at(member, several(member.name));

/** A sub-attribute of such an element: `primary` is a boolean as everywhere (RFC 7643 2.4). */
export const ownSub = (name: string, type: AttributeType): Attribute =>
  name.toLowerCase() === PRIMARY.name ? PRIMARY : attribute(type, name, '');

/** The members that a filter names and only stored resources can prove. */
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
