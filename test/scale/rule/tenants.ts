// Finds the distributed tables in a statement whose tenant is not compared with a parameter. An engine that distributes
// by tenant sends a statement to a single node only if each of its distributed tables is compared with the tenant, in
// every subselect and every arm of a union.
import { TABLE_KINDS } from '../../../src/storage/tables/table-kinds.ts';
import type { Schema } from './schema.ts';
import { columnOf, isTree, listIn, namesIn, type Tree, textIn, treeIn, treesIn, walk } from './syntax-tree.ts';

/** A table, subselect or function that a statement reads, with the columns that it is known to have. */
interface Source {
  readonly columns: ReadonlySet<string> | undefined;
}

/** A select, insert, update or delete, without those inside it. */
interface Level {
  readonly number: number;
  readonly sources: Map<string, Source>;
  /** The level whose columns a simple subselect in `from` may name. */
  readonly outer: Level | undefined;
  readonly ctes: ReadonlySet<string>;
}

const PARAMETER = 'a parameter';

/** Returns the names of those tables, in order, with repetitions. */
export function tablesWithoutTenant(statement: Tree, schema: Schema): readonly string[] {
  const reading = new Reading(schema);
  reading.statement(statement, undefined, new Set());
  return reading.looseTables();
}

/**
 * Follows equality through the statement. A column is bound if it equals a parameter, or a bound column of the same
 * level: planners derive that comparison themselves.
 */
class Reading {
  readonly #schema: Schema;
  readonly #follows = new Map<string, Set<string>>();
  readonly #tenants: { readonly key: string; readonly table: string }[] = [];
  readonly #loose: string[] = [];
  #levels = 0;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  looseTables(): readonly string[] {
    const bound = new Set([PARAMETER]);
    for (const key of bound) for (const next of this.#follows.get(key) ?? []) bound.add(next);
    return [...this.#tenants.flatMap(({ key, table }) => (bound.has(key) ? [] : [table])), ...this.#loose].sort();
  }

  /** Returns the keys of the result's columns by name, one list per arm of a union. */
  statement(node: Tree, outer: Level | undefined, ctes: ReadonlySet<string>): readonly Map<string, string>[] {
    const [type, body] = Object.entries(node)[0] ?? [];
    if (!isTree(body)) return [];
    const known = this.#withList(body, ctes);
    if (type === 'SelectStmt') return this.#select(body, outer, known);
    if (type === 'InsertStmt') this.#insert(body, known);
    if (type === 'UpdateStmt') this.#change(body, 'fromClause', known);
    if (type === 'DeleteStmt') this.#change(body, 'usingClause', known);
    return [];
  }

  #withList(body: Tree, ctes: ReadonlySet<string>): ReadonlySet<string> {
    const parts = treesIn(listIn(treeIn(body, 'withClause'), 'ctes'), 'CommonTableExpr');
    const known = new Set(ctes);
    const isRecursive = treeIn(body, 'withClause')?.recursive === true;
    for (const part of parts) {
      const name = textIn(part, 'ctename') ?? '';
      if (isRecursive) known.add(name);
      this.statement(treeIn(part, 'ctequery') ?? {}, undefined, known);
      known.add(name);
    }
    return known;
  }

  #level(outer: Level | undefined, ctes: ReadonlySet<string>): Level {
    this.#levels += 1;
    return { number: this.#levels, sources: new Map(), outer, ctes };
  }

  #select(body: Tree, outer: Level | undefined, ctes: ReadonlySet<string>): readonly Map<string, string>[] {
    if (textIn(body, 'op') !== 'SETOP_NONE') {
      const arms = ['larg', 'rarg'].flatMap((side) =>
        this.statement({ SelectStmt: treeIn(body, side) ?? {} }, undefined, ctes),
      );
      const names = [...(arms[0]?.keys() ?? [])];
      // The columns of a union have the names of its first arm.
      return arms.map((arm) => new Map([...arm.values()].map((key, at) => [names[at] ?? '', key])));
    }
    const level = this.#level(outer, ctes);
    for (const item of listIn(body, 'fromClause')) this.#from(item, level);
    this.#conditions(treeIn(body, 'whereClause'), level);
    this.#inside(body, ['fromClause', 'withClause'], ctes);
    const results = new Map<string, string>();
    listIn(body, 'targetList').forEach((item, at) => {
      const target = treeIn(item, 'ResTarget');
      const value = treeIn(target, 'val');
      for (const [column, key] of this.#starOf(value, level)) results.set(column, key);
      const name = textIn(target, 'name') ?? columnOf(value)?.at(-1) ?? `?${at}`;
      results.set(name, this.#keyOf(value, level) ?? `${level.number}:result:${name}`);
    });
    return [results];
  }

  /** The columns that `*` or `alias.*` stands for, if they are known. */
  #starOf(value: Tree | undefined, level: Level): readonly (readonly [string, string])[] {
    const fields = listIn(treeIn(value, 'ColumnRef'), 'fields');
    if (treeIn(fields.at(-1), 'A_Star') === undefined) return [];
    const [only] = namesIn(treeIn(value, 'ColumnRef'), 'fields');
    return [...level.sources].flatMap(([alias, { columns }]) =>
      only === undefined || only === alias
        ? [...(columns ?? [])].map((column) => [column, `${level.number}:${alias}.${column}`] as const)
        : [],
    );
  }

