// Finds every mutant of a source file in its syntax tree. Skips types, imports and texts for people, because mutants
// should change the program's decisions.
import ts from 'typescript';
import { type Mutant, oneLine } from './mutant.ts';
import { sqlChanges, type TextChange } from './sql-mutants.ts';

const { SyntaxKind } = ts;

/** The operators that are replaced by another one. */
const OPERATORS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [SyntaxKind.LessThanToken]: '<=',
  [SyntaxKind.LessThanEqualsToken]: '<',
  [SyntaxKind.GreaterThanToken]: '>=',
  [SyntaxKind.GreaterThanEqualsToken]: '>',
  [SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [SyntaxKind.AmpersandAmpersandToken]: '||',
  [SyntaxKind.BarBarToken]: '&&',
  [SyntaxKind.PlusToken]: '-',
  [SyntaxKind.MinusToken]: '+',
};

/** The file's mutants, in source order. */
export function findMutants(file: string, source: string): readonly Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const changes: TextChange[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    changes.push(...changesOf(node));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const lines = source.split('\n');
  const lineOf = ({ start }: TextChange): number => tree.getLineAndCharacterOfPosition(start).line;
  return changes
    .map((change) => ({
      ...change,
      file,
      line: lineOf(change) + 1,
      context: lines[lineOf(change)]?.trim() ?? '',
      original: oneLine(source.slice(change.start, change.end)) || '(empty)',
    }))
    .sort((one, other) => one.start - other.start || one.end - other.end);
}

function changesOf(node: ts.Node): readonly TextChange[] {
  if (ts.isBinaryExpression(node)) return operatorChange(node);
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return negated(node.expression);
  if (ts.isConditionalExpression(node)) return negated(node.condition);
  if (ts.isExpressionStatement(node)) return droppedStatement(node);
  if (ts.isNumericLiteral(node)) return movedConstant(node);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') return sqlOf(node);
  if (ts.isFunctionLike(node)) return emptyReturn(node);
  return [];
}

/** A `+` next to text is not arithmetic, and `-` instead would not give a number. */
function operatorChange(node: ts.BinaryExpression): readonly TextChange[] {
  const { operatorToken, left, right } = node;
  const replacement = OPERATORS[operatorToken.kind];
  if (replacement === undefined) return [];
  const isSum = operatorToken.kind === SyntaxKind.PlusToken;
  if (isSum && [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))) return [];
  return [{ start: operatorToken.getStart(), end: operatorToken.getEnd(), replacement, kind: 'operator' }];
}

/** A single comparison needs no negation, because its operator is inverted by another mutant. */
function negated(condition: ts.Expression): readonly TextChange[] {
  if (ts.isBinaryExpression(condition) && /^[!=]==$/.test(condition.operatorToken.getText())) return [];
  const replacement = `!(${condition.getText()})`;
  return [{ start: condition.getStart(), end: condition.getEnd(), replacement, kind: 'condition negated' }];
}

/** A call or an assignment that is dropped. */
function droppedStatement(node: ts.ExpressionStatement): readonly TextChange[] {
  if (ts.isStringLiteral(node.expression)) return [];
  return [{ start: node.getStart(), end: node.getEnd(), replacement: '{}', kind: 'statement dropped' }];
}

/**
 * An index (`parts[0]`) accesses a value and is not a limit. A small number changes by one. A large number is doubled,
 * because one more would have no visible effect.
 */
function movedConstant(node: ts.NumericLiteral): readonly TextChange[] {
  if (ts.isElementAccessExpression(node.parent)) return [];
  const value = Number(node.text);
  if (!Number.isFinite(value)) return [];
  const moved = Number.isInteger(value) && value < 100 ? value + 1 : value * 2;
  return [{ start: node.getStart(), end: node.getEnd(), replacement: `${moved}`, kind: 'constant' }];
}

function sqlOf({ template }: ts.TaggedTemplateExpression): readonly TextChange[] {
  const start = template.getStart() + 1;
  return sqlChanges(template.getText().slice(1, -1), start);
}

/** A function that immediately returns the empty value of its declared type. */
function emptyReturn(node: ts.SignatureDeclaration): readonly TextChange[] {
  const { body } = node as ts.FunctionLikeDeclaration;
  if (body === undefined || node.type === undefined) return [];
  const type = node.type.getText();
  const bare = /^Promise<(.*)>$/s.exec(type)?.[1] ?? type;
  const value = emptyOf(bare);
  if (value === undefined) return [];
  const isAsync = (ts.getCombinedModifierFlags(node as ts.Declaration) & ts.ModifierFlags.Async) !== 0;
  const wrapped = bare !== type && !isAsync ? `Promise.resolve(${value})` : value;
  if (!ts.isBlock(body)) {
    const text = wrapped === '' ? 'undefined' : wrapped;
    return [{ start: body.getStart(), end: body.getEnd(), replacement: text, kind: 'returns empty' }];
  }
  const start = body.getStart() + 1;
  return [{ start, end: start, replacement: ` return ${wrapped};`, kind: 'returns empty' }];
}

function emptyOf(type: string): string | undefined {
  if (type === 'void') return 'undefined';
  if (type === 'boolean') return 'true';
  if (/\| undefined$/.test(type)) return 'undefined';
  if (/\| null$/.test(type)) return 'null';
  return /^readonly .*\[\]$|^\w+\[\]$/.test(type) ? '[]' : undefined;
}
