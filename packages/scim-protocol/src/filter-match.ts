// Evaluates a filter in memory. This is the reference: a compiler to SQL must select exactly the resources that match
// here. Resources must be in canonical form (see dialects.ts).
import type { Attribute } from './attribute.ts';
import type { AttributeTarget } from './attribute-path.ts';
import type { CompareOperator, Filter, FilterValue } from './filter.ts';
import { findInstant, type Instant } from './instant.ts';
import { isJsonObject, type JsonObject, type JsonValue, memberNamed } from './json.ts';
import { caseFold, normalForm } from './normal-form.ts';

/** True if the resource matches the filter. */
export function matches(filter: Filter, resource: JsonObject): boolean {
  return holds(filter, (target) => valuesAt(resource, target));
}

/** True if one element of a multi-valued attribute matches the filter inside the brackets. */
export function elementMatches(where: Filter, element: JsonObject): boolean {
  return holds(where, ({ sub }) => (sub ? listOf(memberNamed(element, sub.name)) : [element]));
}

type Values = (target: AttributeTarget) => readonly JsonValue[];

function holds(filter: Filter, values: Values): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.terms.every((term) => holds(term, values));
    case 'or':
      return filter.terms.some((term) => holds(term, values));
    case 'not':
      return !holds(filter.term, values);
    case 'present':
      return values(filter.target).some(isPresent);
    case 'element':
      return values(filter.target).some((each) => {
        const element = isJsonObject(each) ? each : isSimple(each) ? { value: each } : undefined;
        return element !== undefined && elementMatches(filter.where, element);
      });
    case 'compare':
      return comparesAny(filter.operator, filter.target, filter.value, values(filter.target));
  }
}

function comparesAny(
  operator: CompareOperator,
  target: AttributeTarget,
  wanted: FilterValue,
  values: readonly JsonValue[],
): boolean {
  const attribute = target.sub ?? target.attribute;
  if (values.length === 0) return compares(operator, attribute, null, wanted);
  return values.some((value) => compares(operator, attribute, value, wanted));
}

function compares(operator: CompareOperator, attribute: Attribute, value: JsonValue, wanted: FilterValue): boolean {
  if (operator === 'ne') return !compares('eq', attribute, value, wanted);
  if (wanted === null || value === null) return operator === 'eq' && wanted === value;
  if (attribute.type === 'dateTime') return comparesInstant(operator, value, wanted);
  if (typeof wanted === 'string') return typeof value === 'string' && comparesText(operator, attribute, value, wanted);
  if (typeof wanted === 'number') return typeof value === 'number' && comparesOrder(operator, value, wanted);
  return operator === 'eq' && value === wanted;
}

function comparesText(operator: CompareOperator, attribute: Attribute, value: string, wanted: string): boolean {
  const left = attribute.caseExact ? value : normalForm(value);
  const right = attribute.caseExact ? wanted : comparable(operator, wanted);
  if (operator === 'co') return left.includes(right);
  if (operator === 'sw') return left.startsWith(right);
  if (operator === 'ew') return left.endsWith(right);
  return operator === 'eq' && left === right;
}

/**
 * A text normalized for comparison. Leading and trailing blanks count for operators that compare parts of the value.
 */
export const comparable = (operator: CompareOperator, text: string): string =>
  operator === 'eq' || operator === 'ne' ? normalForm(text) : caseFold(text);

function comparesInstant(operator: CompareOperator, value: JsonValue, wanted: FilterValue): boolean {
  const instant = typeof value === 'string' ? findInstant(value) : undefined;
  return instant !== undefined && isInstant(wanted) && comparesOrder(operator, instant.micros, wanted.micros);
}

function comparesOrder<T extends number | bigint>(operator: CompareOperator, left: T, right: T): boolean {
  if (operator === 'gt') return left > right;
  if (operator === 'ge') return left >= right;
  if (operator === 'lt') return left < right;
  if (operator === 'le') return left <= right;
  return operator === 'eq' && left === right;
}

const isInstant = (value: FilterValue): value is Instant => typeof value === 'object' && value !== null;

// RFC 7644 3.4.2.2, "pr": a non-empty, non-null value; for complex attributes, a non-empty node.
function isPresent(value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isPresent);
  return value !== null && value !== '';
}

// A simple element of a customer's list has only a value (RFC 7643 2.4).
const isSimple = (value: JsonValue): boolean => typeof value !== 'object';

function valuesAt(resource: JsonObject, { extension, attribute, sub, isOwn }: AttributeTarget): readonly JsonValue[] {
  const container = extension === undefined ? resource : memberNamed(resource, extension);
  if (!isJsonObject(container)) return [];
  const elements = listOf(memberNamed(container, attribute.name));
  if (!sub) return elements;
  return elements.flatMap((element) => {
    if (isOwn && isSimple(element) && sub.name.toLowerCase() === 'value') return [element];
    return isJsonObject(element) ? orNull(memberNamed(element, sub.name)) : [];
  });
}

// An element without the sub-attribute still counts: an unassigned sub-attribute is null.
function orNull(value: JsonValue | undefined): readonly JsonValue[] {
  const values = listOf(value);
  return values.length > 0 ? values : [null];
}

// RFC 7643 2.5: null and an empty array both mean "no value".
const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => each !== undefined && each !== null);
