// The attributes that an admin chooses for the name, the address and the manager of people.
import type { AttributeTarget } from '@cairn/scim-protocol/attribute-path';
import type { Filter } from '@cairn/scim-protocol/filter';
import { elementMatches } from '@cairn/scim-protocol/filter-match';
import { isJsonObject, type JsonObject, type JsonValue, memberNamed } from '@cairn/scim-protocol/json';
import { readPatchPath } from '@cairn/scim-protocol/patch-path';
import { findAttribute, type ResourceType } from '@cairn/scim-protocol/resource-type';
import { ScimError } from '@cairn/scim-protocol/scim-error';
import { type Static, Type } from '@sinclair/typebox';
import { invalid } from '../base/issue.ts';
import { closed, Nullable } from '../base/shape.ts';
import { isBlank } from '../base/text.ts';
import { t } from '../base/texts/t.ts';

const path = (otherwise: string) =>
  Nullable(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'For example `nickName`, `emails[type eq "other"].value` or `urn:acme:hr:1.0:User:badgeName`.',
    }),
    { description: `An attribute of the user, or null for the default: ${otherwise}.` },
  );

/** A mapping in the APIs. */
export const AttributeMapping = Type.Object(
  {
    name: path('`displayName`, or else `name.formatted`, given and family name, or `userName`'),
    address: path('the primary or first of `emails`, or else `userName`'),
    manager: path('`manager.value` of the enterprise extension'),
  },
  {
    ...closed,
    description:
      'The attributes that become the name, the address and the manager of people. A change takes effect for each ' +
      'person with the next request that creates, replaces or changes the person, even if it changes nothing else.',
  },
);
export type AttributeMapping = Static<typeof AttributeMapping>;

const FIELDS = ['name', 'address', 'manager'] as const;

/** An attribute of users that holds a text. */
export interface ChosenAttribute {
  readonly path: string;
  readonly target: AttributeTarget;
  /** Selects an element of a list. */
  readonly where: Filter | undefined;
}

/** A mapping for a type of users. Absent attributes are the default ones. */
export interface Mapping extends Readonly<Partial<Record<(typeof FIELDS)[number], ChosenAttribute>>> {
  /** As stored; null if all attributes are the default ones. */
  readonly text: string | null;
}

export const DEFAULT_MAPPING: Mapping = { text: null };

/** The mapping as stored. Fails with `validation` if an attribute is unknown or not a text. */
export function mappingText({ name, address, manager }: AttributeMapping, type: ResourceType): string | null {
  for (const [field, chosen] of Object.entries({ name, address, manager }))
    if (chosen !== null && foundIn(type, chosen) === undefined)
      throw invalid(
        `mapping.${field}`,
        t('{path} is not an attribute of users that contains a text. Declare it first, or correct it.', {
          path: chosen,
        }),
      );
  return name === null && address === null && manager === null ? null : JSON.stringify({ name, address, manager });
}

/** The mapping in that text. */
export const mappingIn = (text: string | null): AttributeMapping =>
  text === null ? { name: null, address: null, manager: null } : JSON.parse(text);

/** The mapping in that text for a type of users. An attribute that is no longer declared counts as the default one. */
export function mappingWith(text: string | null, type: ResourceType): Mapping {
  if (text === null) return DEFAULT_MAPPING;
  const paths = mappingIn(text);
  const chosen = FIELDS.flatMap((field) => {
    const found = foundIn(type, paths[field] ?? '');
    return found === undefined ? [] : [[field, found] as const];
  });
  return { text, ...Object.fromEntries(chosen) };
}

function foundIn(type: ResourceType, text: string): ChosenAttribute | undefined {
  try {
    const read = readPatchPath(type, text, { strict: true, allowsUnproven: false });
    return read.kind === 'attribute' && isText(read.target)
      ? { path: text, target: read.target, where: read.where }
      : undefined;
  } catch (thrown) {
    if (thrown instanceof ScimError) return undefined;
    throw thrown;
  }
}

function isText({ attribute, sub }: AttributeTarget): boolean {
  const leaf = sub ?? (attribute.multiValued ? findAttribute(attribute.subAttributes, VALUE) : attribute);
  if (leaf === undefined || attribute.inboundOnly || attribute.mutability === 'readOnly') return false;
  return leaf.mutability !== 'readOnly' && (leaf.type === 'string' || leaf.type === 'reference');
}

const VALUE = 'value';

/** The text of the attribute, or null. Without a filter, the primary or first value of a list. */
export function textAt(user: JsonObject, { target, where }: ChosenAttribute): string | null {
  const { extension, attribute, sub } = target;
  const container = extension === undefined ? user : memberNamed(user, extension);
  const found = isJsonObject(container) ? memberNamed(container, attribute.name) : undefined;
  const element = Array.isArray(found) ? elementOf(found, where) : found;
  const text = isJsonObject(element) ? memberNamed(element, sub?.name ?? VALUE) : element;
  return typeof text === 'string' && !isBlank(text) ? text.trim() : null;
}

function elementOf(list: readonly JsonValue[], where: Filter | undefined): JsonValue | undefined {
  if (where !== undefined) return list.find((each) => isJsonObject(each) && elementMatches(where, each));
  return list.find((each) => isJsonObject(each) && each.primary === true) ?? list[0];
}
