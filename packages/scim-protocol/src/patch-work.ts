// A work limit for one PATCH. Each of up to 10,000 operations can scan all values of an attribute, so without a limit
// one request could block all others for minutes.
import type { Filter } from './filter.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { type MemberNames, memberNames } from './member-names.ts';
import { scimError } from './scim-error.ts';

/** Characters and values that the operations of one request may scan in total: about a second of work. */
const MAX_WORK = 20_000_000;
/** The cost of an object member, in characters. */
const MEMBER_COST = 16;

/** The member names seen in a PATCH and its remaining work budget. Exceeding the budget is 400 `invalidValue`. */
export interface PatchWork extends MemberNames {
  /** Charges for scanning values once, and once more for each comparison in the filter. */
  read(values: readonly JsonValue[], where?: Filter): void;
  /** Charges for comparing each of `count` values with each of `others` values. */
  pair(count: number, others: number): void;
  /** Charges for copying all members of an object. */
  copy(object: JsonObject): void;
}

/** Creates the budget of one request. */
export function patchWork(): PatchWork {
  let left = MAX_WORK;
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
  scimError('invalidValue', 'The operations scan too many values for one request. Split them into several requests.');

function sizeOf(value: JsonValue | readonly JsonValue[]): number {
  if (typeof value === 'string') return 1 + value.length;
  if (typeof value !== 'object' || value === null) return 1;
  const each = Array.isArray(value) ? 1 : MEMBER_COST;
  return Object.values(value).reduce<number>((size, inner) => size + each + sizeOf(inner), 1);
}

/** The number of comparisons per value. */
export function comparisonsIn(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') {
    return filter.terms.reduce((sum, term) => sum + comparisonsIn(term), 0);
  }
  if (filter.kind === 'not') return comparisonsIn(filter.term);
  return filter.kind === 'element' ? comparisonsIn(filter.where) : 1;
}
