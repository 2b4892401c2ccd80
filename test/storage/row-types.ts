// The row type under which a call of `rows` or `row` reads its statement, from the compiler, compared with the columns
// that PostgreSQL describes.
import { relative } from 'node:path';
import type pg from 'pg';
import ts from 'typescript';
import type { Database, Db } from '../../src/storage/database.ts';
import { type Sql, textOf } from '../../src/storage/sql.ts';

/** The kind of the values of a column. `any` stands for every kind. */
type Kind = 'string' | 'number' | 'boolean' | 'bytes' | 'array' | 'object' | 'any';

interface TypedColumn {
  readonly kinds: ReadonlySet<Kind>;
  readonly mayBeNull: boolean;
  readonly mayBeAbsent: boolean;
}

type RowType = ReadonlyMap<string, TypedColumn>;

/** The data that one call sent: the texts of its statements, and the columns in which a row lacked a value. */
export interface NotedCall {
  readonly texts: Set<string>;
  readonly nulls: Set<string>;
}

/** Records what each call sends and reads, by file and line. */
export function notedCalls(): {
  readonly noting: <Some extends Db>(db: Some) => Some;
  readonly around: (database: Database) => Database;
  readonly calls: ReadonlyMap<string, NotedCall>;
} {
  const calls = new Map<string, NotedCall>();
  const noting = <Some extends Db>(db: Some): Some => {
    const rows = async <Row extends object>(statement: Sql): Promise<Row[]> => {
      const place = callSite();
      const call = calls.get(place) ?? { texts: new Set(), nulls: new Set() };
      calls.set(place, call);
      call.texts.add(textOf(statement));
      const found = await db.rows<Row>(statement);
      for (const [name, value] of found.flatMap(Object.entries)) if (value === null) call.nulls.add(name);
      return found;
    };
    return { ...db, rows, row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0] };
  };
  const around = (database: Database): Database => ({
    ...noting(database),
    inTransaction: (work, options) => database.inTransaction((tx) => work(noting(tx)), options),
  });
  return { noting, around, calls };
}

/** The file and line that called, as in `src/audit/audit-store.ts:14`. */
function callSite(): string {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, callSite);
  const places = (holder.stack ?? '').matchAll(/\(?(\/[^():]*):(\d+):\d+/g);
  for (const [, file = '', line] of places)
    if (!/storage\/(row-types|gateway)\.ts$/.test(file)) return `${relative('', file)}:${line}`;
  return '';
}

/** The row types of all calls in these files that read columns, except those whose rows have a type parameter. */
export function rowTypesIn(files: readonly string[]): ReadonlyMap<string, RowType> {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const types = new Map<string, RowType>();
  for (const file of files) {
    for (const [line, call] of callsIn(program.getSourceFile(file))) {
      const type = checker.getAwaitedType(checker.getTypeAtLocation(call));
      const rows = type && checker.getNonNullableType(type);
      const row = rows && (checker.isArrayType(rows) ? checker.getTypeArguments(rows as ts.TypeReference)[0] : rows);
      if (row === undefined || row.flags & ts.TypeFlags.TypeParameter) continue;
      const columns = columnsOf(checker, row, call);
      if (columns.size > 0) types.set(`${file}:${line}`, columns);
    }
  }
  return types;
}

