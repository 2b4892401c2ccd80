// Compiles a filter tree to an SQL condition that selects exactly the resources for which filter-match.ts is true.
// Equality on common attributes uses an index; everything else searches the stored JSON.

import type { Attribute } from '@cairn/scim-protocol/attribute';
import { type AttributeTarget, targetName } from '@cairn/scim-protocol/attribute-path';
import type { CompareOperator, Filter, FilterValue } from '@cairn/scim-protocol/filter';
import { comparable } from '@cairn/scim-protocol/filter-match';
import type { Instant } from '@cairn/scim-protocol/instant';
import { scimError } from '@cairn/scim-protocol/scim-error';
import { join, type Sql, sql, trusted } from '../../storage/sql.ts';
import { FILLED, NOT_NULL, OBJECTS, SIMPLE, stepIn } from './json-path.ts';

/** Where a resource type stores its attributes. No fragment is ever NULL. */
export interface AttributeSource {
  /**
   * A jsonb with the top-level attribute (or its extension) in its usual place. Folded: with every text in lower case.
   */
  document(attribute: string, isFolded: boolean): Sql;
  /** The column of a dateTime attribute, by canonical name. */
  moment(name: string): Sql;
  /** An indexed condition equivalent to `<name> eq "value"`; otherwise undefined. */
  lookup(name: string, value: string): Sql | undefined;
  /**
   * The element of a multi-valued attribute with `value` at `<name>` (exact and folded, jsonb), if that is all it
   * contains. In that case, the elements that `lookup` finds are enough; the rest don't have to be read. Absent if
   * there is no such attribute.
   */
  element?(name: string, value: string): { readonly exact: Sql; readonly folded: Sql } | undefined;
}

/** The condition. Fails with 400 `invalidFilter` if the database cannot store a value in the filter. */
export function filterSql(filter: Filter, source: AttributeSource): Sql {
  return compiled(filter, (target) => topPlace(source, target), source);
}

/**
 * An indexed condition that every match satisfies: a look-up, or one of several terms joined by "and". Undefined if the
 * filter has none, and all records of the connection must be scanned.
 */
export function keySql(filter: Filter, source: AttributeSource): Sql | undefined {
  if (filter.kind === 'and') {
    for (const term of filter.terms) {
      const key = keySql(term, source);
      if (key !== undefined) return key;
    }
  }
  if (filter.kind === 'element') return keySql(filter.where, source);
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string') return undefined;
  const name = targetName(filter.target);
  return KEYS.has(name) ? source.lookup(name, storable(filter.value)) : undefined;
}

/** Attributes with an index that starts with the workspace and the attribute. */
const KEYS: ReadonlySet<string> = new Set(['userName', 'externalId', 'displayName', 'emails.value']);

/**
 * The condition on one element of a multi-valued attribute, in `el.exact` and `el.folded` (jsonb). Fails like
 * `filterSql`.
 */
export function elementSql(where: Filter): Sql {
  const inside: Places = (target) => ({
    exact: trusted('el.exact'),
    folded: trusted('el.folded'),
    elements: target.sub === undefined ? '$' : `$${stepIn(target)(target.sub.name)}[*]`,
    sub: '',
  });
  return compiled(where, inside, undefined);
}

/** The values of a leaf: at `path` in a document, both unchanged and in lower case. */
interface AttributeColumn {
  readonly exact: Sql;
  readonly folded: Sql;
  /** An SQL/JSON path to the elements. */
  readonly elements: string;
  /** The rest of the path, from an element to the value; empty if the element is the value. */
  readonly sub: string;
  /** True for `value` of a customer's list, because simple elements have only a value. */
  readonly hasSimple?: boolean;
}

type Places = (target: AttributeTarget) => AttributeColumn;

function compiled(filter: Filter, places: Places, source: AttributeSource | undefined): Sql {
  switch (filter.kind) {
    case 'and':
      return joined(filter.terms, ' and ', places, source);
    case 'or':
      return source === undefined ? anyTerm(filter.terms, places) : joined(filter.terms, ' or ', places, source);
    case 'not':
      return sql`not ${compiled(filter.term, places, source)}`;
    case 'present':
      return present(filter.target, places(filter.target));
    case 'element':
      return element(filter.where, places(filter.target), source);
    case 'compare':
      return compare(filter.operator, filter.target, filter.value, places, source);
  }
}

const joined = (
  terms: readonly Filter[],
  by: ' and ' | ' or ',
  places: Places,
  source: AttributeSource | undefined,
): Sql =>
  sql`(${join(
    terms.map((term) => compiled(term, places, source)),
    by,
  )})`;

