// @ts-nocheck: plain JavaScript, like the other scripts, which no tsconfig includes.
// Parses the messages of the console (ICU MessageFormat: arguments, plurals, selects and tags). Throws on anything that
// `src/base/texts/format-message.ts` would not format as the author meant it.
// Nodes: `{ text }`, `{ argument }`, `{ argument, kind, branches: Map }`, `{ tag, children }` and `{ count: true }`.

/** @param {{ tags: boolean }} options `rich` has tags; in `t`, `<` is text. */
export function parseMessage(message, { tags }) {
  let at = 0;
  const fail = (why) => {
    throw new Error(`${why} in "${message}"`);
  };

  function nodes(isPlural, end) {
    const found = [];
    for (;;) {
      const [text] = message.slice(at).match(tags ? /^[^{}#<]*/ : /^[^{}#]*/);
      if (text !== '') found.push({ text });
      at += text.length;
      const next = message[at];
      if (next === undefined || next === '}' || message.startsWith('</', at)) {
        if (!message.startsWith(end, at) || (end === '' && next !== undefined))
          fail(`"${end || 'the end'}" is missing`);
        at += end.length;
        return found;
      }
      at += 1;
      if (next === '#') found.push(isPlural ? { count: true } : { text: '#' });
      else found.push(next === '{' ? argument(isPlural) : tag(isPlural));
    }
  }

  function tag(isPlural) {
    const [whole, name] = message.slice(at).match(/^([a-zA-Z]\w*)>/) ?? fail('A tag has no name');
    at += whole.length;
    return { tag: name, children: nodes(isPlural, `</${name}>`) };
  }

  function argument(isPlural) {
    const [whole, name, kind] =
      message.slice(at).match(/^([a-zA-Z]\w*)(?:\}|, (plural|select),)/) ?? fail('An argument is not valid');
    at += whole.length;
    if (kind === undefined) return { argument: name };
    const branches = new Map();
    for (;;) {
      const [head, key] = message.slice(at).match(/^ ?(=\d+|[\w-]+) \{/) ?? [];
      if (head === undefined) break;
      at += head.length;
      branches.set(key, nodes(isPlural || kind === 'plural', '}'));
    }
    if (message[at] !== '}' || !branches.has('other')) fail(`The ${kind} has no valid branch "other"`);
    at += 1;
    return { argument: name, kind, branches };
  }

  return nodes(false, '');
}

/** Names of arguments and tags. */
export function namesOf(nodes, found = new Set()) {
  for (const node of nodes) {
    if ((node.argument ?? node.tag) !== undefined) found.add(node.argument ?? node.tag);
    for (const children of [node.children ?? [], ...(node.branches?.values() ?? [])]) namesOf(children, found);
  }
  return found;
}

/** Tags that need no function; the same as in `console/src/parts/texts/rich.ts`. */
export const PLAIN_TAGS = ['b', 'code', 'em'];

/** The message again, with each text changed. */
export const printMessage = (nodes, change = (text) => text) =>
  nodes
    .map(({ text, count, tag, children, argument, kind, branches }) => {
      if (text !== undefined) return change(text);
      if (count) return '#';
      if (tag !== undefined) return `<${tag}>${printMessage(children, change)}</${tag}>`;
      if (kind === undefined) return `{${argument}}`;
      const all = [...branches].map(([key, branch]) => `${key} {${printMessage(branch, change)}}`);
      return `{${argument}, ${kind}, ${all.join(' ')}}`;
    })
    .join('');

const ACCENTS = {
  a: 'á',
  c: 'ç',
  e: 'é',
  g: 'ĝ',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ö',
  S: 'Š',
  U: 'Ü',
};

/** The message in the pseudo-language: with accents and 40 % longer. Tests and people see what is not in a catalog. */
export function pseudo(message, options) {
  const longer = (text) => {
    const accented = text.replace(/[a-zA-Z]/g, (letter) => ACCENTS[letter] ?? letter);
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    const end = accented.search(/\s*$/);
    return `${accented.slice(0, end)}${'~'.repeat(Math.ceil(letters * 0.4))}${accented.slice(end)}`;
  };
  return printMessage(parseMessage(message, options), longer);
}
