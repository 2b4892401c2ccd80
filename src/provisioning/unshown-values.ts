// Finds the values of a successful write that the resource in the response does not show. An identity provider that
// compares the two sends such a write again in every cycle (log/repeated-writes.ts).
import { targetName } from '@cairn/scim-protocol/attribute-path';
import { readSlot, type Slot } from '@cairn/scim-protocol/attribute-slot';
import type { Filter } from '@cairn/scim-protocol/filter';
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '@cairn/scim-protocol/json';
import { applyPatch } from '@cairn/scim-protocol/patch';
import type { PatchStep } from '@cairn/scim-protocol/patch-request';
import type { ResourceType } from '@cairn/scim-protocol/resource-type';
import { ScimError } from '@cairn/scim-protocol/scim-error';

/** An attribute as the identity provider addresses it, and the value it sent (null if it removed one). */
export interface UnshownValue {
  readonly attribute: string;
  readonly value: JsonValue;
}

/** Checking more costs too much, and one is enough for an admin. */
const MAX_CHECKED = 20;
const MAX_ELEMENTS = 100;

/** The values of a POST or PUT (`readResource`) that `shown` lacks. */
export const unshownValues = (sent: JsonObject, shown: JsonObject): UnshownValue[] =>
  Object.entries(sent)
    .flatMap(([name, value]) => {
      const container = shown[name];
      if (!name.includes(':') || !isJsonObject(value) || !isJsonObject(container)) return unshownAt(name, value, shown);
      return Object.keys(value).flatMap((inner) =>
        isShown(value[inner], container[inner]) ? [] : [{ attribute: `${name}:${inner}`, value: value[inner] ?? null }],
      );
    })
    .slice(0, MAX_CHECKED);

function unshownAt(name: string, value: JsonValue, shown: JsonObject): UnshownValue[] {
  if (name === 'schemas' || name === 'members' || isShown(value, shown[name])) return [];
  if (name === 'emails' && showsOne(value, shown)) return [];
  return [{ attribute: name, value }];
}

/**
 * Responses contain one email address (Decision 38). Lists with more of them are usual, and no one expects an effect
 * if the one in use is among them.
 */
const showsOne = (value: JsonValue, { emails }: JsonObject): boolean =>
  Array.isArray(value) && Array.isArray(emails) && value.some((each) => emails.some((other) => isShown(each, other)));

/** Ignores outer blanks, and `primary`, which only one element of a list can have. */
function isShown(sent: JsonValue | undefined, shown: JsonValue | undefined): boolean {
  if (sent === undefined || sent === null || sent === '') return true;
  if (typeof sent === 'string') return typeof shown === 'string' && shown.trim() === sent.trim();
  if (Array.isArray(sent)) {
    if (sent.length === 0 || sent.length > MAX_ELEMENTS) return true;
    return Array.isArray(shown) && sent.every((each) => shown.some((other) => isShown(each, other)));
  }
  if (!isJsonObject(sent)) return sameJson(sent, shown);
  const members = Object.entries(sent).filter(([name]) => name !== 'primary');
  return members.length === 0 || (isJsonObject(shown) && members.every(([name, value]) => isShown(value, shown[name])));
}

/**
 * The values of a PATCH that `shown` lacks: applying it to the response once more would change the response. Removals
 * are also checked by the values they name.
 */
export function unshownSteps(type: ResourceType, steps: readonly PatchStep[], shown: JsonObject): UnshownValue[] {
  const checked = steps.filter((step) => slotOf(step)?.attribute.name !== 'members').slice(-MAX_CHECKED);
  const again = applied(type, checked, shown);
  return checked.flatMap((step, index) => {
    const slot = slotOf(step);
    if (slot === undefined) return [];
    const isLost = step.verb === 'remove' ? isLeft : isMissing;
    if (!isLost({ type, step, slot, shown, again, later: checked.slice(index + 1) })) return [];
    return [{ attribute: nameOf(step), value: step.verb === 'remove' ? null : (step.value ?? null) }];
  });
}