  #insert(body: Tree, ctes: ReadonlySet<string>): void {
    const table = textIn(treeIn(body, 'relation'), 'relname') ?? '';
    const kind = TABLE_KINDS.get(table);
    const select = treeIn(treeIn(body, 'selectStmt'), 'SelectStmt');
    const arms = select === undefined ? [] : this.statement({ SelectStmt: select }, undefined, ctes);
    this.#inside(body, ['selectStmt', 'withClause'], ctes);
    if (kind?.kind !== 'distributed') return;
    const columns = listIn(body, 'cols').map((one) => textIn(treeIn(one, 'ResTarget'), 'name'));
    const at = columns.indexOf(kind.by);
    const rows = listIn(select, 'valuesLists').map((row) => listIn(treeIn(row, 'List'), 'items')[at]);
    const keys = rows.length > 0 ? rows.map(valueKey) : arms.map((arm) => [...arm.values()][at]);
    if (at < 0) this.#loose.push(table);
    else for (const key of keys) this.#tenants.push({ key: key ?? '', table });
  }

  #change(body: Tree, others: string, ctes: ReadonlySet<string>): void {
    const level = this.#level(undefined, ctes);
    this.#table(treeIn(body, 'relation') ?? {}, level);
    for (const item of listIn(body, others)) this.#from(item, level);
    this.#conditions(treeIn(body, 'whereClause'), level);
    this.#inside(body, [others, 'relation', 'withClause'], ctes);
  }

  /** Statements within expressions. They must name the tenant themselves. */
  #inside(body: Tree, without: readonly string[], ctes: ReadonlySet<string>): void {
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !without.includes(name)));
    walk(rest, (type, node) => {
      if (type !== 'SelectStmt') return true;
      this.statement({ SelectStmt: node }, undefined, ctes);
      return false;
    });
  }

  /** Adds what an item of `from` reads to the level, and returns the aliases. */
  #from(item: Tree, level: Level): readonly string[] {
    const table = treeIn(item, 'RangeVar');
    if (table !== undefined) return this.#table(table, level);
    const joined = treeIn(item, 'JoinExpr');
    if (joined !== undefined) return this.#join(joined, level);
    const alias = textIn(treeIn(Object.values(item).find(isTree), 'alias'), 'aliasname') ?? `?${level.sources.size}`;
    const subselect = treeIn(item, 'RangeSubselect');
    if (subselect === undefined) {
      this.#inside(item, [], level.ctes);
      level.sources.set(alias, { columns: undefined });
    } else this.#subselect(treeIn(treeIn(subselect, 'subquery'), 'SelectStmt') ?? {}, alias, level, subselect);
    return [alias];
  }

  #table(table: Tree, level: Level): readonly string[] {
    const name = textIn(table, 'relname') ?? '';
    const alias = textIn(treeIn(table, 'alias'), 'aliasname') ?? name;
    const kind = level.ctes.has(name) ? undefined : TABLE_KINDS.get(name);
    const columns = kind === undefined ? undefined : new Set(this.#schema.tables.get(name)?.keys());
    level.sources.set(alias, { columns });
    if (kind?.kind === 'distributed') this.#tenants.push({ key: `${level.number}:${alias}.${kind.by}`, table: name });
    return [alias];
  }

  #join(joined: Tree, level: Level): readonly string[] {
    const left = this.#from(treeIn(joined, 'larg') ?? {}, level);
    const right = this.#from(treeIn(joined, 'rarg') ?? {}, level);
    const type = textIn(joined, 'jointype');
    // An outer join keeps rows of one side, or both, whose condition does not hold.
    const filtered =
      type === 'JOIN_INNER' ? undefined : type === 'JOIN_LEFT' ? right : type === 'JOIN_RIGHT' ? left : [];
    this.#conditions(treeIn(joined, 'quals'), level, filtered);
    for (const column of namesIn(joined, 'usingClause')) {
      const sides = [left, right].map((side) => side.find((alias) => level.sources.get(alias)?.columns?.has(column)));
      this.#equate(`${level.number}:${sides[0]}.${column}`, `${level.number}:${sides[1]}.${column}`);
    }
    return [...left, ...right];
  }

  #subselect(select: Tree, alias: string, level: Level, item: Tree): void {
    const isCut = select.limitCount !== undefined || select.limitOffset !== undefined;
    const isGrouped = listIn(select, 'groupClause').length > 0 || listIn(select, 'distinctClause').length > 0;
    const hasRows = listIn(select, 'fromClause').length > 0;
    const isSimple = !isCut && !isGrouped && hasRows && textIn(select, 'op') === 'SETOP_NONE';
    const arms = this.statement({ SelectStmt: select }, isSimple ? level : undefined, level.ctes);
    const names = namesIn(treeIn(item, 'alias'), 'colnames');
    const columns = new Set<string>();
    for (const arm of arms)
      [...arm].forEach(([own, key], at) => {
        const name = names[at] ?? own;
        columns.add(name);
        const outside = `${level.number}:${alias}.${name}`;
        // Conditions on the result of a subselect also hold inside it, unless it has a limit.
        if (!isCut) this.#bind(outside, key);
        if (isSimple) this.#bind(key, outside);
      });
    level.sources.set(alias, { columns });
  }

  /** Equalities that hold for each row of the level; in an outer join only for the rows of `filtered`. */
  #conditions(condition: Tree | undefined, level: Level, filtered?: readonly string[]): void {
    const all = treeIn(condition, 'BoolExpr');
    if (textIn(all, 'boolop') === 'AND_EXPR')
      for (const part of listIn(all, 'args')) this.#conditions(part, level, filtered);
    const compared = treeIn(condition, 'A_Expr');
    if (compared === undefined || textIn(compared, 'kind') !== 'AEXPR_OP' || namesIn(compared, 'name')[0] !== '=')
      return;
    const [left, right] = [treeIn(compared, 'lexpr'), treeIn(compared, 'rexpr')];
    const rows = [left, right].map((side) => listIn(treeIn(side, 'RowExpr'), 'args'));
    const pairs = rows[0]?.length ? rows[0].map((one, at) => [one, rows[1]?.[at]] as const) : [[left, right] as const];
    for (const [one, other] of pairs) {
      const [a, b] = [this.#keyOf(one, level), this.#keyOf(other, level)];
      if (a === undefined || b === undefined) continue;
      const isFiltered = (key: string): boolean =>
        filtered === undefined || filtered.some((alias) => key.startsWith(`${level.number}:${alias}.`));
      if (isFiltered(b)) this.#bind(a, b);
      if (isFiltered(a)) this.#bind(b, a);
    }
  }

  /** The key of a column, or `PARAMETER`. Undefined for other expressions. */
  #keyOf(node: Tree | undefined, level: Level): string | undefined {
    const value = valueKey(node);
    if (value !== undefined) return value;
    const cast = treeIn(node, 'TypeCast');
    if (cast !== undefined) return this.#keyOf(treeIn(cast, 'arg'), level);
    const names = columnOf(node);
    if (names === undefined) return undefined;
    const [first = '', second] = names;
    for (let at: Level | undefined = level; at !== undefined; at = at.outer) {
      if (second !== undefined && at.sources.has(first)) return `${at.number}:${first}.${second}`;
      const owner = [...at.sources].find(([, { columns }]) => columns?.has(first));
      if (second === undefined && owner !== undefined) return `${at.number}:${owner[0]}.${first}`;
    }
    return undefined;
  }

  #equate(one: string, other: string): void {
    this.#bind(one, other);
    this.#bind(other, one);
  }

  /** If the column `from` is bound to a parameter, `to` is bound as well. */
  #bind(from: string, to: string): void {
    const known = this.#follows.get(from) ?? new Set();
    this.#follows.set(from, known.add(to));
  }
}

/** `PARAMETER` for a parameter or a constant. */
function valueKey(node: Tree | undefined): string | undefined {
  if (treeIn(node, 'ParamRef') !== undefined || treeIn(node, 'A_Const') !== undefined) return PARAMETER;
  const cast = treeIn(node, 'TypeCast');
  return cast === undefined ? undefined : valueKey(treeIn(cast, 'arg'));
}
