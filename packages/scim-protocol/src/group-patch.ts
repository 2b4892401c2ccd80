// Plans a PATCH of a group without reading its members: a group has a hundred thousand of them, and a request may have
// ten thousand operations of one member each. The plan is what a store executes; the attributes are patched in memory.
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
 * One change of the membership; a plan's changes apply in order. `change` names ids to add and to remove, disjoint, so
 * their order among themselves does not matter. `removeWhere` removes the members that match a filter on other things
 * than their id, such as `display`.
 */
export type MemberOperation =
  | { readonly kind: 'replace'; readonly ids: readonly string[] }
  | { readonly kind: 'change'; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly kind: 'removeWhere'; readonly where: Filter };

export interface GroupPatch extends PatchResult {
  /** Empty when no operation names members: then the membership must not be touched, nor read. */
  readonly members: readonly MemberOperation[];
  /** What each add or replace names, also where a later operation removes it again. */
  readonly named: readonly NamedMembers[];
}

/** The members that one operation, or a whole group, names. */
export interface NamedMembers {
  /** The place of the operation in the request; undefined for a whole group. */
  readonly position: number | undefined;
  readonly ids: readonly string[];
  /** The ids of nested groups, which are not supported: left out where there are others (Decision 63). */
  readonly nested: readonly string[];
}

/**
 * The plan of a PATCH on the group whose attributes (without `members`) are `current`. `resource` and `changed` in the
 * answer are about the attributes only. Refuses as applyPatch and `namedMembers` do. Linear time.
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

// `pending` holds, for each id since the last flush, whether it is in or out; the last word counts. `replaced` is the
// whole membership once it is known, which makes everything before it moot. `sought` are the terms of the last change
// where it removes by a filter, so that the next one may join it; `searches` is what all of them cost.
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
  if (path.where) throw scimError('noTarget', 'A member is added by its id in value, not by a filter in the path.');
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

/** How often the filters of one request look through all members of a group: about a second of a hundred thousand. */
const MOST_SEARCHES = 300;

/**
 * Filters that follow each other are one: a store looks at the members once for all of them, since who leaves by one
 * changes nothing in the others' elements.
 */
function putFilter(plan: Plan, where: Filter): void {
  const terms = where.kind === 'or' ? where.terms : [where];
  const joins = plan.sought !== undefined && plan.pending.size === 0;
  // Each text that is asked for as a whole is found at once, however many there are.
  const compared = terms.filter((term) => !isEquality(term)).reduce((sum, term) => sum + comparisonsIn(term), 0);
  plan.searches += compared + (joins ? 0 : 1);
  if (plan.searches > MOST_SEARCHES) throw tooMuchWork();
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
 * The members that a value names, of a PATCH or of a whole group; each once. Nested groups are 400 invalidValue when
 * `strict`, or where nobody else is named.
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

/** The ids in the value of a `remove`, of whatever kind: only a member can leave. */
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

// The ids of `value eq "a"` and of `value eq "a" or value eq "b"`; undefined for any other filter.
function idsOf(where: Filter): string[] | undefined {
  const terms = equalitiesOf(where) ?? [];
  const isOfIds = terms.length > 0 && terms.every(({ target }) => target.sub?.name === 'value');
  return isOfIds ? terms.map(({ value }) => value) : undefined;
}

type Equality = Extract<Filter, { kind: 'compare' }> & { readonly value: string };

const isEquality = (term: Filter): term is Equality =>
  term.kind === 'compare' && term.operator === 'eq' && typeof term.value === 'string';

// The terms of a filter that asks for one of some texts, and for nothing else.
function equalitiesOf(where: Filter): Equality[] | undefined {
  const terms = where.kind === 'or' ? where.terms : [where];
  const equalities = terms.filter(isEquality);
  return equalities.length === terms.length ? equalities : undefined;
}