/**
 * A disjunction of terms about an element. Operands of `eq` are looked up in a set; operands of `co`, `sw` and `ew` are
 * compared with the value one by one. A request can have thousands of terms, and separate conditions would read every
 * member of the group for each of them.
 */
function anyTerm(terms: readonly Filter[], places: Places): Sql {
  const sets = new Map<string, TextSet>();
  const others: Filter[] = [];
  for (const term of terms) {
    const { operator, target, value } = term.kind === 'compare' ? term : NO_TEXT;
    if (!isOfTexts(operator) || target === undefined || typeof value !== 'string') others.push(term);
    else {
      const name = `${operator} ${targetName(target)}`;
      const set = sets.get(name) ?? { operator, target, texts: [] };
      set.texts.push(value);
      sets.set(name, set);
    }
  }
  const conditions = [...sets.values()].map((set) => meetsOne(set, places(set.target)));
  return sql`(${join([...conditions, ...others.map((term) => compiled(term, places, undefined))], ' or ')})`;
}

type TextOperator = 'eq' | 'co' | 'sw' | 'ew';

/** Texts that one operator compares with a value. */
interface TextSet {
  readonly operator: TextOperator;
  readonly target: AttributeTarget;
  readonly texts: string[];
}

const NO_TEXT = { operator: undefined, target: undefined, value: undefined };

const isOfTexts = (operator: CompareOperator | undefined): operator is TextOperator =>
  operator === 'eq' || operator === 'co' || operator === 'sw' || operator === 'ew';