interface Check {
  readonly type: ResourceType;
  readonly step: PatchStep;
  readonly slot: Slot;
  readonly shown: JsonObject;
  /** `shown` after all steps. */
  readonly again: JsonObject;
  readonly later: readonly PatchStep[];
}

function isMissing({ type, step, slot, shown, again }: Check): boolean {
  if (isSame(again, shown, slot) || isSame(applied(type, [step], shown), shown, slot)) return false;
  return !(nameOf(step) === 'emails' && showsOne(step.value ?? null, shown));
}

const isSame = (one: JsonObject, other: JsonObject, slot: Slot): boolean => {
  const [left, right] = [readSlot(one, slot), readSlot(other, slot)];
  return sameJson(left, right) || (isShown(left, right) && isShown(right, left));
};

/** True if the removed value is still shown, and no later step sets it again. */
function isLeft({ step: { path, value }, slot, shown, later }: Check): boolean {
  const left = readSlot(shown, slot);
  if (left === undefined || value !== undefined || path.kind === 'extension') return false;
  if (later.some((other) => other.verb !== 'remove' && slotOf(other)?.attribute.name === slot.attribute.name))
    return false;
  if (path.where === undefined) {
    const sub = path.kind === 'attribute' ? path.target.sub?.name : path.sub;
    return sub === undefined || (isJsonObject(left) && left[sub] !== undefined);
  }
  const texts = textsOf(path.where);
  const sub = path.kind === 'attribute' ? path.target.sub?.name : path.sub;
  return (
    texts.length > 0 &&
    Array.isArray(left) &&
    left.some((each) => hasAll(each, texts) && (sub === undefined || (isJsonObject(each) && each[sub] !== undefined)))
  );
}

/** The texts that an element must equal to be selected; empty if the filter is not a plain one. */
function textsOf(where: Filter): string[] {
  if (where.kind === 'and') return where.terms.flatMap(textsOf);
  const isPlain = where.kind === 'compare' && where.operator === 'eq' && typeof where.value === 'string';
  return isPlain ? [String(where.value).toLowerCase()] : [];
}

const hasAll = (element: JsonValue, texts: readonly string[]): boolean => {
  const own = (isJsonObject(element) ? Object.values(element) : [element]).map((each) => String(each).toLowerCase());
  return texts.every((text) => own.includes(text));
};

/** The resource after the steps; unchanged if they cannot be applied twice. */
function applied(type: ResourceType, steps: readonly PatchStep[], resource: JsonObject): JsonObject {
  try {
    return applyPatch(type, resource, steps).resource;
  } catch (thrown) {
    if (thrown instanceof ScimError) return resource;
    throw thrown;
  }
}

function slotOf({ path }: PatchStep): Slot | undefined {
  if (path.kind === 'attribute') return path.target;
  return path.kind === 'unknown' ? { extension: path.extension, attribute: path } : undefined;
}

/** `emails[type eq "home"].value`. Other filters may contain personal values, so they are left out. */
function nameOf({ path }: PatchStep): string {
  if (path.kind === 'extension') return path.schema.id;
  const { where } = path;
  const filter = where === undefined ? '' : `[${typeIn(where) ?? '…'}]`;
  if (path.kind === 'unknown') {
    const prefix = path.extension === undefined ? '' : `${path.extension}:`;
    return `${prefix}${path.name}${filter}${path.sub === undefined ? '' : `.${path.sub}`}`;
  }
  const { sub } = path.target;
  return `${targetName({ ...path.target, sub: undefined })}${filter}${sub === undefined ? '' : `.${sub.name}`}`;
}

const typeIn = (where: Filter): string | undefined =>
  where.kind === 'compare' && where.operator === 'eq' && where.target.sub?.name === 'type'
    ? `type eq ${JSON.stringify(where.value)}`
    : undefined;
