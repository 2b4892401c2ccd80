// What one PATCH may cost. Each of its operations can look at all values of an attribute, and there may be ten thousand
// of them: without a bound their product would hold up everybody else for minutes.
import type { Filter } from './filter.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { type MemberNames, memberNames } from './member-names.ts';
import { scimError } from './scim-error.ts';

/** Characters and values that the operations of one request look at together: about a second of work. */
const MOST_LOOKED_AT = 20_000_000;
/** A member of an object costs as much as so many characters. */
const MEMBER_COST = 16;

/** The names of a PATCH, and what it has left. What looks at more refuses with 400 `invalidValue`. */
export interface PatchWork extends MemberNames {
  /** Some values are read whole, and once more for each comparison of the filter. */
  read(values: readonly JsonValue[], where?: Filter): void;
  /** Each of so many values is held against each of so many others. */
  pair(count: number, others: number): void;
  /** All members of an object are copied. */
  copy(object: JsonObject): void;
}

/** For one request. */
export function patchWork(): PatchWork {
  let left = MOST_LOOKED_AT;
  const spend = (cost: number): void => {
    left -= cost;
    if (left >= 0) return;
    throw tooMuchWork();
  };
  return {
    ...memberNames(),
    read: (values, where) => spend(sizeOf(values) * (where === undefined ? 1 : 1 + comparisonsIn(where))),
    pair: (count, others) => spend(count * Math.max(1, others)),
    copy: (object) => spend(MEMBER_COST * Object.keys(object).length),
  };
}

export const tooMuchWork = () =>
  scimError('invalidValue', 'The operations look at too many values for one request. Send them in several.');

function sizeOf(value: JsonValue | readonly JsonValue[]): number {
  if (typeof value === 'string') return 1 + value.length;
  if (typeof value !== 'object' || value === null) return 1;
  const each = Array.isArray(value) ? 1 : MEMBER_COST;
  return Object.values(value).reduce<number>((size, inner) => size + each + sizeOf(inner), 1);
}

/** How often a filter compares one value. */
export function comparisonsIn(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') {
    return filter.terms.reduce((sum, term) => sum + comparisonsIn(term), 0);
  }
  if (filter.kind === 'not') return comparisonsIn(filter.term);
  return filter.kind === 'element' ? comparisonsIn(filter.where) : 1;
}
