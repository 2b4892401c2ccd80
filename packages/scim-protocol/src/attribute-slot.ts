// Reads and writes an attribute in a resource, at the top level or in its extension object. Keeps the extension objects
// and `schemas` consistent with the contents of the resource.
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from './json.ts';
import type { ResourceType } from './resource-type.ts';

/** The location of an attribute: its name, and the URN of the object that holds it (undefined at the top level). */
export interface Slot {
  readonly extension: string | undefined;
  readonly attribute: { readonly name: string };
}

/** Returns the value of the whole attribute, even if the target names a sub-attribute; undefined if it is missing. */
export function readSlot(resource: JsonObject, { extension, attribute }: Slot): JsonValue | undefined {
  const container = extension === undefined ? resource : ownMember(resource, extension);
  return isJsonObject(container) ? ownMember(container, attribute.name) : undefined;
}

/** Sets the attribute, or removes it if the value is undefined. Removes an extension object that becomes empty. */
export function writeSlot(resource: JsonObject, { extension, attribute }: Slot, value: JsonValue | undefined): void {
  if (extension === undefined) {
    writeMember(resource, attribute.name, value);
    return;
  }
  const existing = ownMember(resource, extension);
  const container = isJsonObject(existing) ? existing : {};
  writeMember(container, attribute.name, value);
  writeMember(resource, extension, Object.keys(container).length > 0 ? container : undefined);
}

/**
 * The `schemas` of a resource (RFC 7643 3): the core schema and every extension in which the resource has attributes.
 */
export function schemasOf(type: ResourceType, resource: JsonObject): string[] {
  const namespaces = Object.keys(resource).filter((name) => name.includes(':') && isJsonObject(resource[name]));
  return [type.core.id, ...namespaces];
}

function writeMember(object: JsonObject, name: string, value: JsonValue | undefined): void {
  if (value === undefined) delete object[name];
  else object[name] = value;
}
