// Finds and writes members of objects with case-insensitive names, in constant time regardless of the size of the
// object, because one request can name tens of thousands of members.
import type { JsonObject, JsonValue } from './json.ts';

export interface MemberNames {
  /** The object's own spelling of a name, ignoring case. An exact match wins. */
  find(object: JsonObject, name: string): string | undefined;
  /** Sets the member with exactly that name, or removes it if the value is undefined. */
  write(object: JsonObject, name: string, value: JsonValue | undefined): void;
  isEmpty(object: JsonObject): boolean;
}

/** The spellings of an object's names, keyed by the lower-case name. */
type Spellings = Map<string, Set<string>>;

/**
 * Valid for one request. Other code may write schema-defined members of the same objects during that time, which is
 * safe because those are never looked up here.
 */
export function memberNames(): MemberNames {
  const known = new WeakMap<JsonObject, Spellings>();
  const spellingsOf = (object: JsonObject): Spellings => {
    const before = known.get(object);
    if (before !== undefined) return before;
    const spellings: Spellings = new Map();
    for (const name of Object.keys(object)) note(spellings, name);
    known.set(object, spellings);
    return spellings;
  };
  return {
    find(object, name) {
      if (Object.hasOwn(object, name)) return name;
      const [first] = spellingsOf(object).get(name.toLowerCase()) ?? [];
      return first;
    },
    write(object, name, value) {
      const spellings = known.get(object);
      if (value === undefined) {
        delete object[name];
        spellings?.get(name.toLowerCase())?.delete(name);
        if (spellings?.get(name.toLowerCase())?.size === 0) spellings.delete(name.toLowerCase());
      } else {
        object[name] = value;
        if (spellings !== undefined) note(spellings, name);
      }
    },
    isEmpty(object) {
      // Listing all members on every call would take quadratic time.
      for (const names of spellingsOf(object).values())
        for (const name of names) if (Object.hasOwn(object, name)) return false;
      return Object.keys(object).length === 0;
    },
  };
}

function note(spellings: Spellings, name: string): void {
  const lower = name.toLowerCase();
  const same = spellings.get(lower);
  if (same === undefined) spellings.set(lower, new Set([name]));
  else same.add(name);
}