function meetsOne({ operator, target, texts }: TextSet, place: AttributeColumn): Sql {
  const attribute = target.sub ?? target.attribute;
  const compared = texts.map((text) => storable(attribute.caseExact ? text : comparable(operator, text)));
  const met =
    operator === 'eq'
      ? sql`(v #>> '{}') in (select unnest(${compared}::text[]))`
      : sql`exists (select 1 from unnest(${compared}::text[]) as given (sought)
          where ${textCondition(operator, sql`(v #>> '{}')`, trusted('given.sought'))})`;
  return anyValue(place, attribute, sql`(jsonb_typeof(v) = 'string' and ${met})`);
}

function present({ attribute, sub }: AttributeTarget, place: AttributeColumn): Sql {
  if ((sub ?? attribute).type === 'dateTime') return trusted('true');
  const has = (path: string): Sql => sql`jsonb_path_exists(${place.exact}, ${path}::text::jsonpath)`;
  const filled = has(place.elements + place.sub + FILLED);
  return place.hasSimple ? sql`(${filled} or ${has(place.elements + SIMPLE + FILLED)})` : filled;
}

/** A single element satisfies `where`. Equality terms use an index first, if there is one. */
function element(where: Filter, place: AttributeColumn, source: AttributeSource | undefined): Sql {
  const equal = (where.kind === 'and' ? where.terms : [where]).flatMap((term) => {
    if (term.kind !== 'compare' || term.operator !== 'eq' || typeof term.value !== 'string') return [];
    return [[targetName(term.target), storable(term.value)] as const];
  });
  const hints = equal.flatMap(([name, value]) => source?.lookup(name, value) ?? []);
  const [known] = equal.flatMap(([name, value]) => source?.element?.(name, value) ?? []);
  const path = place.elements + NOT_NULL;
  const elements =
    known === undefined
      ? sql`jsonb_path_query(${place.exact}, ${path}::text::jsonpath) as exact,
          jsonb_path_query(${place.folded}, ${path}::text::jsonpath) as folded`
      : sql`${known.exact} as exact, ${known.folded} as folded`;
  const found = sql`exists (
    select 1 from (select ${wrapped('exact')}, ${wrapped('folded')} from (select ${elements}) each) as el
    where ${elementSql(where)})`;
  return hints.length === 0 ? found : sql`(${join([...hints, found], ' and ')})`;
}

/** The element as an object. A simple one has only a value. */
const wrapped = (name: 'exact' | 'folded'): Sql =>
  trusted(
    `case when jsonb_typeof(each.${name}) = 'object' then each.${name}
      else jsonb_build_object('value', each.${name}) end as ${name}`,
  );

function compare(
  operator: CompareOperator,
  target: AttributeTarget,
  value: FilterValue,
  places: Places,
  source: AttributeSource | undefined,
): Sql {
  const attribute = target.sub ?? target.attribute;
  if (attribute.type === 'dateTime' && source !== undefined) {
    return compareMoment(operator, source.moment(targetName(target)), value);
  }
  const lookedUp =
    operator === 'eq' && typeof value === 'string' ? source?.lookup(targetName(target), storable(value)) : undefined;
  if (lookedUp !== undefined) return lookedUp;
  const place = places(target);
  if (value === null) {
    if (operator === 'eq') return unassigned(place);
    return operator === 'ne' ? anyValue(place, attribute, trusted('true')) : trusted('false');
  }
  if (operator !== 'ne') return anyValue(place, attribute, condition(operator, attribute, value));
  return sql`(${unassigned(place)} or ${anyValue(place, attribute, sql`not ${condition('eq', attribute, value)}`)})`;
}

/** Every resource has timestamps, so null never matches. */
function compareMoment(operator: CompareOperator, column: Sql, value: FilterValue): Sql {
  if (!isInstant(value)) return trusted(operator === 'ne' ? 'true' : 'false');
  return sql`${column} ${trusted(ORDER_OPERATORS[operator] ?? '=')} ${value.text}::timestamptz`;
}

const ORDER_OPERATORS: Readonly<Partial<Record<CompareOperator, string>>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

const isInstant = (value: FilterValue): value is Instant => typeof value === 'object' && value !== null;

/** True if there is no element, or one without the sub-attribute: both count as null. */
function unassigned({ exact, elements, sub, hasSimple = false }: AttributeColumn): Sql {
  const values = elements + (sub === '' || hasSimple ? NOT_NULL : OBJECTS);
  const none = sql`not jsonb_path_exists(${exact}, ${values}::text::jsonpath)`;
  if (sub === '') return none;
  const lacking = `${elements}${OBJECTS} ? (!exists(@${sub}${NOT_NULL}))`;
  return sql`(${none} or jsonb_path_exists(${exact}, ${lacking}::text::jsonpath))`;
}

function anyValue(place: AttributeColumn, attribute: Attribute, condition: Sql): Sql {
  const document = attribute.caseExact ? place.exact : place.folded;
  const valuesAt = (path: string): Sql => sql`jsonb_path_query(${document}, ${path}::text::jsonpath)`;
  const values = valuesAt(place.elements + place.sub + NOT_NULL);
  const all = place.hasSimple ? sql`(select ${values} union all select ${valuesAt(place.elements + SIMPLE)})` : values;
  return sql`exists (select 1 from ${all} as ${trusted(place.hasSimple ? 'v (v)' : 'v')} where ${condition})`;
}

/** True if the non-null value `v` satisfies the comparison. */
function condition(operator: CompareOperator, attribute: Attribute, value: Exclude<FilterValue, null>): Sql {
  if (typeof value === 'number') return numberCondition(operator, value);
  if (typeof value !== 'string') return sql`v = ${JSON.stringify(value)}::text::jsonb`;
  const compared = storable(attribute.caseExact ? value : comparable(operator, value));
  return sql`(jsonb_typeof(v) = 'string' and ${textCondition(operator, sql`(v #>> '{}')`, sql`${compared}::text`)})`;
}

/** Uses `case` rather than `and`, so that only numbers are cast. */
const numberCondition = (operator: CompareOperator, value: number): Sql => sql`
  (case when jsonb_typeof(v) = 'number'
    then (v #>> '{}')::numeric ${trusted(ORDER_OPERATORS[operator] ?? '=')} ${String(value)}::text::numeric
      else false end)`;

function textCondition(operator: CompareOperator, text: Sql, wanted: Sql): Sql {
  if (operator === 'co') return sql`strpos(${text}, ${wanted}) > 0`;
  if (operator === 'sw') return sql`starts_with(${text}, ${wanted})`;
  if (operator === 'ew') return sql`right(${text}, length(${wanted})) = ${wanted}`;
  return sql`${text} = ${wanted}`;
}

/** PostgreSQL cannot store NUL, and stored texts never contain unpaired surrogates. */
function storable(text: string): string {
  if (!text.includes('\u0000') && text.isWellFormed()) return text;
  throw scimError('invalidFilter', 'The filter contains a NUL or an incomplete character.');
}

function topPlace(source: AttributeSource, target: AttributeTarget): AttributeColumn {
  const { extension, attribute, sub } = target;
  const member = stepIn(target);
  return {
    exact: source.document(attribute.name, false),
    folded: source.document(attribute.name, true),
    elements: `$${extension === undefined ? '' : member(extension)}${member(attribute.name)}[*]`,
    sub: sub === undefined ? '' : `${member(sub.name)}[*]`,
    hasSimple: target.isOwn === true && sub?.name.toLowerCase() === 'value',
  };
}
