// Plans a PATCH of a group without reading its members: a group can have 100,000 members, and a request 10,000
// operations with one member each. A store executes the plan; the attributes are patched in memory.
import { readElements } from './attribute-value.ts';
import type { Filter } from './filter.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { applyPatch, type PatchResult } from './patch.ts';
import { checkReadOnly } from './patch-read-only.ts';
import { atPosition, type PatchOptions, type PatchStep } from './patch-request.ts';
import { comparisonsIn, tooMuchWork } from './patch-work.ts';
import { GROUP_TYPE } from './resource-type.ts';
import { scimError } from './scim-error.ts';

/**
 * A membership change. A plan's changes apply in order. The ids that `change` adds and removes are disjoint, so their
 * order does not matter. `removeWhere` removes members by a filter on something other than their id, such as `display`.
 */
export type MemberOperation =
  | { readonly kind: 'replace'; readonly ids: readonly string[] }
  | { readonly kind: 'change'; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly kind: 'removeWhere'; readonly where: Filter };

export interface GroupPatch extends PatchResult {
  /** Empty if no operation names members. A store must then neither change nor read the membership. */
  readonly members: readonly MemberOperation[];
  /** The members of each add or replace, even if a later operation removes them again. */
  readonly named: readonly NamedMembers[];
}

/** The members named in one operation or in a whole group. */
export interface NamedMembers {
  /** The operation's position in the request; undefined for a whole group. */
  readonly position: number | undefined;
  readonly ids: readonly string[];
  /** Ids of nested groups, which are not supported. They are skipped if the value also names users (Decision 63). */
  readonly nested: readonly string[];
}

/**
 * Plans a PATCH for the group whose attributes (without `members`) are `current`. The result's `resource` and `changed`
 * cover only the attributes. Throws the errors of applyPatch and `namedMembers`. Takes linear time.
 */
export function planGroupPatch(
  current: JsonObject,
  steps: readonly PatchStep[],
  options: PatchOptions = {},
): GroupPatch {
  const plan: Plan = {
    strict: options.strict ?? false,
    changes: [],
    pending: new Map(),
    replaced: undefined,
    sought: undefined,
    searches: 0,
    named: [],
  };
  const isAboutMembers = (step: PatchStep): boolean =>
    step.path.kind === 'attribute' && step.path.target.attribute.name === 'members';
  const patched = applyPatch(
    GROUP_TYPE,
    current,
    steps.filter((step) => !isAboutMembers(step)),
    options,
  );
  for (const step of steps.filter(isAboutMembers)) atPosition(step.position, () => planStep(plan, step));
  flush(plan);
  return { ...patched, members: plan.changes, named: plan.named };
}

// `pending` maps each id named since the last flush to whether it ends up as a member. `replaced` is the whole
// membership once it is known, which makes all earlier changes irrelevant. If the last change removes by a filter,
// `sought` holds the terms of that filter, so that the next filter can be merged into it. `searches` is the total cost
// of all filters.
interface Plan {
  readonly strict: boolean;
  changes: MemberOperation[];
  pending: Map<string, 'add' | 'remove'>;
  replaced: Set<string> | undefined;
  sought: Filter[] | undefined;
  searches: number;
  readonly named: NamedMembers[];
}

function planStep(plan: Plan, { verb, path, value, position }: PatchStep): void {
  if (path.kind !== 'attribute') return;
  if (path.target.sub?.name !== 'value' || path.where) checkReadOnly(path.target);
  if (verb === 'remove') {
    planRemove(plan, path.where, value);
    return;
  }
  if (path.where) throw scimError('noTarget', 'Add a member by its id in value, not by a filter in the path.');
  const named = namedMembers(value ?? null, plan.strict, position);
  plan.named.push(named);
  if (verb === 'replace') planReplace(plan, named.ids);
  else put(plan, named.ids, 'add');
}

function planRemove(plan: Plan, where: Filter | undefined, value: JsonValue | undefined): void {
  const { strict } = plan;
  if (strict && value !== undefined) throw scimError('invalidValue', 'remove takes no value.');
  const ids = where ? idsOf(where) : memberIds(value ?? null, strict);
  if (!where && (value === undefined || value === null)) planReplace(plan, []);
  else if (ids) put(plan, ids, 'remove');
  else if (where) putFilter(plan, where);
}

/** Maximum number of passes over a group's members in one request: about a second for 100,000 members. */
const MAX_SEARCHES = 300;

