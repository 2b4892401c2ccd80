// Finds the expressions in statements that change rows which a distributed engine refuses, because their value could
// differ between the nodes. These rules hold even if the statement goes to one node.
import { TABLE_KINDS } from '../../../src/storage/tables/table-kinds.ts';
import type { Schema } from './schema.ts';
import { columnOf, isTree, listIn, namesIn, type Tree, textIn, treeIn, typeNameOf, walk } from './syntax-tree.ts';

const VOLATILE = new Set(
  `clock_timestamp gen_random_uuid nextval pg_advisory_xact_lock pg_notify pg_try_advisory_xact_lock random set_config
  timeofday txid_current pg_current_xact_id pg_sleep setval currval pg_current_wal_insert_lsn pg_current_wal_lsn`.split(
    /\s+/,
  ),
);
const STABLE = new Set(
  `array_to_string concat concat_ws current_setting format json_agg json_build_object jsonb_agg jsonb_build_array
  jsonb_build_object jsonb_object_agg now row_to_json statement_timestamp to_char to_json to_jsonb to_timestamp
  transaction_timestamp pg_is_in_recovery json_build_array array_to_json current_schema to_tsvector`.split(/\s+/),
);
const IMMUTABLE = new Set(
  `abs any array_agg array_append array_cat array_length array_position array_remove bit_xor bool_and bool_or cardinality
  ceil char_length count decode digest div encode floor hashtext hashtextextended jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_each jsonb_set jsonb_strip_nulls jsonb_typeof left length lower ltrim
  make_interval max md5 min mod nullif regexp_replace repeat replace reverse right round row_number rtrim sha256 split_part
  starts_with strpos substr substring sum translate trim trunc unnest upper uuid_send setweight
  int8send convert_to`.split(/\s+/),
);
/** Immutable for times without a time zone, and stable for those with one. */
const BY_TYPE = new Set(['date_part', 'date_trunc', 'extract', 'age']);
const TIMES = new Set(['timestamptz']);

type Volatility = 'immutable' | 'stable' | 'volatile';

/** Returns a sentence for each expression that is refused. */
export function refusedExpressions(statement: Tree, schema: Schema): readonly string[] {
  const refused: string[] = [];
  walk([statement], (type, body) => {
    if (type === 'UpdateStmt' || type === 'DeleteStmt') refused.push(...ofChange(body, new Types(body, schema)));
    if (type === 'InsertStmt') refused.push(...ofInsert(body, new Types(body, schema)));
    return true;
  });
  return refused;
}

function ofChange(body: Tree, types: Types): readonly string[] {
  const set = listIn(body, 'targetList').map((one) => treeIn(treeIn(one, 'ResTarget'), 'val'));
  const where = treeIn(body, 'whereClause');
  return [
    ...set.flatMap((value) => types.refusedIn(value, 'set')),
    ...types.refusedIn(where, 'where'),
    ...ofReturning(body, types),
  ];
}

function ofInsert(body: Tree, types: Types): readonly string[] {
  const conflict = treeIn(body, 'onConflictClause');
  const parts = [...listIn(conflict, 'targetList'), ...[treeIn(conflict, 'whereClause')]];
  return [
    ...parts.flatMap((part) => types.mutableIn(part).map((name) => `do update: ${name} is not immutable`)),
    ...(has(parts, 'A_Indices') ? ['do update: an array subscript crashes Citus 13.2'] : []),
    ...ofSubselects(parts, listIn(treeIn(treeIn(body, 'selectStmt'), 'SelectStmt'), 'valuesLists').length > 0),
    ...ofReturning(body, types),
    ...ofAlias(body),
  ];
}

/** Citus sends `insert … select` to a shard with an alias for the target, but names the columns to return otherwise. */
function ofAlias(body: Tree): readonly string[] {
  const returns = [...listIn(body, 'returningList'), ...listIn(treeIn(body, 'returningClause'), 'exprs')];
  if (!has(returns, 'ColumnRef') || treeIn(treeIn(body, 'relation'), 'alias') !== undefined) return [];
  const query = treeIn(treeIn(body, 'selectStmt'), 'SelectStmt');
  const kinds = listIn(query, 'fromClause')
    .flatMap(joinedIn)
    .map((table) => TABLE_KINDS.get(table)?.kind);
  const isOfShard = kinds.includes('distributed') && !kinds.includes(undefined);
  return isOfShard ? ['returning: an insert from a distributed table needs an alias'] : [];
}

/** The tables of a `from` list, without those of its subqueries. */
function joinedIn(node: Tree): readonly string[] {
  const join = treeIn(node, 'JoinExpr');
  if (join !== undefined)
    return [treeIn(join, 'larg'), treeIn(join, 'rarg')].flatMap((one) => (one ? joinedIn(one) : []));
  const name = textIn(treeIn(node, 'RangeVar'), 'relname');
  return name === undefined ? [] : [name];
}

/** A shard reads no tables, and gets `values` as they are. Only `insert … select` may compute from its own rows. */
function ofSubselects(parts: readonly unknown[], isOfValues: boolean): readonly string[] {
  if (!has(parts, 'SubLink')) return [];
  if (isOfValues) return ['do update: a subselect in an insert with values'];
  return has(parts, 'RangeVar') ? ['do update: a subselect reads a table'] : [];
}

function has(parts: readonly unknown[], sought: string): boolean {
  let found = false;
  walk(parts, (type) => {
    found ||= type === sought;
    return !found;
  });
  return found;
}

const ofReturning = (body: Tree, types: Types): readonly string[] =>
  [...listIn(body, 'returningList'), ...listIn(treeIn(body, 'returningClause'), 'exprs')].flatMap((part) =>
    types.mutableIn(part).map((name) => `returning: ${name} is not immutable`),
  );

