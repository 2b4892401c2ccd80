// @ts-nocheck: plain JavaScript, like the other scripts, which no tsconfig includes.
// Reads the messages of the service: whatever is passed, returned or assigned as a `Sentence` (src/base/texts/t.ts). A
// value that is neither a literal, a call of `t` nor itself declared as a `Sentence` cannot be translated.
import ts from 'typescript';
import { lineOf } from './read-texts.mjs';

/** Declared in these files, so their own code handles any sentence. */
const MECHANISM = /^src\/base\/(?:texts\/|refusal\.ts|issue\.ts|field-finding\.ts)/;

/** Collects the parameters, functions and names of all files with the type `Sentence` or `Text`. */
export function declarationsIn(files) {
  const found = {
    parameters: new Map(),
    methods: new Map(),
    properties: new Set(),
    functions: new Set(['sentenceIn', 'asText']),
    names: new Set(['text']),
  };
  for (const file of files) visitAll(file, (node) => note(node, found));
  return found;
}

const isSentence = (type) => type !== undefined && /\b(?:Sentence|Text)\b/.test(type.getText());

/** These take sentences to make something else of them. */
const NO_PLACES = ['asText', 'sentenceIn'];

function note(node, { parameters, methods, properties, functions, names }) {
  if (ts.isFunctionLike(node)) {
    const name = nameOf(node);
    const at = node.parameters.flatMap(({ type, initializer }, index) =>
      (type !== undefined &&
        !ts.isFunctionTypeNode(type) &&
        /^\w+( \| \w+)*$/.test(type.getText()) &&
        isSentence(type)) ||
      isOther(node, initializer)
        ? [index]
        : [],
    );
    const isMethod = ts.isMethodSignature(node) || ts.isMethodDeclaration(node);
    if (isMethod && at.length > 0) methods.set(name, at);
    if (!isMethod && name !== undefined && !NO_PLACES.includes(name)) parameters.set(keyOf(node, name), at);
    if (name !== undefined && isSentence(node.type)) functions.add(name);
  }
  if (ts.isParameter(node) && node.type !== undefined && ts.isFunctionTypeNode(node.type) && isSentence(node.type))
    functions.add(node.name.getText());
  const isField = ts.isPropertySignature(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node);
  if (!isField || !isSentence(node.type)) return;
  if (ts.isPropertySignature(node)) properties.add(node.name.getText());
  if (ts.isFunctionTypeNode(node.type) || /=>/.test(node.type.getText())) functions.add(node.name.getText());
  else names.add(node.name.getText());
}

/** Functions that are not exported may have the same name as others. */
const keyOf = (node, name) => {
  const statement = ts.isVariableDeclaration(node.parent) ? node.parent.parent.parent : node;
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return isExported ? name : `${node.getSourceFile().fileName} ${name}`;
};

/** True for a parameter whose default is another parameter that is a sentence. */
const isOther = (node, initializer) =>
  initializer !== undefined &&
  ts.isIdentifier(initializer) &&
  node.parameters.some(({ name, type }) => name.getText() === initializer.text && isSentence(type));

/** The name of a function, or of the constant or property that holds it. */
function nameOf(node) {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)
    ? parent.name.getText()
    : undefined;
}

/** The messages of a file as `{ message, names, line }`, and all other values as `outside`. */
export function sentencesIn(file, declared) {
  const messages = [];
  const outside = [];
  const read = (node) => readSentence(node, { file, declared, messages, outside });
  if (!MECHANISM.test(file.fileName)) visitAll(file, (node) => void sentencesAt(node, declared).forEach(read));
  return { messages, outside };
}

/** The expressions in places for sentences that belong to a node. */
function sentencesAt(node, { parameters, methods, properties }) {
  if (ts.isCallExpression(node)) {
    const { name, text } = node.expression;
    if (text === 't') return [node];
    const own = `${node.getSourceFile().fileName} ${text}`;
    const places = name === undefined ? (parameters.get(own) ?? parameters.get(text)) : methods.get(name.text);
    return [...(places ?? [])].flatMap((at) => node.arguments[at] ?? []);
  }
  if (ts.isVariableDeclaration(node) && isSentence(node.type)) return valuesIn(node.initializer);
  // Other types may have a property of the same name, so only literals count.
  if (
    ts.isPropertyAssignment(node) &&
    properties.has(node.name.getText()) &&
    foldedText(node.initializer) !== undefined
  )
    return [node.initializer];
  if (ts.isFunctionLike(node) && isSentence(node.type)) return returnedBy(node);
  return [];
}

