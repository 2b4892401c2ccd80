// Go's text/template with the Helm functions that the chart uses. Anything else in a template is an error. Numbers are
// float64 and print as in Go, because Helm converts numeric values to float64.
import { stringify } from 'yaml';

interface Block {
  readonly kind: 'if' | 'with' | 'range';
  readonly words: readonly string[];
  readonly body: Node[];
  readonly other: Node[];
}
type Node =
  | Block
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; words: readonly string[] };

/** The value of `.` and the variables at a position in a template. */
interface Scope {
  readonly dot: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Defined = Map<string, readonly Node[]>;

/** Renders a text with the definitions from all `texts`. */
export function goTemplates(texts: readonly string[]): (text: string, data: object) => string {
  const defined: Defined = new Map();
  for (const text of texts) parsed(text, defined);
  return (text, data) => rendered(parsed(text, defined), { dot: data, variables: { $: data } }, defined);
}

function parsed(text: string, defined: Defined): readonly Node[] {
  const root: Node[] = [];
  const open: { readonly body: Node[]; readonly block?: Block }[] = [{ body: root }];
  const beginBlock = (kind: Block['kind'], words: readonly string[], within: Node[]): void => {
    const block: Block = { kind, words, body: [], other: [] };
    within.push(block);
    open.push({ body: block.body, block });
  };
  const tokens = text.split(/(\{\{-? ?(?:\/\*.*?\*\/|.*?) ?-?\}\})/s);
  for (const [at, token] of tokens.entries()) {
    const body = open.at(-1)?.body ?? root;
    if (at % 2 === 0) {
      const begun = tokens[at - 1]?.endsWith('-}}') === true ? token.trimStart() : token;
      body.push({ kind: 'text', text: tokens[at + 1]?.startsWith('{{-') === true ? begun.trimEnd() : begun });
      continue;
    }
    const inner = token.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '');
    const words = inner.startsWith('/*') ? [] : (inner.match(/"(?:[^"\\]|\\.)*"|[$.\w]+|:=|[|(),]/g) ?? []);
    const [first, ...rest] = words;
    if (first === undefined) continue;
    if (first === 'end' || first === 'else') {
      const { block } = open.pop() ?? {};
      if (first === 'end') continue;
      if (block === undefined || !['if', undefined].includes(rest[0])) throw new Error(`Not known: ${inner}`);
      if (rest.length === 0) open.push({ body: block.other });
      else beginBlock('if', rest.slice(1), block.other);
    } else if (first === 'define') {
      const content: Node[] = [];
      defined.set(String(JSON.parse(rest[0] ?? '')), content);
      open.push({ body: content });
    } else if (first === 'if' || first === 'with' || first === 'range') {
      beginBlock(first, rest, body);
    } else body.push({ kind: 'print', words });
  }
  if (open.length !== 1) throw new Error('A block has no end, or an end no block.');
  return root;
}

function rendered(nodes: readonly Node[], scope: Scope, defined: Defined): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'print') return printed(resultOf(node.words, scope, defined));
      return renderedBlock(node, scope, defined);
    })
    .join('');
}

function renderedBlock({ kind, words, body, other }: Block, scope: Scope, defined: Defined): string {
  const isNamed = words.includes(':=');
  const value = resultOf(isNamed ? words.slice(words.indexOf(':=') + 1) : words, scope, defined);
  if (isEmpty(value)) return rendered(other, scope, defined);
  if (kind === 'if') return rendered(body, scope, defined);
  if (kind === 'with') return rendered(body, { ...scope, dot: value }, defined);
  const entries = Object.entries(value as object);
  // Go iterates over a map in the order of its keys.
  if (!Array.isArray(value)) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const [name = '', , valueName = ''] = isNamed ? words : [];
  return entries
    .map(([key, each]) => {
      const variables = { ...scope.variables, [name]: key, [valueName]: each };
      return rendered(body, { dot: each, variables }, defined);
    })
    .join('');
}