/** The volatility of expressions over the columns of a statement's tables. */
class Types {
  readonly #columns = new Map<string, string>();

  constructor(body: Tree, schema: Schema) {
    walk(body, (type, node) => {
      const columns =
        type === 'relation' || type === 'RangeVar' ? schema.tables.get(textIn(node, 'relname') ?? '') : undefined;
      for (const [column, of] of columns ?? [])
        if (!this.#columns.has(column) || of === 'timestamptz') this.#columns.set(column, of);
      return type !== 'ctequery';
    });
  }

  /**
   * Functions that the engine refuses in an update: volatile functions, and stable ones of a column or inside of `case`
   * and `coalesce`.
   */
  refusedIn(node: unknown, place: 'set' | 'where'): readonly string[] {
    const found: string[] = [];
    walk([node], (type, body) => {
      const one = { [type]: body };
      const volatility = this.#own(one);
      if (volatility === 'volatile') found.push(`${place}: ${nameOf(one)} is volatile`);
      if (volatility === 'stable' && hasColumn(body))
        found.push(`${place}: ${nameOf(one)} of a column is not immutable`);
      if ((type === 'CaseExpr' || type === 'CoalesceExpr') && this.mutableIn(body).length > 0)
        found.push(`${place}: ${this.mutableIn(body)[0]} in case or coalesce is not immutable`);
      return type !== 'SelectStmt';
    });
    return found;
  }

  mutableIn(node: unknown): readonly string[] {
    const found: string[] = [];
    walk([node], (type, body) => {
      const one = { [type]: body };
      if (this.#own(one) !== 'immutable') found.push(nameOf(one));
      return true;
    });
    return found;
  }

  /** The volatility of the node itself, without its arguments. */
  #own(node: Tree): Volatility {
    if (treeIn(node, 'SQLValueFunction') !== undefined) return 'stable';
    const call = treeIn(node, 'FuncCall');
    if (call !== undefined) {
      const name = nameOf(node);
      if (VOLATILE.has(name)) return 'volatile';
      if (BY_TYPE.has(name))
        return listIn(call, 'args').some((one) => TIMES.has(this.#typeOf(one))) ? 'stable' : 'immutable';
      if (STABLE.has(name)) return 'stable';
      if (IMMUTABLE.has(name) || name === 'timezone') return 'immutable';
      // Unknown functions count as volatile, so that they are added to one of the lists.
      return 'volatile';
    }
    const cast = treeIn(node, 'TypeCast');
    if (cast !== undefined) {
      const [from, to] = [this.#typeOf(treeIn(cast, 'arg')), typeNameOf(treeIn(cast, 'typeName')) ?? ''];
      const isConstant = treeIn(treeIn(cast, 'arg'), 'A_Const') ?? treeIn(treeIn(cast, 'arg'), 'ParamRef');
      if (isConstant !== undefined) return 'immutable';
      return TIMES.has(from) !== TIMES.has(to) ? 'stable' : 'immutable';
    }
    const operator = treeIn(node, 'A_Expr');
    const name = namesIn(operator, 'name')[0];
    if (operator === undefined || (name !== '+' && name !== '-')) return 'immutable';
    const [left, right] = [this.#typeOf(treeIn(operator, 'lexpr')), this.#typeOf(treeIn(operator, 'rexpr'))];
    return TIMES.has(left) !== TIMES.has(right) ? 'stable' : 'immutable';
  }

  #typeOf(node: Tree | undefined): string {
    if (node === undefined) return '';
    const column = columnOf(node)?.at(-1);
    if (column !== undefined) return this.#columns.get(column) ?? '';
    const cast = treeIn(node, 'TypeCast');
    if (cast !== undefined) return typeNameOf(treeIn(cast, 'typeName')) ?? '';
    const call = treeIn(node, 'FuncCall');
    if (call !== undefined) return this.#resultOf(node, call);
    if (treeIn(node, 'SQLValueFunction') !== undefined) return 'timestamptz';
    const operator = treeIn(node, 'A_Expr');
    const [left, right] = [this.#typeOf(treeIn(operator, 'lexpr')), this.#typeOf(treeIn(operator, 'rexpr'))];
    if (TIMES.has(left) && TIMES.has(right)) return 'interval';
    if (operator !== undefined) return TIMES.has(left) ? left : right;
    const parts = [...listIn(treeIn(node, 'MinMaxExpr'), 'args'), ...listIn(treeIn(node, 'CoalesceExpr'), 'args')];
    return parts.map((one) => this.#typeOf(one)).find((type) => type !== '') ?? '';
  }

  #resultOf(node: Tree, call: Tree): string {
    const name = nameOf(node);
    if (/timestamp$|^now$/.test(name)) return 'timestamptz';
    const types = listIn(call, 'args').map((one) => this.#typeOf(one));
    if (name === 'timezone') return types.some((type) => TIMES.has(type)) ? 'timestamp' : 'timestamptz';
    if (name === 'date_trunc') return types[1] ?? '';
    return name === 'make_interval' ? 'interval' : '';
  }
}

const hasColumn = (node: Tree): boolean => {
  let found = false;
  walk(node, (type) => {
    if (type === 'ColumnRef') found = true;
    return true;
  });
  return found;
};

/** The function, or the name of the type or operator. */
function nameOf(node: Tree): string {
  const [body] = Object.values(node).filter(isTree);
  const name = namesIn(body, 'funcname').at(-1) ?? namesIn(body, 'name')[0] ?? typeNameOf(treeIn(body, 'typeName'));
  return name ?? 'the current time';
}
