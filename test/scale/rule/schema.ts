// The tables of the schema with the types of their columns, read from the migrations.
import { readdirSync, readFileSync } from 'node:fs';
import { listIn, namesIn, statementsOf, type Tree, textIn, treeIn, treesIn, typeNameOf } from './syntax-tree.ts';

export interface Schema {
  /** The type of each column by its name, for each table. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly views: readonly string[];
  /** Foreign keys that change the referencing row if the other one is deleted. */
  readonly changingKeys: readonly string[];
}

const FOLDER = new URL('../../../migrations/', import.meta.url);
/** `pg_constraint.confdeltype` of `set null` and `set default`. */
const CHANGING = new Set(['n', 'd']);

export function readSchema(): Schema {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  const statements = files.flatMap((name) => statementsOf(readFileSync(new URL(name, FOLDER), 'utf8')));
  const created = treesIn(statements, 'CreateStmt');
  const altered = treesIn(statements, 'AlterTableStmt');
  const constraints = [
    ...created.flatMap((table) => listIn(table, 'tableElts').flatMap(constraintsOf)),
    ...altered.flatMap((table) =>
      treesIn(treesIn(treesIn(listIn(table, 'cmds'), 'AlterTableCmd'), 'def'), 'Constraint'),
    ),
  ];
  return {
    tables: new Map(created.map((table) => [textIn(treeIn(table, 'relation'), 'relname') ?? '', columnsOf(table)])),
    views: statements.flatMap((one) => textIn(treeIn(treeIn(one, 'ViewStmt'), 'view'), 'relname') ?? []),
    changingKeys: constraints.flatMap((one) =>
      CHANGING.has(textIn(one, 'fk_del_action') ?? '')
        ? [textIn(one, 'conname') ?? namesIn(one, 'fk_attrs').join(', ')]
        : [],
    ),
  };
}

/** The constraints of an element of a table: itself, or those of a column. */
const constraintsOf = (element: Tree): readonly Tree[] => [
  ...treesIn([element], 'Constraint'),
  ...treesIn(listIn(treeIn(element, 'ColumnDef'), 'constraints'), 'Constraint'),
];

const columnsOf = (table: Tree): ReadonlyMap<string, string> =>
  new Map(
    listIn(table, 'tableElts').flatMap((element) => {
      const column = treeIn(element, 'ColumnDef');
      return column === undefined
        ? []
        : [[textIn(column, 'colname') ?? '', typeNameOf(treeIn(column, 'typeName')) ?? ''] as const];
    }),
  );