/** Evaluates a pipeline: each command's result is the last argument of the next one. */
function resultOf(words: readonly string[], scope: Scope, defined: Defined): unknown {
  const commands: (readonly string[])[] = [[]];
  let depth = 0;
  for (const word of words) {
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (word === '|' && depth === 0) commands.push([]);
    else commands.push([...(commands.pop() ?? []), word]);
  }
  return commands.reduce<unknown[]>((piped, command) => [answerOf(command, piped, scope, defined)], [])[0];
}

function answerOf(command: readonly string[], piped: readonly unknown[], scope: Scope, defined: Defined): unknown {
  const [first = '', ...rest] = command;
  const given = [...argumentsOf(/^[a-z]\w*$/i.test(first) ? rest : command, scope, defined), ...piped];
  if (!/^[a-z]\w*$/i.test(first)) return given[0];
  if (first !== 'include') return functionOf(first)(...given);
  const template = defined.get(String(given[0]));
  if (template === undefined) throw new Error(`No template ${printed(given[0])} is defined.`);
  return rendered(template, { dot: given[1], variables: { $: given[1] } }, defined);
}

function argumentsOf(words: readonly string[], scope: Scope, defined: Defined): unknown[] {
  const found: unknown[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '(') {
      const end = closing(words, at);
      found.push(resultOf(words.slice(at + 1, end), scope, defined));
      at = end;
    } else if (word.startsWith('"')) found.push(JSON.parse(word));
    else if (/^\d/.test(word)) found.push(Number(word));
    else if (word.startsWith('.')) found.push(memberAt(scope.dot, word));
    else if (word.startsWith('$')) {
      const [name = '', ...path] = word.split('.');
      found.push(memberAt(scope.variables[name], path.join('.')));
    } else throw new Error(`Not known: ${word}`);
  }
  return found;
}

function closing(words: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < words.length; at += 1) {
    if (words[at] === '(') depth += 1;
    if (words[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('A parenthesis is not closed.');
}

const memberAt = (root: unknown, path: string): unknown =>
  path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], root);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Formats like Go: 2000000 is 2e+06 (strconv, the shortest form of `g`: an exponent is used after six digits). */
function printed(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'number') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const [digits = '', exponent = 0] = value
    .toExponential()
    .split('e')
    .map((part, at) => (at === 0 ? part : Number(part)));
  if (value === 0 || (Number(exponent) >= -4 && Number(exponent) < LEAST_EXPONENT)) return String(value);
  const power = Math.abs(Number(exponent)).toString().padStart(2, '0');
  return `${digits}e${Number(exponent) < 0 ? '-' : '+'}${power}`;
}

const LEAST_EXPONENT = 6;

const FUNCTIONS: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  add: (...given) => given.reduce<number>((sum, one) => sum + Math.trunc(Number(one)), 0),
  and: (...given) => given.find(isEmpty) ?? given.at(-1),
  default: (usual, value) => (isEmpty(value) ? usual : value),
  gt: (a, b) => Number(a) > Number(b),
  hasKey: (map, key) => Object.hasOwn(map as object, String(key)),
  int: (value) => Math.trunc(Number(value)),
  kindIs: (kind, value) => kindOf(value) === kind,
  list: (...given) => given,
  nindent: (count, text) => `\n${printed(text).replace(/^/gm, ' '.repeat(Number(count)))}`,
  not: isEmpty,
  or: (...given) => given.find((one) => !isEmpty(one)) ?? given.at(-1),
  printf: (format, ...given) => given.reduce<string>((text, one) => text.replace('%s', printed(one)), printed(format)),
  quote: (value) => JSON.stringify(printed(value)),
  ternary: (yes, no, isSo) => (isSo === true ? yes : no),
  toJson: (value) => JSON.stringify(value),
  toYaml: (value) => stringify(value).trimEnd(),
};

function functionOf(name: string): (...given: readonly unknown[]) => unknown {
  const known = FUNCTIONS[name];
  if (known === undefined) throw new Error(`The function ${name} is not known here.`);
  return known;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  const kind = { boolean: 'bool', string: 'string', number: 'float64', object: 'map' }[typeof value as string];
  return value === null || kind === undefined ? 'invalid' : kind;
}
