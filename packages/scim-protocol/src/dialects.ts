// Converts the body of a POST or PUT from any identity provider's dialect to canonical form: names and types as in the
// schema, no nulls, no read-only attributes.
import type { Schema } from './attribute.ts';
import { type AttributeTarget, targetName } from './attribute-path.ts';
import { readSlot, type Slot, schemasOf, writeSlot } from './attribute-slot.ts';
import { readValue } from './attribute-value.ts';
import { inboundMember } from './inbound-member.ts';
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from './json.ts';
import { findAttribute, findSchema, type ResourceType } from './resource-type.ts';
import { quoted, scimError } from './scim-error.ts';
import { unknownMember } from './unknown-member.ts';

export interface DialectOptions {
  /** Reject anything that RFC 7643 and RFC 7644 do not allow. */
  readonly strict?: boolean;
}

/**
 * The canonical resource, with `schemas` first and without `id`, `meta`, `groups` and `password`. Unless strict, keeps
 * attributes that no schema defines as sent. Errors are 400: `invalidSyntax` (not an object, a duplicate or invalid
 * name, and in strict mode an unknown name or missing schemas) or `invalidValue` (wrong type, missing required
 * attribute).
 */
export function readResource(type: ResourceType, body: unknown, options: DialectOptions = {}): JsonObject {
  if (!isJsonObject(body)) throw scimError('invalidSyntax', `The body must be a JSON object that is a ${type.name}.`);
  const resource: JsonObject = {};
  const reading: Reading = { type, resource, strict: options.strict ?? false };
  checkSchemas(reading, body);
  readMembers(reading, body);
  checkRequired(reading);
  return { schemas: schemasOf(type, resource), ...resource };
}

/** The state of parsing a body into `resource`. */
interface Reading {
  readonly type: ResourceType;
  readonly resource: JsonObject;
  readonly strict: boolean;
}

// Lenient mode infers a missing list from the endpoint and ignores unknown URNs (Entra ID's ADSCIM group) and URNs
// without an extension object. The response lists the schemas that the resource actually uses.
function checkSchemas({ type, strict }: Reading, body: JsonObject): void {
  const found = Object.entries(body).find(([name]) => name.toLowerCase() === 'schemas')?.[1] ?? null;
  if (found === null && !strict) return;
  if (!Array.isArray(found) || !found.every((urn) => typeof urn === 'string')) {
    throw scimError('invalidValue', 'schemas must be an array of schema URNs.');
  }
  if (!strict) return;
  const unknown = found.find((urn) => !findSchema(type, urn));
  if (unknown !== undefined)
    throw scimError('invalidValue', `schemas: ${quoted(unknown)} is not a schema of a ${type.name}.`);
  if (!found.some((urn) => findSchema(type, urn) === type.core)) {
    throw scimError('invalidSyntax', `schemas must contain ${type.core.id}.`);
  }
}

function readMembers(reading: Reading, object: JsonObject): void {
  for (const [name, value] of Object.entries(object)) readMember(reading, name, value);
}

function readMember(reading: Reading, name: string, value: JsonValue): void {
  const { type, resource, strict } = reading;
  const member = inboundMember(type, name, strict);
  if (value === null || member.kind === 'dropped') return;
  if (member.kind === 'attribute') readTarget(reading, member.target, value);
  else if (member.kind === 'extension') readExtension(reading, member.schema, value);
  else if (member.kind === 'core') readMembers(reading, objectOf(type.core, value));
  else {
    const kept = unknownMember(member.name, value, `a ${type.name}`, strict);
    writeOnce(resource, { extension: member.extension, attribute: member }, kept, name);
  }
}

function objectOf({ id }: Schema, value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  throw scimError('invalidValue', `${id} must be an object.`);
}

function readExtension(reading: Reading, schema: Schema, value: JsonValue): void {
  const { resource, strict } = reading;
  const extension = schema.id;
  for (const [name, inner] of Object.entries(objectOf(schema, value))) {
    if (inner === null) continue;
    const attribute = findAttribute(schema.attributes, name);
    if (attribute) readTarget(reading, { extension, attribute, sub: undefined }, inner);
    else writeOnce(resource, { extension, attribute: { name } }, unknownMember(name, inner, extension, strict), name);
  }
}

function readTarget({ resource, strict }: Reading, target: AttributeTarget, value: JsonValue): void {
  const { attribute, sub } = target;
  // RFC 7644 3.3 and 3.5.1: ignore read-only attributes. Identity providers echo id, meta and groups in every PUT.
  if (attribute.mutability === 'readOnly' || attribute.name === 'schemas') return;
  const existing = readSlot(resource, target);
  const whole = sub ? { ...(isJsonObject(existing) ? existing : {}), [sub.name]: value } : value;
  const read = readValue(attribute, whole, targetName({ ...target, sub: undefined }), strict);
  if (read === undefined || (attribute.name === 'externalId' && read === '')) return;
  if (sub) writeSlot(resource, target, read);
  else writeOnce(resource, target, read, targetName(target));
}

function writeOnce(resource: JsonObject, slot: Slot, value: JsonValue, name: string): void {
  const existing = readSlot(resource, slot);
  if (existing !== undefined && !sameJson(existing, value)) {
    throw scimError('invalidSyntax', `The body contains ${name} twice, with different values.`);
  }
  writeSlot(resource, slot, value);
}

function checkRequired({ type, resource }: Reading): void {
  for (const { name, required } of type.core.attributes) {
    const value = resource[name];
    if (!required || (typeof value === 'string' && value.trim() !== '')) continue;
    throw scimError('invalidValue', `${name} is required and must not be blank.`);
  }
}