/**
 * Merges consecutive filters so that a store scans the members only once. This is safe because removing one member does
 * not change the elements of the others.
 */
function putFilter(plan: Plan, where: Filter): void {
  const terms = where.kind === 'or' ? where.terms : [where];
  const joins = plan.sought !== undefined && plan.pending.size === 0;
  // Equality terms are looked up in a set, so they cost nothing extra.
  const compared = terms.filter((term) => !isEquality(term)).reduce((sum, term) => sum + comparisonsIn(term), 0);
  plan.searches += compared + (joins ? 0 : 1);
  if (plan.searches > MAX_SEARCHES) throw tooMuchWork();
  if (plan.sought !== undefined && joins) {
    plan.sought.push(...terms);
    return;
  }
  flush(plan);
  plan.sought = [...terms];
  plan.changes.push({ kind: 'removeWhere', where: { kind: 'or', terms: plan.sought } });
}

function planReplace(plan: Plan, ids: readonly string[]): void {
  plan.changes = [];
  plan.pending = new Map();
  plan.replaced = new Set(ids);
  plan.sought = undefined;
}

function put(plan: Plan, ids: readonly string[], state: 'add' | 'remove'): void {
  for (const id of ids) {
    if (!plan.replaced) plan.pending.set(id, state);
    else if (state === 'add') plan.replaced.add(id);
    else plan.replaced.delete(id);
  }
}

function flush(plan: Plan): void {
  if (plan.replaced) plan.changes.push({ kind: 'replace', ids: [...plan.replaced] });
  else if (plan.pending.size > 0) {
    const idsThat = (state: 'add' | 'remove'): string[] =>
      [...plan.pending].filter(([, each]) => each === state).map(([id]) => id);
    plan.changes.push({ kind: 'change', add: idsThat('add'), remove: idsThat('remove') });
  }
  plan.replaced = undefined;
  plan.pending = new Map();
  plan.sought = undefined;
}

/**
 * The distinct members that a value names, in a PATCH or a whole group. Nested groups are 400 invalidValue in strict
 * mode, or if the value names no users.
 */
export function namedMembers(value: JsonValue, strict = false, position?: number): NamedMembers {
  const ids = new Set<string>();
  const nested = new Set<string>();
  elementsOf(value, strict).forEach((member, index) => {
    const id = memberId(member, index);
    if (!isGroup(member)) ids.add(id);
    else if (strict) throw nestedGroup(index);
    else nested.add(id);
  });
  if (ids.size === 0 && nested.size > 0) throw nestedGroup(0);
  return { position, ids: [...ids], nested: [...nested] };
}

/** Returns the ids in the value of a `remove`. Their types don't matter, because only users can be members. */
const memberIds = (value: JsonValue, strict: boolean): string[] => [
  ...new Set(elementsOf(value, strict).map(memberId)),
];

function elementsOf(value: JsonValue, strict: boolean): JsonValue[] {
  const members = GROUP_TYPE.core.attributes.find(({ name }) => name === 'members');
  return (members && value !== null ? readElements(members, value, 'members', strict) : undefined) ?? [];
}

function memberId(member: JsonValue, index: number): string {
  const { value } = isJsonObject(member) ? member : {};
  if (typeof value === 'string' && value !== '') return value;
  throw scimError('invalidValue', `members[${index}].value must be the id of a user.`);
}

const isGroup = (member: JsonValue): boolean =>
  isJsonObject(member) && typeof member.type === 'string' && member.type.toLowerCase() === 'group';

const nestedGroup = (index: number) =>
  scimError('invalidValue', `members[${index}] is a group; nested groups are not supported.`);

// The ids of `value eq "a"` or `value eq "a" or value eq "b"`; undefined for any other filter.
function idsOf(where: Filter): string[] | undefined {
  const terms = equalitiesOf(where) ?? [];
  const isOfIds = terms.length > 0 && terms.every(({ target }) => target.sub?.name === 'value');
  return isOfIds ? terms.map(({ value }) => value) : undefined;
}

type Equality = Extract<Filter, { kind: 'compare' }> & { readonly value: string };

const isEquality = (term: Filter): term is Equality =>
  term.kind === 'compare' && term.operator === 'eq' && typeof term.value === 'string';

// The terms of a filter that consists of equality tests on one text attribute; undefined for any other filter.
function equalitiesOf(where: Filter): Equality[] | undefined {
  const terms = where.kind === 'or' ? where.terms : [where];
  const equalities = terms.filter(isEquality);
  return equalities.length === terms.length ? equalities : undefined;
}
