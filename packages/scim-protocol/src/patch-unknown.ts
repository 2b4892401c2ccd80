// PATCH of a customer-defined extension or attribute (RFC 7644 3.5.2). Only its value shows its structure: objects are
// complex attributes and merge, arrays are multi-valued. A simple element counts as an object with only a `value`, its
// default sub-attribute (RFC 7643 2.4).
import type { Filter } from './filter.ts';
import type { UnknownMember } from './inbound-member.ts';
import { canonicalText, isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { elementTarget, ownSub } from './own-attribute.ts';
import { added, changedElements, isSame, type Merge } from './patch-elements.ts';
import type { PatchVerb } from './patch-request.ts';
import type { PatchWork } from './patch-work.ts';
import { scimError } from './scim-error.ts';

/**
 * Applies one step to `draft` in place. `work` is shared by the whole request. Undefined and null members mean
 * "unassigned". Throws 400 `invalidPath` for a filter on something that is not multi-valued, or for a member of a
 * simple value; otherwise the errors of `changedElements`.
 */
export function patchUnknown(
  draft: JsonObject,
  member: UnknownMember & { readonly where?: Filter },
  verb: PatchVerb,
  value: JsonValue | undefined,
  work: PatchWork,
): void {
  const { extension, name, sub } = member;
  const segments = [extension, name].filter((segment) => segment !== undefined);
  writeAt(work, draft, segments, (existing) => {
    if (member.where || (sub !== undefined && Array.isArray(existing))) {
      return elementsWritten(work, existing, member, verb, value);
    }
    if (sub !== undefined) return memberWritten(work, existing, member, sub, verb, value);
    return verb === 'remove' ? remaining(work, existing, value) : written(work, existing, verb, value);
  });
}

/** One member of a complex value, as in `custom.k1`. */
function memberWritten(
  work: PatchWork,
  existing: JsonValue | undefined,
  { name }: UnknownMember,
  sub: string,
  verb: PatchVerb,
  value: JsonValue | undefined,
): JsonValue | undefined {
  const complex = existing ?? {};
  if (!isJsonObject(complex)) {
    if (verb === 'remove') return existing;
    throw scimError('invalidPath', `${name} is a simple value, which has no ${sub}; replace ${name} as a whole.`);
  }
  writeAt(work, complex, [sub], (own) =>
    verb === 'remove' ? remaining(work, own, value) : written(work, own, verb, value),
  );
  return work.isEmpty(complex) ? undefined : complex;
}

function elementsWritten(
  work: PatchWork,
  existing: JsonValue | undefined,
  member: UnknownMember & { readonly where?: Filter },
  verb: PatchVerb,
  value: JsonValue | undefined,
): JsonValue | undefined {
  const target = elementTarget({ ...member, sub: undefined });
  if (!target || (existing !== undefined && !Array.isArray(existing))) {
    throw scimError('invalidPath', `${member.name} has no elements to select with a filter in brackets.`);
  }
  const sub = member.sub === undefined ? undefined : ownSub(member.sub, 'string');
  const change = { target: { ...target, sub }, where: member.where, verb, value, strict: false };
  const list = openList(existing ?? []);
  const elements = changedElements(list.elements, change, work, ownMerge(work, member, list.isSimple));
  return list.close(elements);
}

/** The elements of a list as objects. */
interface OpenList {
  readonly elements: JsonObject[];
  readonly isSimple: boolean;
  /** The elements as they are stored, or undefined if there are none. Simple ones are simple again. */
  close(elements: readonly JsonValue[]): JsonValue[] | undefined;
}

function openList(stored: readonly JsonValue[]): OpenList {
  const elements = stored.map(asElement);
  const objects = new Set<JsonValue>(stored.filter(isJsonObject));
  const isSimple = objects.size < stored.length;
  const plain = (element: JsonValue): JsonValue => {
    if (!isSimple || !isJsonObject(element) || objects.has(element)) return element;
    const { value, ...others } = element;
    return value === undefined || Object.keys(others).length > 0 ? element : value;
  };
  return {
    elements,
    isSimple,
    close: (changed) => (changed.length > 0 ? changed.map(plain) : undefined),
  };
}

const asElement = (value: JsonValue): JsonObject => (isJsonObject(value) ? value : { value });

const listed = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value]);

/** The list without the values that Entra ID lists in a remove. Undefined if there is no list or nothing is listed. */
function remaining(
  work: PatchWork,
  existing: JsonValue | undefined,
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (!Array.isArray(existing) || value === undefined) return undefined;
  const named = listed(value).map(asElement);
  work.pair(existing.length, named.length);
  const kept = existing.filter((each) => !named.some((name) => isSame(asElement(each), name)));
  return kept.length > 0 ? kept : undefined;
}

/** Merges a value into an element: into the member in the path, or else member by member. */
const ownMerge =
  (work: PatchWork, { name, sub }: UnknownMember, isSimple: boolean): Merge =>
  (base, value, verb) => {
    if (sub !== undefined) {
      const element = { ...base };
      writeAt(work, element, [sub], (own) => written(work, own, verb, value));
      return element;
    }
    const only = Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value;
    if (only === null) return base;
    if (!isJsonObject(only) && isSimple) return { ...base, value: only };
    if (!isJsonObject(only)) throw scimError('invalidValue', `An element of ${name} must be an object.`);
    return merged(work, base, only, verb) ?? {};
  };

type Change = (existing: JsonValue | undefined) => JsonValue | undefined;

/** Changes the value at the end of the path, ignoring case. Removes objects that become empty. */
function writeAt(work: PatchWork, object: JsonObject, [segment, ...rest]: readonly string[], change: Change): void {
  if (segment === undefined) return;
  const name = work.find(object, segment) ?? segment;
  const existing = Object.hasOwn(object, name) ? object[name] : undefined;
  if (rest.length === 0) {
    work.write(object, name, change(existing));
    return;
  }
  const container = isJsonObject(existing) ? existing : {};
  writeAt(work, container, rest, change);
  work.write(object, name, work.isEmpty(container) ? undefined : container);
}

function written(
  work: PatchWork,
  existing: JsonValue | undefined,
  verb: 'add' | 'replace',
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(existing)) return verb === 'replace' ? [...listed(value)] : extended(work, existing, listed(value));
  if (isJsonObject(value)) return merged(work, isJsonObject(existing) ? existing : {}, value, verb);
  return value;
}

/** RFC 7644 3.5.2.1: do not add values that already exist. */
function extended(
  work: PatchWork,
  existing: readonly JsonValue[],
  incoming: readonly JsonValue[],
): JsonValue | undefined {
  work.read(existing);
  const values = [...existing, ...incoming].filter(isJsonObject);
  if (values.some(({ value }) => typeof value === 'string')) {
    work.pair(existing.length, incoming.length);
    const list = openList(existing);
    return list.close(added([...list.elements], incoming.map(asElement)));
  }
  const known = new Set(existing.map(canonicalText));
  return [...existing, ...incoming.filter((each) => !known.has(canonicalText(each)))];
}

/** RFC 7644 3.5.2.1 and 3.5.2.3: set the members that were sent and keep the others. */
function merged(
  work: PatchWork,
  existing: JsonObject,
  sent: JsonObject,
  verb: 'add' | 'replace',
): JsonObject | undefined {
  work.copy(existing);
  const result = { ...existing };
  for (const [name, value] of Object.entries(sent))
    writeAt(work, result, [name], (own) => written(work, own, verb, value));
  return work.isEmpty(result) ? undefined : result;
}
