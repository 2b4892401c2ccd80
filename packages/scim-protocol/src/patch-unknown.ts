// PATCH on what no schema defines: an extension that the customer made up, or an attribute of it (RFC 7644 3.5.2). What
// it is shows in the value alone: objects are complex attributes and merge, arrays are several values.
import type { UnknownMember } from './inbound-member.ts';
import { isJsonObject, type JsonObject, type JsonValue, nameIn, sameJson } from './json.ts';
import type { PatchVerb } from './patch-request.ts';

/** Applies one step in `draft`, which it changes. Undefined, and a member that is null, mean "unassigned". */
export function patchUnknown(
  draft: JsonObject,
  { extension, name, sub }: UnknownMember,
  verb: PatchVerb,
  value: JsonValue | undefined,
): void {
  const segments = [extension, name, sub].filter((segment) => segment !== undefined);
  writeAt(draft, segments, (existing) => (verb === 'remove' ? undefined : written(existing, verb, value)));
}

type Change = (existing: JsonValue | undefined) => JsonValue | undefined;

/** Changes the value at the end of the path; names in any case. An object that has nothing left disappears. */
function writeAt(object: JsonObject, [segment, ...rest]: readonly string[], change: Change): void {
  if (segment === undefined) return;
  const name = nameIn(object, segment) ?? segment;
  const existing = Object.hasOwn(object, name) ? object[name] : undefined;
  let next: JsonValue | undefined;
  if (rest.length === 0) next = change(existing);
  else {
    const container = isJsonObject(existing) ? existing : {};
    writeAt(container, rest, change);
    next = Object.keys(container).length > 0 ? container : undefined;
  }
  if (next === undefined) delete object[name];
  else object[name] = next;
}

function written(
  existing: JsonValue | undefined,
  verb: 'add' | 'replace',
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJsonObject(value)) return merged(isJsonObject(existing) ? existing : {}, value, verb);
  if (verb === 'replace' || !Array.isArray(existing)) return value;
  // RFC 7644 3.5.2.1: values that are there already are not added once more.
  const more = (Array.isArray(value) ? value : [value]).filter((each) => !existing.some((one) => sameJson(one, each)));
  return [...existing, ...more];
}

/** RFC 7644 3.5.2.1 and 3.5.2.3: the members sent are set, the others stay. */
function merged(existing: JsonObject, sent: JsonObject, verb: 'add' | 'replace'): JsonObject | undefined {
  const result = { ...existing };
  for (const [name, value] of Object.entries(sent)) writeAt(result, [name], (own) => written(own, verb, value));
  return Object.keys(result).length > 0 ? result : undefined;
}
