// Attributes outside the schemas that a filter or path names without a URN (`custom`, `custom.k1`). The name is valid
// if some record of the connection has that attribute. Otherwise it is a client error.
import type { Filter } from '@cairn/scim-protocol/filter';
import { isJsonObject, type JsonObject } from '@cairn/scim-protocol/json';
import { type MemberNames, memberNames } from '@cairn/scim-protocol/member-names';
import { unprovenIn } from '@cairn/scim-protocol/own-attribute';
import { unknownPath } from '@cairn/scim-protocol/patch-path';
import { atPosition, type PatchStep, unprovenSteps } from '@cairn/scim-protocol/patch-request';
import type { ResourceType } from '@cairn/scim-protocol/resource-type';
import { quoted, scimError } from '@cairn/scim-protocol/scim-error';
import type { Db, Tx } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { isStored, type StoredMember } from './stored-member-store.ts';

/** Fails with 400 `invalidFilter` if the filter names an attribute that no record has. */
export async function proveFilter(db: Db, context: ScimContext, { name }: ResourceType, filter: Filter): Promise<void> {
  const members = unprovenIn(filter).map(({ extension, attribute }) => ({ extension, name: attribute.name }));
  for (const member of distinct(members)) {
    if (await isStored(db, context, name, member)) continue;
    throw scimError('invalidFilter', `${quoted(member.name)} is not an attribute of a ${name}.`);
  }
}

/**
 * Fails with 400 `invalidPath` if a step names an attribute that neither this resource nor another record has, or if
 * there are more new attributes than a filter may name.
 */
export async function provePatch(
  tx: Tx,
  context: ScimContext,
  type: ResourceType,
  current: JsonObject,
  steps: readonly PatchStep[],
): Promise<void> {
  const names = memberNames();
  const open = unprovenSteps(steps).filter(({ path }) => !holds(names, current, path));
  const asked = new Set<string>();
  for (const { path, position } of open) {
    if (asked.has(keyOf(path))) continue;
    asked.add(keyOf(path));
    const isKnown = asked.size > MAX_NEW || (await isStored(tx, context, type.name, path));
    atPosition(position, () => {
      if (asked.size > MAX_NEW) throw tooManyNew(type);
      if (!isKnown) throw unknownPath(type, path.name);
    });
  }
}

/** The maximum number of names that one PATCH may add to a resource with paths. Each name costs a query. */
const MAX_NEW = 50;

const tooManyNew = ({ name }: ResourceType) =>
  scimError(
    'invalidPath',
    `More than ${MAX_NEW} paths name attributes new to the ${name}. Send them in a value without a path.`,
  );

function holds(names: MemberNames, resource: JsonObject, { extension, name }: StoredMember): boolean {
  const own = extension === undefined ? undefined : names.find(resource, extension);
  const holder = extension === undefined ? resource : own && resource[own];
  return isJsonObject(holder) && names.find(holder, name) !== undefined;
}

const keyOf = ({ extension, name }: StoredMember): string => `${extension ?? ''}:${name}`.toLowerCase();

const distinct = (members: readonly StoredMember[]): Iterable<StoredMember> =>
  new Map(members.map((member) => [keyOf(member), member])).values();