/** The value itself, the values of a table, or what its functions return. */
function valuesIn(node) {
  if (node === undefined) return [];
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? valuesIn(property.initializer) : [],
    );
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(valuesIn);
  if (ts.isArrowFunction(node)) return returnedBy(node);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return valuesIn(node.expression);
  return [node];
}

function returnedBy({ body }) {
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body];
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

function readSentence(node, reading) {
  const { file, declared, messages, outside } = reading;
  const again = (...nodes) => {
    for (const one of nodes) readSentence(one, reading);
  };
  const literal = foldedText(node);
  if (literal !== undefined) messages.push({ message: literal, names: [], by: 'plain', line: lineOf(file, node) });
  else if (ts.isParenthesizedExpression(node) || ts.isSpreadElement(node) || ts.isAwaitExpression(node))
    again(node.expression);
  // The other half of a result, which is not a sentence.
  else if (ts.isObjectLiteralExpression(node)) return;
  else if (ts.isArrayLiteralExpression(node)) again(...node.elements);
  else if (isMapped(node)) again(...returnedBy(node.arguments[0]));
  else if (ts.isConditionalExpression(node)) again(node.whenTrue, node.whenFalse);
  else if (isChoice(node)) again(node.left, node.right);
  else if (isCallOf(node, 't')) {
    const [first, values] = node.arguments;
    messages.push({
      message: foldedText(first),
      names: namesIn(values),
      by: values === undefined ? 'plain' : 't',
      line: lineOf(file, node),
    });
  } else if (!isDeclared(node, declared)) outside.push(node);
}

/** True for `list.map((one) => …)`. */
const isMapped = (node) =>
  ts.isCallExpression(node) &&
  ['map', 'flatMap'].includes(node.expression.name?.text) &&
  ts.isArrowFunction(node.arguments[0]);
/** True for `list.slice(…)`. */
const isMemberCall = (node) => ts.isCallExpression(node) && node.expression.name?.text === 'slice';
const isChoice = (node) => ts.isBinaryExpression(node) && ['??', '||'].includes(node.operatorToken.getText());
const isCallOf = (node, name) => ts.isCallExpression(node) && node.expression.getText() === name;

/** The text of a literal, or of literals joined with `+`. */
function foldedText(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node)) return foldedText(node.expression);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [foldedText(node.left), foldedText(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** The names of the values, or undefined if they are not written as an object. */
function namesIn(values) {
  if (values === undefined) return [];
  if (!ts.isObjectLiteralExpression(values) || values.properties.some(ts.isSpreadAssignment)) return undefined;
  return values.properties.map((property) => property.name.text);
}

/** True for a sentence from elsewhere: a declared name, a member of such a table, or a declared function's result. */
function isDeclared(node, { functions, names }) {
  if (node.kind === ts.SyntaxKind.NullKeyword || node.text === 'undefined') return true;
  if (ts.isIdentifier(node)) return isDeclaredHere(node) ?? names.has(node.text);
  if (isMemberCall(node)) return isDeclared(node.expression.expression, { functions, names });
  if (ts.isPropertyAccessExpression(node)) return names.has(node.name.text) || names.has(node.expression.text);
  if (ts.isElementAccessExpression(node)) return isDeclared(node.expression, { functions, names });
  if (ts.isCallExpression(node))
    return functions.has(node.expression.name?.text ?? node.expression.text ?? lastName(node));
  return false;
}

const lastName = ({ expression }) => (ts.isElementAccessExpression(expression) ? expression.expression.getText() : '');

/** Looks up the declaration of a name in the functions around it; undefined if it is not found there. */
function isDeclaredHere(node) {
  for (let scope = node.parent; scope !== undefined; scope = scope.parent) {
    if (ts.isFunctionLike(scope)) {
      const parameter = scope.parameters.find(({ name }) => ts.isIdentifier(name) && name.text === node.text);
      if (parameter !== undefined) return isSentence(parameter.type) || isOther(scope, parameter.initializer);
    }
    const statements = scope.statements ?? [];
    for (const statement of statements)
      if (ts.isVariableStatement(statement))
        for (const { name, type, initializer } of statement.declarationList.declarations)
          if (ts.isIdentifier(name) && name.text === node.text)
            return isSentence(type) || (initializer !== undefined && isMade(initializer));
  }
  return undefined;
}

/** True for a constant made with `t`, also within a choice, whose calls are read anyway. */
const isMade = (node) =>
  isCallOf(node, 't') ||
  isMapped(node) ||
  (ts.isCallExpression(node) && isMade(node.expression)) ||
  (ts.isConditionalExpression(node) && isMade(node.whenTrue) && isMade(node.whenFalse)) ||
  (isChoice(node) && isMade(node.right));

function visitAll(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => visitAll(child, visit));
}
