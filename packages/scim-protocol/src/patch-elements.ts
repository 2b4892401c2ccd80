// PATCH of a multi-valued attribute, with or without a value path or a sub-attribute (RFC 7644 3.5.2).
import { type AttributeTarget, targetName } from './attribute-path.ts';
import { readSlot, writeSlot } from './attribute-slot.ts';
import { readElements, readSingle } from './attribute-value.ts';
import type { Filter } from './filter.ts';
import { elementMatches } from './filter-match.ts';
import { isJsonObject, type JsonObject, type JsonValue, nameIn, sameJson } from './json.ts';
import type { PatchVerb } from './patch-request.ts';
import type { PatchWork } from './patch-work.ts';
import { checkCount, isTwin, oneOfEach, yieldPrimary } from './plural-rules.ts';
import { findAttribute } from './resource-type.ts';
import { scimError } from './scim-error.ts';

/** Applies one step to the elements of its target in `draft`, in place. A null or missing value means "no elements". */
export function patchElements(draft: JsonObject, change: AttributeChange, work: PatchWork): void {
  const stored = readSlot(draft, change.target);
  const result = changedElements(Array.isArray(stored) ? stored : [], change, work);
  writeSlot(draft, change.target, result.length > 0 ? result : undefined);
}

export interface AttributeChange {
  readonly target: AttributeTarget;
  readonly where: Filter | undefined;
  readonly verb: PatchVerb;
  readonly value: JsonValue | undefined;
  readonly strict: boolean;
}

/** Merges a value into an element. */
export type Merge = (base: JsonObject, value: JsonValue, verb: 'add' | 'replace') => JsonValue;

/**
 * The elements after the step. May modify the given elements. Throws 400 `noTarget` for a write that selects no
 * elements and does not say which one to create, and `invalidValue` if there are too many elements.
 */
export function changedElements(
  elements: JsonValue[],
  change: AttributeChange,
  work: PatchWork,
  merge: Merge = merging(change),
): JsonValue[] {
  const { target, where, verb, strict } = change;
  const value = change.value ?? null;
  if (where !== undefined || target.sub !== undefined) work.read(elements, where);
  else work.pair(elements.length, Array.isArray(value) ? value.length : 1);
  const selection: Selection = { elements, target, where, strict, merge };
  const result = verb === 'remove' ? removed(selection, value) : written(selection, verb, value);
  checkCount(target.attribute, result.length);
  return result;
}

interface Selection extends Pick<AttributeChange, 'target' | 'where' | 'strict'> {
  readonly elements: JsonValue[];
  readonly merge: Merge;
}

function removed({ elements, target, where, strict }: Selection, value: JsonValue): JsonValue[] {
  const isSelected = (each: JsonValue): boolean => !where || (isJsonObject(each) && elementMatches(where, each));
  const { sub } = target;
  if (sub) return elements.map((each) => (isSelected(each) ? without(each, sub.name) : each)).filter(isFilled);
  if (where || value === null) return elements.filter((each) => !isSelected(each));
  // Entra ID lists the elements to remove in the value. Remove only those; an empty list removes nothing.
  const named = readElements(target.attribute, value, target.attribute.name, strict) ?? [];
  return elements.filter((each) => !named.some((name) => isSame(each, name)));
}

function written(selection: Selection, verb: 'add' | 'replace', value: JsonValue): JsonValue[] {
  const { elements, target, where } = selection;
  if (where || target.sub) return writtenAt(selection, verb, value);
  const incoming = readElements(target.attribute, value, target.attribute.name, selection.strict) ?? [];
  return verb === 'replace' ? incoming : added(elements, incoming);
}

/** Adds the elements, except those that exist already, to `elements`, in place. */
export function added(elements: JsonValue[], incoming: readonly JsonValue[]): JsonValue[] {
  const changed = new Set<JsonValue>();
  for (const element of incoming) {
    const twin = elements.find((each) => isTwin(each, element));
    if (isJsonObject(twin) && isJsonObject(element)) Object.assign(twin, element);
    else if (twin === undefined) elements.push(element);
    changed.add(twin ?? element);
  }
  yieldPrimary(elements, changed);
  return elements;
}

