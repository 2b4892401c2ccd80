// Read-only checks for PATCH. Identity providers echo `id`, `schemas` and `groups` in operations without a path, which
// is harmless as long as the value equals the current one (RFC 7644 3.5.2).
import { type AttributeTarget, targetName } from './attribute-path.ts';
import { readSlot } from './attribute-slot.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember, sameJson } from './json.ts';
import type { AttributeChange } from './patch-elements.ts';
import { scimError } from './scim-error.ts';

/** True for a step that sets a read-only attribute to its current value, which is a no-op. */
export function isTolerated(draft: JsonObject, { target, verb, value, strict }: AttributeChange): boolean {
  if (verb === 'remove' || !isReadOnly(target)) return false;
  // `schemas` is derived from the resource, so a list of URNs changes nothing and may differ from the current one.
  if (target.attribute.name === 'schemas' && !strict) return Array.isArray(value);
  const whole = readSlot(draft, target);
  const current = target.sub && isJsonObject(whole) ? ownMember(whole, target.sub.name) : whole;
  return echoes(current, value);
}

/** Throws 400 mutability for a step that writes a read-only attribute or sub-attribute. */
export function checkReadOnly(target: AttributeTarget): void {
  if (isReadOnly(target)) throw scimError('mutability', `${targetName(target)} is read-only.`);
  if (target.sub?.mutability === 'immutable') {
    throw scimError('mutability', `${targetName(target)} cannot change; remove the value and add another.`);
  }
}

const isReadOnly = ({ attribute, sub }: AttributeTarget): boolean =>
  attribute.mutability === 'readOnly' || attribute.name === 'schemas' || sub?.mutability === 'readOnly';

// An echo may be partial (meta without version) and in any order (groups), but must not contradict the current value.
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
