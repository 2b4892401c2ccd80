// Access to PostgreSQL's syntax tree (libpg-query). A node is an object with one member, named after its type.
import { loadModule, parseSync } from 'libpg-query';

export type Tree = Readonly<Record<string, unknown>>;

await loadModule();

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member as a node. */
export const treeIn = (node: Tree | undefined, name: string): Tree | undefined => {
  const value = node?.[name];
  return isTree(value) ? value : undefined;
};

/** The member as a list of nodes. */
export const listIn = (node: Tree | undefined, name: string): readonly Tree[] => {
  const value = node?.[name];
  return Array.isArray(value) ? [...value].filter((part): part is Tree => isTree(part)) : [];
};

/** The member of each node that has it. */
export const treesIn = (nodes: readonly Tree[], name: string): readonly Tree[] =>
  nodes.map((node) => treeIn(node, name)).filter((node) => node !== undefined);

export const textIn = (node: Tree | undefined, name: string): string | undefined => {
  const value = node?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** The statements of a text, each as its node. */
export const statementsOf = (text: string): readonly Tree[] =>
  treesIn(listIn(parseSync(text) as unknown as Tree, 'stmts'), 'stmt');

/** The texts of a list of names, such as the parts of a function's name. */
export const namesIn = (node: Tree | undefined, name: string): readonly string[] =>
  listIn(node, name).flatMap((part) => textIn(treeIn(part, 'String'), 'sval') ?? []);

/** The parts of a column's name: the column, or the alias and the column. Undefined for other nodes. */
export function columnOf(node: Tree | undefined): readonly string[] | undefined {
  const column = treeIn(node, 'ColumnRef');
  const names = namesIn(column, 'fields');
  return column !== undefined && names.length === listIn(column, 'fields').length ? names : undefined;
}

export const typeNameOf = (node: Tree | undefined): string | undefined => namesIn(node, 'names').at(-1);

/** Calls `visit` for the node and all nodes below it. Does not go below a node for which it returns false. */
export function walk(node: unknown, visit: (type: string, node: Tree) => boolean): void {
  if (Array.isArray(node)) for (const part of node) walk(part, visit);
  if (!isTree(node)) return;
  for (const [name, value] of Object.entries(node)) if (!isTree(value) || visit(name, value)) walk(value, visit);
}
