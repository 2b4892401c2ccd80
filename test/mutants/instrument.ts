// Records which parts of a source file a test reaches: every statement, and every branch that is an expression.
import ts from 'typescript';

interface Part {
  readonly start: number;
  readonly end: number;
  /** The code that inserts a note before it. */
  readonly form: 'statement' | 'bare statement' | 'expression';
}

/** The innermost part at this position. Its start is its name, and 0 is the module itself. */
export function innermostPart(source: string, at: number): number {
  const around = partsOf(source).filter(({ start, end }) => start <= at && at < end);
  return Math.max(0, ...around.map(({ start }) => start));
}

/** The source with a note before each part. Line numbers do not change. Notes contain `file`. */
export function instrumented(file: string, source: string): string {
  const inserts = partsOf(source).flatMap(({ start, end, form }, order) => {
    const note = `globalThis.reachedPart?.(${JSON.stringify(file)}, ${start})`;
    if (form === 'statement') return [{ at: start, order, text: `${note}; ` }];
    const [before, after] = form === 'expression' ? [`(${note}, (`, '))'] : [`{ ${note}; `, ' }'];
    // At the same position the outer part opens first and closes last, and parts that end there close before others
    // open.
    return [
      { at: start, order, text: before },
      { at: end, order: -order - 1, text: after },
    ];
  });
  inserts.sort((one, other) => one.at - other.at || one.order - other.order);
  let text = `globalThis.reachedPart?.(${JSON.stringify(file)}, 0); `;
  let from = 0;
  for (const insert of inserts) {
    text += source.slice(from, insert.at) + insert.text;
    from = insert.at;
  }
  return text + source.slice(from);
}

/** Sorted by their start, with outer parts before inner ones. */
function partsOf(source: string): readonly Part[] {
  const tree = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const parts: Part[] = [];
  const add = (node: ts.Node, form: Part['form']): void => {
    parts.push({ start: node.getStart(), end: node.getEnd(), form });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    for (const branch of branchesOf(node)) add(branch, ts.isStatement(branch) ? 'bare statement' : 'expression');
    if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node))
      for (const statement of node.statements) add(statement, 'statement');
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return parts;
}

/**
 * The conditional parts of a node: the statements of an `if` without braces, both sides of `?:`, and the body of an
 * arrow function.
 */
function branchesOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isIfStatement(node)) return [node.thenStatement, node.elseStatement].filter(isBare);
  if (ts.isIterationStatement(node, false)) return [node.statement].filter(isBare);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [node.body];
  return [];
}

const isBare = (statement: ts.Statement | undefined): statement is ts.Statement =>
  statement !== undefined && !ts.isBlock(statement);