/** The calls of `.rows` and `.row`, with their lines from 1. */
function callsIn(source: ts.SourceFile | undefined): readonly (readonly [number, ts.CallExpression])[] {
  const found: (readonly [number, ts.CallExpression])[] = [];
  if (source === undefined) return found;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression;
      const line = source.getLineAndCharacterOfPosition(name.getStart()).line + 1;
      if (/^rows?$/.test(name.text)) found.push([line, node]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A column that only some members of a union have is null in the rows of the others. */
function columnsOf(checker: ts.TypeChecker, row: ts.Type, at: ts.Node): RowType {
  const members = row.isUnion() ? row.types : [row];
  const columns = new Map<string, TypedColumn>();
  for (const property of members.flatMap((member) => checker.getPropertiesOfType(member))) {
    const isInAll = members.every((member) => checker.getPropertyOfType(member, property.name) !== undefined);
    const type = typedColumn(checker, checker.getTypeOfSymbolAtLocation(property, at));
    const before = columns.get(property.name);
    columns.set(property.name, {
      kinds: new Set([...type.kinds, ...(before?.kinds ?? [])]),
      mayBeNull: type.mayBeNull || !isInAll || before?.mayBeNull === true,
      mayBeAbsent: (property.flags & ts.SymbolFlags.Optional) !== 0,
    });
  }
  return columns;
}

function typedColumn(checker: ts.TypeChecker, type: ts.Type): Omit<TypedColumn, 'mayBeAbsent'> {
  const all = type.isUnion() ? type.types : [type];
  const values = all.filter((one) => (one.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0);
  const kinds = new Set(values.map((one) => kindOf(checker, one)));
  return { kinds, mayBeNull: kinds.has('any') || all.some((one) => one.flags & ts.TypeFlags.Null) };
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): Kind {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'any';
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (checker.isArrayType(type)) return 'array';
  return ['Buffer', 'Uint8Array'].includes(type.symbol?.name ?? '') ? 'bytes' : 'object';
}

/** PostgreSQL's types by object id, as `pg-values.ts` reads them. `jsonb` may hold anything. */
const KINDS: Readonly<Record<Kind, readonly number[]>> = {
  boolean: [16],
  bytes: [17],
  number: [20, 21, 23, 26, 700, 701],
  string: [18, 19, 25, 114, 705, 1043, 1184, 1700, 2950],
  array: [1000, 1005, 1007, 1009, 1015, 1016, 2951],
  any: [3802],
  object: [],
};
const BY_ID = new Map(Object.entries(KINDS).flatMap(([kind, ids]) => ids.map((id) => [id, kind as Kind])));

/** Whether the column of a table may be null; undefined if unknown, as in views. */
export type Nullability = (tableId: number, columnId: number) => boolean | undefined;

/** Finds differences between these columns of a statement and the row type. */
export function faultsOf(
  type: RowType,
  {
    text,
    fields,
    nulls,
  }: { readonly text: string; readonly fields: readonly pg.FieldDef[]; readonly nulls: Set<string> },
  isNullable: Nullability,
): readonly string[] {
  const names = new Set(fields.map(({ name }) => name));
  const missing = [...type].filter(([name, { mayBeAbsent }]) => !names.has(name) && !mayBeAbsent);
  const wrong = fields.flatMap(({ name, dataTypeID, tableID, columnID }) => {
    const column = type.get(name);
    if (column === undefined) return [`reads no ${name}`];
    const kind = BY_ID.get(dataTypeID);
    const fits = kind === 'any' || [...column.kinds].every((one) => one === 'any' || one === kind);
    if (!fits) return [`reads ${name} (${kind ?? `type ${dataTypeID}`}) as ${[...column.kinds].join(' or ')}`];
    if (column.mayBeNull)
      return isNeverNull(text, isNullable(tableID, columnID), column) ? [`${name} is never null`] : [];
    return nulls.has(name) || isNullable(tableID, columnID) === true ? [`${name} may be null`] : [];
  });
  return [...missing.map(([name]) => `has no column ${name}`), ...wrong];
}

/** After an outer join, columns can be null even if their table does not allow it. */
const isNeverNull = (text: string, isNullable: boolean | undefined, { kinds }: TypedColumn): boolean =>
  isNullable === false && !kinds.has('any') && !/\b(left|right|full)\s+join\b/i.test(text);

/** The columns that the server describes for the statement, without executing it; undefined if it cannot be parsed. */
export const describedBy = (client: pg.Client, text: string): Promise<readonly pg.FieldDef[] | undefined> =>
  new Promise((resolve) => {
    let fields: readonly pg.FieldDef[] | undefined = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription: (message: { readonly fields: readonly pg.FieldDef[] }) => {
        fields = message.fields;
      },
      handleError: () => resolve(undefined),
      handleReadyForQuery: () => resolve(fields),
    });
  });
