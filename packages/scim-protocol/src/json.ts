// JSON types and helpers, independent of SCIM. Property names are untrusted, so look-ups use own properties only:
// `constructor` and `__proto__` find nothing.

/** A parsed JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A parsed JSON object. */
export interface JsonObject {
  [name: string]: JsonValue;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the object's own member with exactly that name, or undefined. */
export const ownMember = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** The object's own spelling of a name, ignoring case. An exact match wins. */
export function nameIn(object: object, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(object).find((each) => each.toLowerCase() === lower);
}

/** Returns the object's own member with that name, ignoring case, or undefined. */
export function memberNamed(object: JsonObject, name: string): JsonValue | undefined {
  const own = nameIn(object, name);
  return own === undefined ? undefined : object[own];
}

/** True if both values are the same JSON, ignoring the order of object members. The inputs must have bounded depth. */
export function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => sameJson(item, right[index]));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]));
}

/** Serializes a value so that values that are equal under `sameJson` have equal texts. */
export function canonicalText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join()}}`;
}
