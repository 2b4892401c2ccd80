// @ts-nocheck: plain JavaScript, like the other scripts, which no tsconfig includes.
// Reads the texts of a source file of the console: the messages in calls of `t` and `rich`, and texts outside of them,
// which no language could replace.
import ts from 'typescript';

/** Attributes and properties whose text people see. */
const SHOWN =
  /^(?:aria-?(?:label|description|valuetext|roledescription)|label|title|lead|hint|placeholder|description|alt|error|done|text|message|heading|name|what|note|summary|(?:\w+)(?:Label|Title|Text|Hint|Message|Placeholder))$/i;
/** Attributes and properties that hold no text for people. */
const NEVER_SHOWN =
  /^(?:class(?:Name|Names)?|style|styles|id|key|to|href|src|type|value|role|rel|target|autoComplete|inputMode|htmlFor|d|viewBox|fill|stroke|path|transform|[a-z]*[cC]olor|queryKey|mutationKey|slug|kind|field|pattern|accept|variant|size|sizes|display|overflow|padding|margin|gap|transition|font\w*|grid\w*|name)$/;
/** Names of products, keys and standards, which stay the same in every language. */
const NAMES = new Set(
  (
    'Cairn,Chrome,Edge,Firefox,HeadlessChrome,Safari,Opera,OPR,Edg,Windows,Linux,macOS,Android,Mac,iOS,' +
    'Enter,Escape,Tab,Backspace,Control,Meta,Shift,Alt,Space,Ctrl,Cmd,Esc,ArrowUp,ArrowDown,ArrowLeft,ArrowRight,PageUp,PageDown,' +
    'Claude,ChatGPT,Gemini,Copilot,Cursor,Mistral,Perplexity,Okta,Google,Auth0,OneLogin,JumpCloud,Keycloak,Slack,GitHub,' +
    'Microsoft Entra ID,Google Workspace,PingOne,Microsoft Copilot,VS Code,Claude Code,Gemini CLI,' +
    'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS,Authorization,Bearer,Basic,Accept,Location,Secure'
  ).split(','),
);
const WORD = /\p{L}{2,}/u;
/** Examples of identifiers, as in placeholders. */
const IDENTIFIER = /^(?:urn:\S+|[a-z]+[A-Z]\w*)$/;
/** Commands to copy. */
const COMMAND = /^(?:\ufffc )?(?:npx|claude|gemini|cairn) /;
/** "Save", "Save draft", "2 left of"; not "flex-start", "inline flex" or "GET". */
const LIKE_TEXT = /^[^\p{L}]*\p{Lu}\p{Ll}+(?:[^\w./:-]|$)|\p{L} .*\p{L}.*[.?!:]$|^\p{Ll}+(?:[,.]? \p{L}+)+(?!.*\[)/u;

export const parse = (name, source) =>
  ts.createSourceFile(
    name,
    source,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** The messages of a file as `{ message, node, names, tags, function }`. Throws if one is not a literal. */
export function messagesIn(file) {
  const found = [];
  const visit = (node) => {
    if (isMessageCall(node)) {
      const [first, values] = node.arguments;
      found.push({
        message: first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined,
        node: first ?? node,
        names: namesIn(values),
        by: node.expression.text,
        line: lineOf(file, node),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isMessageCall = (node) =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && ['t', 'rich'].includes(node.expression.text);

/** The properties of the values, or undefined if they are not written as an object. */
function namesIn(values) {
  if (values === undefined) return [];
  if (!ts.isObjectLiteralExpression(values) || values.properties.some(ts.isSpreadAssignment)) return undefined;
  return values.properties.map((property) => property.name.text);
}

export const lineOf = (file, node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;

/** Texts outside messages, as nodes: text in JSX, and literals that look like text or are in a place for text. */
export function textsOutside(file) {
  const found = [];
  const visit = (node) => {
    if (isMessageCall(node) || isInvisible(node)) {
      if (isMessageCall(node)) for (const value of node.arguments.slice(1)) visit(value);
      return;
    }
    if (isText(node)) found.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isInvisible(node) {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isVariableDeclaration(node) && node.name.getText() === 'FONT') ||
    (ts.isNewExpression(node) && ['Error', 'RegExp', 'URL', 'TypeError'].includes(node.expression.getText())) ||
    (ts.isCallExpression(node) &&
      /^(?:console\.\w+|import|oneOf|lazyRouteComponent|.*\.(?:\w+sWith|includes|split|has|[gs]et\w*|querySelector\w*|\w+EventListener|closest|matches))$/s.test(
        node.expression.getText(),
      )) ||
    (ts.isBinaryExpression(node) &&
      /^[!=]==?$/.test(node.operatorToken.getText()) &&
      !ts.isCallExpression(node.left) &&
      ts.isStringLiteralLike(node.right)) ||
    (ts.isJsxAttribute(node) && NEVER_SHOWN.test(node.name.getText())) ||
    (ts.isPropertyAssignment(node) &&
      NEVER_SHOWN.test(node.name.getText().replaceAll("'", '')) &&
      !SHOWN.test(node.name.getText()))
  );
}

function isText(node) {
  if (ts.isJsxText(node)) return WORD.test(node.text) && !NAMES.has(node.text.trim());
  if (ts.isTemplateExpression(node)) {
    const words = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('\ufffc');
    return (
      WORD.test(words) &&
      (isShownPlace(node) ||
        LIKE_TEXT.test(words.replaceAll('\ufffc', 'x')) ||
        /\p{L}{2,}[:,.]? \ufffc|\ufffc[,.]? \p{L}{2,}|^\p{Lu}\p{Ll}+ /u.test(words)) &&
      !/^\S*$|^https?:/.test(words) &&
      !COMMAND.test(words)
    );
  }
  if (!ts.isStringLiteralLike(node) || !WORD.test(node.text) || NAMES.has(node.text)) return false;
  if (isKey(node) || IDENTIFIER.test(node.text)) return false;
  return isShownPlace(node)
    ? /\p{L}/u.test(node.text) && (/[A-Z ]/.test(node.text) || ts.isJsxAttribute(node.parent) || isChild(node))
    : LIKE_TEXT.test(node.text);
}

const isKey = (node) =>
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  ts.isElementAccessExpression(node.parent) ||
  ts.isCaseClause(node.parent) ||
  ts.isLiteralTypeNode(node.parent);

/** True for a child of an element, also within a choice. */
const isChild = (node) =>
  ts.isJsxExpression(node.parent)
    ? !ts.isJsxAttribute(node.parent.parent)
    : (ts.isConditionalExpression(node.parent) && node.parent.condition !== node && isChild(node.parent)) ||
      (ts.isBinaryExpression(node.parent) &&
        ['??', '||'].includes(node.parent.operatorToken.getText()) &&
        isChild(node.parent));

/** True for values of attributes and properties that people see, also within a choice. */
function isShownPlace(node) {
  let place = node.parent;
  while (
    ts.isConditionalExpression(place) ||
    ts.isArrowFunction(place) ||
    ts.isParenthesizedExpression(place) ||
    ts.isJsxExpression(place) ||
    (ts.isBinaryExpression(place) && ['??', '||', '&&', '+'].includes(place.operatorToken.getText()))
  )
    place = place.parent;
  if (ts.isJsxElement(place) || ts.isJsxFragment(place)) return true;
  return (
    (ts.isJsxAttribute(place) || ts.isPropertyAssignment(place)) && SHOWN.test(place.name.getText().replaceAll("'", ''))
  );
}
