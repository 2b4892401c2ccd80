// What a PATCH may not change, and when it may say so anyway: identity providers echo `id`, `schemas` and `groups` in
// operations without a path, which is harmless as long as the value is the one that stands there (RFC 7644 3.5.2).
import { type AttributeTarget, targetName } from './attribute-path.ts';
import { readSlot } from './attribute-slot.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember, sameJson } from './json.ts';
import type { AttributeChange } from './patch-elements.ts';
import { scimError } from './scim-error.ts';

/** True for a step that names a read-only attribute and asks for the value that it has: nothing to do. */
export function isTolerated(draft: JsonObject, { target, verb, value, strict }: AttributeChange): boolean {
  if (verb === 'remove' || !isReadOnly(target)) return false;
  // `schemas` follows from what the resource holds: a list of URNs changes nothing, and need not be the same one.
  if (target.attribute.name === 'schemas' && !strict) return Array.isArray(value);
  const whole = readSlot(draft, target);
  const current = target.sub && isJsonObject(whole) ? ownMember(whole, target.sub.name) : whole;
  return echoes(current, value);
}

/** Refuses a step on a read-only attribute or sub-attribute: 400 mutability. */
export function checkReadOnly(target: AttributeTarget): void {
  if (isReadOnly(target)) throw scimError('mutability', `${targetName(target)} is read-only.`);
  if (target.sub?.mutability === 'immutable') {
    throw scimError('mutability', `${targetName(target)} cannot change; remove the value and add another.`);
  }
}

const isReadOnly = ({ attribute, sub }: AttributeTarget): boolean =>
  attribute.mutability === 'readOnly' || attribute.name === 'schemas' || sub?.mutability === 'readOnly';

// An echo may be partial (meta without version) and in any order (groups), but never say something else.
function echoes(current: JsonValue | undefined, sent: JsonValue | undefined): boolean {
  if (sent === null || sent === undefined) return current === undefined;
  if (Array.isArray(sent)) {
    const known = new Set(Array.isArray(current) ? current.map(idOf) : []);
    const named = new Set(sent.map(idOf));
    return named.size === known.size && [...named].every((each) => known.has(each));
  }
  if (!isJsonObject(sent)) return sameJson(current, sent);
  return (
    isJsonObject(current) && Object.entries(sent).every(([name, value]) => echoes(ownMember(current, name), value))
  );
}

const idOf = (element: JsonValue): JsonValue | undefined => (isJsonObject(element) ? element.value : element);