// Writes to the selected elements. Without a filter, selects the only element or, among several, the primary one.
function writtenAt(selection: Selection, verb: 'add' | 'replace', value: JsonValue): JsonValue[] {
  const { elements, where, strict } = selection;
  const selected = elements.filter(isJsonObject).filter((each) => (where ? elementMatches(where, each) : true));
  const chosen = where || selected.length < 2 ? selected : selected.filter((each) => each.primary === true);
  if (chosen.length > 0) return rewritten(selection, new Set<JsonValue>(chosen), verb, value);
  const seed = strict || selected.length > 0 ? undefined : seedOf(where);
  if (!seed || (verb === 'replace' && !isCanonical(selection.target, seed))) throw noTarget(selection.target);
  const created = selection.merge(seed, value, verb);
  if (!isJsonObject(created) || sameJson(created, seed)) return elements;
  elements.push(created);
  yieldPrimary(elements, new Set<JsonValue>([created]));
  return elements;
}

function rewritten(
  selection: Selection,
  chosen: ReadonlySet<JsonValue>,
  verb: 'add' | 'replace',
  value: JsonValue,
): JsonValue[] {
  const { elements, target, where } = selection;
  const changed = new Set<JsonValue>();
  const result = elements.map((each) => {
    if (!chosen.has(each) || !isJsonObject(each)) return each;
    // RFC 7644 3.5.2.3: replace substitutes the element's value. The new element keeps the properties that selected it.
    const base = verb === 'replace' && !target.sub ? (seedOf(where) ?? {}) : each;
    const next = selection.merge(base, value, verb);
    changed.add(next);
    return next;
  });
  yieldPrimary(result, changed);
  return oneOfEach(result.filter(isFilled));
}

/** Merges according to the schema: into the sub-attribute in the path, or else into each sub-attribute in the value. */
const merging =
  ({ target, strict }: AttributeChange): Merge =>
  (base, value) => {
    const { attribute, sub } = target;
    const name = targetName(target);
    if (sub) {
      const read = readSingle(sub, value, name, strict);
      return read === undefined ? without(base, sub.name) : { ...base, [sub.name]: read };
    }
    const only = Array.isArray(value) && value.length === 1 && !strict ? (value[0] ?? null) : value;
    const read = only === null ? undefined : readSingle(attribute, only, name, strict);
    return isJsonObject(read) ? { ...base, ...read } : base;
  };

/**
 * The element to create if a value path matches none. Only `type` and `primary` equalities describe an element well
 * enough, as Entra ID expects of `phoneNumbers[type eq "mobile"].value`. Without a filter, no element can be created.
 */
function seedOf(where: Filter | undefined): JsonObject | undefined {
  const seed: JsonObject = {};
  if (!where) return seed;
  for (const term of where.kind === 'and' ? where.terms : [where]) {
    const name = term.kind === 'compare' && term.operator === 'eq' ? term.target.sub?.name : undefined;
    if (term.kind !== 'compare' || name === undefined || !isLabel(name)) return undefined;
    if (typeof term.value !== 'string' && typeof term.value !== 'boolean') return undefined;
    seed[name] = term.value;
  }
  return seed;
}

// Entra ID replaces mapped values before they exist. Their types are in the schema. A path with any other type has no
// target (RFC 7644 3.5.2.3).
function isCanonical({ attribute }: AttributeTarget, { type }: JsonObject): boolean {
  const types = findAttribute(attribute.subAttributes, 'type')?.canonicalValues ?? [];
  return typeof type !== 'string' || types.length === 0 || types.includes(type.toLowerCase());
}

/** True if `value` matches, and `type` if the request names one. Without a `value`, all named members must match. */
export function isSame(element: JsonValue, named: JsonValue): boolean {
  if (!isJsonObject(element) || !isJsonObject(named)) return sameJson(element, named);
  const names = typeof named.value === 'string' ? ['value', ...('type' in named ? ['type'] : [])] : Object.keys(named);
  return names.every((name) => sameJson(element[name], named[name]));
}

function without(element: JsonValue, name: string): JsonValue {
  if (!isJsonObject(element)) return element;
  const { [nameIn(element, name) ?? name]: _, ...rest } = element;
  return rest;
}

// An element with only a label does not count as a value.
const isFilled = (element: JsonValue): boolean =>
  !isJsonObject(element) || Object.keys(element).some((name) => !isLabel(name));

const isLabel = (name: string): boolean => /^(type|primary)$/i.test(name);

const noTarget = (target: AttributeTarget) =>
  scimError('noTarget', `No value of ${target.attribute.name} matches, and the path does not say which to create.`);
