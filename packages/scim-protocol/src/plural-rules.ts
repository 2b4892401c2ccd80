// RFC 7643 2.4 for multi-valued attributes: at most one value is primary, and there are no duplicates.
import type { Attribute } from './attribute.ts';
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from './json.ts';
import { scimError } from './scim-error.ts';

/** Removes duplicates (same `value` and `type`), keeping the first. Takes linear time. */
export function oneOfEach(elements: readonly JsonValue[]): JsonValue[] {
  const seen = new Set<string>();
  return elements.filter((element) => {
    const identity = identityOf(element);
    if (identity === undefined) return true;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

/** True if both elements are the same: an equal `value` and compatible types, or equal JSON if they have no `value`. */
export function isTwin(left: JsonValue, right: JsonValue): boolean {
  if (!isJsonObject(left) || !isJsonObject(right) || typeof left.value !== 'string') return sameJson(left, right);
  if (left.value !== right.value) return false;
  return left.type === undefined || right.type === undefined || typeOf(left) === typeOf(right);
}

// People have a handful of emails. The limit keeps a request with 10,000 one-element operations linear.
const MAX_VALUES = 1_000;

/** Refuses more than 1,000 values of an attribute such as `emails` (400 invalidValue). `members` has no limit. */
export function checkCount(attribute: Attribute, count: number): void {
  if (count <= MAX_VALUES || !attribute.subAttributes.some(({ name }) => name === 'primary')) return;
  throw scimError('invalidValue', `${attribute.name} has ${count} values; at most ${MAX_VALUES} are allowed.`);
}

/** Keeps only the first primary element. In strict mode, more than one is 400 invalidValue. */
export function onePrimary(elements: JsonValue[], name: string, strict: boolean): JsonValue[] {
  const primaries = elements.filter(isPrimary);
  if (primaries.length < 2) return elements;
  if (strict)
    throw scimError('invalidValue', `${name} has ${primaries.length} primary values; at most one is allowed.`);
  const first = primaries[0];
  return elements.map((element) =>
    isPrimary(element) && element !== first ? { ...element, primary: false } : element,
  );
}

/** RFC 7644 3.5.2: if a value becomes primary, clears `primary` on all others. Changes the elements in place. */
export function yieldPrimary(elements: readonly JsonValue[], changed: ReadonlySet<JsonValue>): void {
  const winner = elements.find((element) => isPrimary(element) && changed.has(element));
  if (!winner) return;
  for (const element of elements) if (isPrimary(element) && element !== winner) element.primary = false;
}

function identityOf(element: JsonValue): string | undefined {
  if (!isJsonObject(element)) return JSON.stringify(element);
  const { value } = element;
  // The length prefix separates the value from the type without ambiguity. Groups have tens of thousands of members.
  return typeof value === 'string' ? `${value.length}:${value}${typeOf(element) ?? ''}` : undefined;
}

const typeOf = ({ type }: JsonObject): string | undefined =>
  typeof type === 'string' ? type.toLowerCase() : undefined;

const isPrimary = (element: JsonValue): element is JsonObject => isJsonObject(element) && element.primary === true;
