// Members of objects whose names mean the same in any case, found and written in a time that does not grow with the
// object: one request can name tens of thousands.
import type { JsonObject, JsonValue } from './json.ts';

export interface MemberNames {
  /** The own name of a member in any case: `name` itself where it is there. */
  find(object: JsonObject, name: string): string | undefined;
  /** Sets the member of exactly that name, or removes it where the value is undefined. */
  write(object: JsonObject, name: string, value: JsonValue | undefined): void;
  /** True for an object without members. */
  isEmpty(object: JsonObject): boolean;
}

/** The spellings of an object's names, by the name in lower case. */
type Spellings = Map<string, Set<string>>;

/**
 * For one piece of work. Members of the same objects that a schema defines may be written by others meanwhile: nobody
 * looks for them here.
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
      // Listing all members would cost as much for each of them.
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
