// Reads and writes the place of an attribute in a resource: at the top, or in the object of its extension. Keeps the
// object of an extension, and `schemas`, in step with what the resource really holds.
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from './json.ts';
import type { ResourceType } from './resource-type.ts';

/** Where an attribute stands: its name, and the URN of the object that holds it (undefined at the top). */
export interface Slot {
  readonly extension: string | undefined;
  readonly attribute: { readonly name: string };
}

/** The value of the attribute (of the whole attribute, also where the target names a sub-attribute), or undefined. */
export function readSlot(resource: JsonObject, { extension, attribute }: Slot): JsonValue | undefined {
  const container = extension === undefined ? resource : ownMember(resource, extension);
  return isJsonObject(container) ? ownMember(container, attribute.name) : undefined;
}

/** Sets the attribute, or removes it where the value is undefined; an extension without attributes disappears. */
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

/** The `schemas` of a resource (RFC 7643 3): the core schema and every namespace under which it holds something. */
export function schemasOf(type: ResourceType, resource: JsonObject): string[] {
  const namespaces = Object.keys(resource).filter((name) => name.includes(':') && isJsonObject(resource[name]));
  return [type.core.id, ...namespaces];
}

function writeMember(object: JsonObject, name: string, value: JsonValue | undefined): void {
  if (value === undefined) delete object[name];
  else object[name] = value;
}
