// Converts one inbound attribute value to canonical form and checks its type. By default it accepts the identity
// provider quirks listed at each function; strict mode accepts only the JSON types of RFC 7643 2.3.
import type { Attribute } from './attribute.ts';
import { findBoolean } from './boolean-text.ts';
import { findInstant } from './instant.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { checkCount, oneOfEach, onePrimary } from './plural-rules.ts';
import { findAttribute } from './resource-type.ts';
import { quoted, scimError } from './scim-error.ts';
import { unknownMember } from './unknown-member.ts';

/**
 * The canonical value, or undefined if the value means "unassigned": null, an empty array, or only nulls (RFC 7643
 * 2.5). A value of the wrong type causes 400 invalidValue, and the error names the attribute.
 */
export function readValue(
  attribute: Attribute,
  value: JsonValue,
  name: string,
  strict: boolean,
): JsonValue | undefined {
  if (value === null) return undefined;
  return attribute.multiValued
    ? readElements(attribute, value, name, strict)
    : readSingle(attribute, value, name, strict);
}

/**
 * The canonical elements of a multi-valued attribute; undefined if there are none. Lenient mode accepts a bare value as
 * a one-element list.
 */
export function readElements(
  attribute: Attribute,
  value: JsonValue,
  name: string,
  strict: boolean,
): JsonValue[] | undefined {
  if (strict && !Array.isArray(value)) throw wrongType(name, 'an array', value);
  const elements = (Array.isArray(value) ? value : [value])
    .map((element, index) => readElement(attribute, element, `${name}[${index}]`, strict))
    .filter((element) => element !== undefined);
  checkCount(attribute, elements.length);
  if (elements.length === 0) return undefined;
  return onePrimary(oneOfEach(elements), name, strict);
}

function readElement(attribute: Attribute, element: JsonValue, name: string, strict: boolean): JsonValue | undefined {
  const read = element === null ? undefined : readSingle(attribute, element, name, strict);
  if (read === undefined) requireSubs(attribute, {}, name);
  return read;
}

export function readSingle(
  attribute: Attribute,
  value: JsonValue,
  name: string,
  strict: boolean,
): JsonValue | undefined {
  if (attribute.type !== 'complex') return readSimple(attribute, strict ? value : unwrapped(value), name, strict);
  const object = strict ? value : wrapped(attribute, value);
  if (object === '') return undefined;
  if (!isJsonObject(object)) throw wrongType(name, 'an object', value);
  return readComplex(attribute, object, name, strict);
}

// Entra ID's older format wraps simple values: [{ "$ref": null, "value": "False" }].
function unwrapped(value: JsonValue): JsonValue {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isJsonObject(only) && Object.hasOwn(only, 'value') ? (only.value ?? null) : (only ?? null);
}

// A manager may arrive as "id", as [{ "$ref": …, "value": "id" }], or as "" to clear it. Roles and emails may arrive as
// bare strings.
function wrapped(attribute: Attribute, value: JsonValue): JsonValue {
  const only = Array.isArray(value) && value.length <= 1 ? (value[0] ?? '') : value;
  if (typeof only !== 'string' || only === '' || !findAttribute(attribute.subAttributes, 'value')) return only;
  return { value: only };
}

function readComplex(attribute: Attribute, object: JsonObject, name: string, strict: boolean): JsonObject | undefined {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    if (value === null) continue;
    const sub = findAttribute(attribute.subAttributes, key);
    // RFC 7644 3.5.1: ignore read-only values that a client sends back, such as a member's `display`.
    if (sub?.mutability === 'readOnly') continue;
    const spelled = sub?.name ?? key;
    if (Object.hasOwn(result, spelled)) throw scimError('invalidSyntax', `${name} contains ${spelled} twice.`);
    const read = sub ? readValue(sub, value, `${name}.${sub.name}`, strict) : unknownMember(key, value, name, strict);
    if (read !== undefined) result[spelled] = read;
  }
  requireSubs(attribute, result, name);
  if (Object.keys(result).length === 0 || isCleared(attribute, result)) return undefined;
  return result;
}

// Reject a member without an id. Dropping it silently would make a replacement remove people.
function requireSubs({ subAttributes }: Attribute, read: JsonObject, name: string): void {
  const missing = subAttributes.find((sub) => sub.required && !Object.hasOwn(read, sub.name));
  if (missing) throw scimError('invalidValue', `${name}.${missing.name} is required.`);
}

// An empty `value` in a single-valued reference (the manager) clears it.
const isCleared = (attribute: Attribute, object: JsonObject): boolean => !attribute.multiValued && object.value === '';

function readSimple({ type }: Attribute, value: JsonValue, name: string, strict: boolean): JsonValue | undefined {
  if (value === null) return undefined;
  if (type === 'boolean') return readBoolean(value, name, strict);
  if (type === 'integer' || type === 'decimal') return readNumber(type, value, name);
  if (typeof value !== 'string') throw wrongType(name, 'a string', value);
  if (type === 'dateTime' && !findInstant(value))
    throw wrongType(name, 'a date and time such as 2026-01-31T09:00:00Z', value);
  return value;
}

function readBoolean(value: JsonValue, name: string, strict: boolean): boolean {
  const read = typeof value === 'string' && !strict ? findBoolean(value) : value;
  if (typeof read === 'boolean') return read;
  throw wrongType(name, 'a boolean', value);
}

function readNumber(type: 'integer' | 'decimal', value: JsonValue, name: string): number {
  if (typeof value === 'number' && (type === 'decimal' || Number.isInteger(value))) return value;
  throw wrongType(name, type === 'integer' ? 'an integer' : 'a number', value);
}

const said = (value: JsonValue): string => (typeof value === 'string' ? quoted(value) : String(value));

function wrongType(name: string, wanted: string, value: JsonValue) {
  const found = Array.isArray(value) ? 'an array' : isJsonObject(value) ? 'an object' : said(value);
  return scimError('invalidValue', `${name} must be ${wanted}, not ${found}.`);
}
