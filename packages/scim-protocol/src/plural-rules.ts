// The rules of RFC 7643 2.4 for several values of one attribute: at most one is primary, none stands there twice.
import type { Attribute } from './attribute.ts';
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from './json.ts';
import { scimError } from './scim-error.ts';

/** Drops repetitions: elements with the same `value` and `type`, of which the first stays. Linear in the elements. */
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

/**
 * True when both elements are one and the same: an equal `value` and types that do not contradict each other, or equal
 * JSON where there is no value.
 */
export function isTwin(left: JsonValue, right: JsonValue): boolean {
  if (!isJsonObject(left) || !isJsonObject(right) || typeof left.value !== 'string') return sameJson(left, right);
  if (left.value !== right.value) return false;
  return left.type === undefined || right.type === undefined || typeOf(left) === typeOf(right);
}

// A person has a handful of e-mails; the bound keeps a request of 10,000 one-element operations linear.
const MAX_VALUES = 1_000;

/** Refuses more than 1,000 values of an attribute such as `emails` (400 invalidValue); `members` have no bound. */
export function checkCount(attribute: Attribute, count: number): void {
  if (count <= MAX_VALUES || !attribute.subAttributes.some(({ name }) => name === 'primary')) return;
  throw scimError('invalidValue', `${attribute.name} has ${count} values; at most ${MAX_VALUES} are kept.`);
}

/** Lets the first primary element be the only one. Two of them are refused in strict mode: 400 invalidValue. */
export function onePrimary(elements: JsonValue[], name: string, strict: boolean): JsonValue[] {
  const primaries = elements.filter(isPrimary);
  if (primaries.length < 2) return elements;
  if (strict) throw scimError('invalidValue', `${name} has ${primaries.length} primary values; at most one may be.`);
  const first = primaries[0];
  return elements.map((element) =>
    isPrimary(element) && element !== first ? { ...element, primary: false } : element,
  );
}

/** RFC 7644 3.5.2: a value that becomes primary ends the primacy of every other one. Changes the elements in place. */
export function yieldPrimary(elements: readonly JsonValue[], changed: ReadonlySet<JsonValue>): void {
  const winner = elements.find((element) => isPrimary(element) && changed.has(element));
  if (!winner) return;
  for (const element of elements) if (isPrimary(element) && element !== winner) element.primary = false;
}

function identityOf(element: JsonValue): string | undefined {
  if (!isJsonObject(element)) return JSON.stringify(element);
  const { value } = element;
  // The length keeps what is before the colon apart from a type; groups have members by the ten thousands.
  return typeof value === 'string' ? `${value.length}:${value}${typeOf(element) ?? ''}` : undefined;
}

const typeOf = ({ type }: JsonObject): string | undefined =>
  typeof type === 'string' ? type.toLowerCase() : undefined;

const isPrimary = (element: JsonValue): element is JsonObject => isJsonObject(element) && element.primary === true;
