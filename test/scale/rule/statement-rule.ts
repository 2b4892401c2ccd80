// The rule for statements that a distributed engine can run on one node (docs/scale.md), checked without an engine.
import { refusedExpressions } from './changes.ts';
import { readSchema } from './schema.ts';
import { listIn, statementsOf, type Tree, textIn, treeIn, walk } from './syntax-tree.ts';
import { tablesWithoutTenant } from './tenants.ts';

export const schema = readSchema();

/** Finds faults in the form of a statement, regardless of where its rows are. */
export const formFaults = (text: string): readonly string[] =>
  statementsOf(text).flatMap((one) => [...refusedExpressions(one, schema), ...emptyLists(one)]);

/** The distributed tables whose tenant the statement does not name. */
export const looseTables = (text: string): readonly string[] =>
  statementsOf(text).flatMap((one) => tablesWithoutTenant(one, schema));

/** An engine that runs such a subselect by itself cannot read its result. */
function emptyLists(statement: Tree): readonly string[] {
  const found: string[] = [];
  walk([statement], (type, node) => {
    const isEmpty = listIn(node, 'targetList').length === 0 && listIn(node, 'valuesLists').length === 0;
    if (type === 'SelectStmt' && isEmpty && textIn(node, 'op') === 'SETOP_NONE')
      found.push(
        `selects no column from ${textIn(treeIn(listIn(node, 'fromClause')[0], 'RangeVar'), 'relname') ?? 'a subselect'}`,
      );
    return true;
  });
  return found;
}
