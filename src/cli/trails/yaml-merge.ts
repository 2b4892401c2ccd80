// Merges values into hand-written YAML. Unchanged parts keep their comments, quotes and order; new ones are appended.
import { type Document, isMap, isScalar, isSeq, type Node, type Pair, Scalar, type YAMLMap, type YAMLSeq } from 'yaml';

type Plain = Readonly<Record<string, unknown>>;

/** Sets the document to `value`. Members of maps that are absent or undefined are removed. */
export function mergeValue(document: Document, value: Plain | readonly unknown[]): void {
  const root = document.contents;
  document.contents = mergeNode(document, root, value) as typeof document.contents;
}

/** Disables folding, because double-quoted text that spans several lines does not always survive a round trip. */
export const YAML_FORM = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };

function mergeNode(document: Document, node: unknown, value: unknown): Node {
  if (isMap(node) && isPlain(value)) return mergeMap(document, node, value);
  if (isSeq(node) && Array.isArray(value)) return mergeList(document, node, value);
  if (isScalar(node) && !isPlain(value) && !Array.isArray(value)) return mergeScalar(node, value);
  return nodeOf(document, value);
}

function mergeMap(document: Document, map: YAMLMap, members: Plain): Node {
  const names = new Set(Object.keys(members).filter((name) => members[name] !== undefined));
  map.items = map.items.filter((pair) => names.has(keyOf(pair)));
  for (const name of names) {
    const pair = map.items.find((candidate) => keyOf(candidate) === name);
    if (pair === undefined) map.add(document.createPair(name, nodeOf(document, members[name])));
    else pair.value = mergeNode(document, pair.value, members[name]);
  }
  return map;
}

/** Equal items keep their nodes. Otherwise, the item at the same position is updated. */
function mergeList(document: Document, list: YAMLSeq, values: readonly unknown[]): Node {
  const old = list.items.map((item) => ({ item, text: JSON.stringify(plainOf(document, item)), isTaken: false }));
  const kept = values.map((value) => {
    const same = old.find(({ text, isTaken }) => !isTaken && text === JSON.stringify(value));
    if (same !== undefined) same.isTaken = true;
    return same;
  });
  list.items = values.map((value, index) => {
    const same = kept[index];
    if (same !== undefined) return same.item;
    const before = old[index];
    if (before === undefined || before.isTaken) return nodeOf(document, value);
    before.isTaken = true;
    return mergeNode(document, before.item, value);
  });
  return list;
}

function mergeScalar(scalar: Scalar, value: unknown): Node {
  if (scalar.value === value) return scalar;
  const merged = scalarOf(value);
  merged.comment = scalar.comment ?? null;
  merged.commentBefore = scalar.commentBefore ?? null;
  return merged;
}

/** Characters other than printable ones and line feeds must be escaped in double quotes. */
const UNUSUAL = /[^\n\x20-\x7e\u00a0-\ud7ff\uf900-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|[\u2028\u2029]/u;

function scalarOf(value: unknown): Scalar {
  const scalar = new Scalar(value);
  if (typeof value === 'string' && UNUSUAL.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

function nodeOf(document: Document, value: unknown): Node {
  if (Array.isArray(value)) {
    const list = document.createNode([]) as YAMLSeq;
    list.items = value.map((item) => nodeOf(document, item));
    return list;
  }
  if (!isPlain(value)) return scalarOf(value);
  const map = document.createNode({}) as YAMLMap;
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) map.add(document.createPair(name, nodeOf(document, member)));
  return map;
}

const plainOf = (document: Document, item: unknown): unknown =>
  isMap(item) || isSeq(item) ? item.toJS(document) : isScalar(item) ? item.value : item;

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
