// JSON as data: the types that a parsed body has, and the three checks that the protocol makes of them. No SCIM in
// here. Property names come from strangers: look-ups use own properties only, so `constructor` or `__proto__` find
// nothing.

/** A parsed JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A parsed JSON object. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** True for a JSON object; false for arrays, null and scalars. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The own member of that exact name, or undefined; inherited members do not exist here. */
export const ownMember = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** The own name of a member in any case: `name` itself where it is there. */
export function nameIn(object: object, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(object).find((each) => each.toLowerCase() === lower);
}

/** The own member of that name in any case, or undefined. */
export function memberNamed(object: JsonObject, name: string): JsonValue | undefined {
  const own = nameIn(object, name);
  return own === undefined ? undefined : object[own];
}

/** True when both values are the same JSON; the order of object members does not count. Inputs have bounded depth. */
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

/** The text of a value that is the same for all that `sameJson` calls the same. */
export function canonicalText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join()}}`;
}
