// Shows an author's Markdown in the card: headings, lists, quotes, code, emphasis and links. The console uses a
// complete parser, which is larger than the whole card. HTML, tables and everything else appear as written.
import { element } from './element.ts';
import { webAddress } from './trail.ts';

type Open = (address: string) => void;

/** Deeper nesting is shown as text. */
const MAX_DEPTH = 6;
const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}>\s?/;
const ITEM = /^( {0,3})(?:[-*+]|(\d{1,9})[.)])\s+/;
const starts = [FENCE, HEADING, RULE, QUOTE, ITEM];

/** `open` is called for links. */
export function guide(markdown: string, open: Open): Node[] {
  return blocks(markdown.replaceAll('\t', '    ').split(/\r?\n/), { open, depth: 0, heading: { last: 2 } });
}

interface Context {
  readonly open: Open;
  readonly depth: number;
  /** The level of the previous heading. No level is skipped, so that screen readers can follow. */
  readonly heading: { last: number };
}

function blocks(lines: readonly string[], context: Context): Node[] {
  const nodes: Node[] = [];
  for (let at = 0; at < lines.length; ) {
    const { taken, node } = blockAt(lines, at, context);
    if (node !== undefined) nodes.push(node);
    at += taken;
  }
  return nodes;
}

interface Block {
  readonly taken: number;
  readonly node?: Node;
}

function blockAt(lines: readonly string[], at: number, context: Context): Block {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { taken: 1 };
  if (FENCE.test(line)) return fenced(lines, at);
  const [, hashes, title] = HEADING.exec(line) ?? [];
  if (hashes !== undefined) return { taken: 1, node: headed(hashes.length, title ?? '', context) };
  if (RULE.test(line)) return { taken: 1, node: element('hr') };
  if (context.depth < MAX_DEPTH && QUOTE.test(line)) return quoted(lines, at, context);
  if (context.depth < MAX_DEPTH && ITEM.test(line)) return listed(lines, at, context);
  return paragraph(lines, at, context);
}

/** The number of lines from `at` that satisfy `belongs`. */
function run(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  let end = at;
  while (end < lines.length && belongs(lines[end] ?? '')) end += 1;
  return end - at;
}

function fenced(lines: readonly string[], at: number): Block {
  const fence = FENCE.exec(lines[at] ?? '')?.[1] ?? '```';
  const inside = run(lines, at + 1, (line) => !line.trimStart().startsWith(fence));
  const code = lines.slice(at + 1, at + 1 + inside).join('\n');
  return { taken: inside + 2, node: element('pre', { dir: 'auto' }, code) };
}

function headed(level: number, title: string, { open, heading }: Context): Node {
  heading.last = Math.min(level + 2, heading.last + 1, 6);
  const name = (['h3', 'h4', 'h5', 'h6'] as const)[heading.last - 3] ?? 'h6';
  return element(name, { dir: 'auto' }, ...inline(title, open));
}

function quoted(lines: readonly string[], at: number, context: Context): Block {
  const taken = run(lines, at, (line) => QUOTE.test(line));
  const inside = lines.slice(at, at + taken).map((line) => line.replace(QUOTE, ''));
  const deeper = { ...context, depth: context.depth + 1 };
  return { taken, node: element('blockquote', { dir: 'auto' }, ...blocks(inside, deeper)) };
}

function listed(lines: readonly string[], at: number, context: Context): Block {
  const first = ITEM.exec(lines[at] ?? '');
  const isOrdered = first?.[2] !== undefined;
  const list = element(isOrdered ? 'ol' : 'ul', isOrdered ? { start: first?.[2] ?? '1' } : {});
  const deeper = { ...context, depth: context.depth + 1 };
  let end = at;
  for (let item = first; item !== null && (item[2] !== undefined) === isOrdered; item = ITEM.exec(lines[end] ?? '')) {
    const indent = item[0].length;
    const isInside = (line: string): boolean => line.trim() === '' || line.length - line.trimStart().length >= 2;
    const rest = run(lines, end + 1, isInside);
    const inside = [
      (lines[end] ?? '').slice(indent),
      ...lines.slice(end + 1, end + 1 + rest).map((line) => line.slice(Math.min(indent, leading(line)))),
    ];
    list.append(element('li', { dir: 'auto' }, ...blocks(inside.map(withTask), deeper)));
    end += 1 + rest;
  }
  return { taken: end - at, node: list };
}

const leading = (line: string): number => line.length - line.trimStart().length;

/** `[ ]` and `[x]` at the start of an item. */
const withTask = (line: string, index: number): string =>
  index === 0 ? line.replace(/^\[ \]\s/, '☐ ').replace(/^\[[xX]\]\s/, '☑ ') : line;

function paragraph(lines: readonly string[], at: number, { open, depth }: Context): Block {
  const isText = (line: string): boolean =>
    line.trim() !== '' && (depth >= MAX_DEPTH || !starts.some((start) => start.test(line)));
  const taken = 1 + run(lines, at + 1, isText);
  const text = lines
    .slice(at, at + taken)
    .map((line) => line.trimStart())
    .join('\n');
  return { taken, node: element('p', { dir: 'auto' }, ...inline(text, open)) };
}

/** The lengths are limited, because unlimited ones take quadratic time for hostile texts. */
const INLINE = new RegExp(
  [
    String.raw`\\(?<escaped>[!-/:-@[-\`{-~])`,
    String.raw`(?<ticks>\`{1,3})(?<code>[^\`]{1,400})\k<ticks>`,
    String.raw`!\[(?<image>[^\]]{0,200})\]\([^)\s]{1,400}[^)]{0,100}\)`,
    String.raw`\[(?<label>[^\]]{1,200})\]\((?<target>[^)\s]{1,400})[^)]{0,100}\)`,
    String.raw`<?(?<address>https?://[^\s<>"']{1,400}[^\s<>"'.,;:!?)\]])>?`,
    String.raw`(?<pair>\*\*|__)(?=\S)(?<strong>.{1,400}?)(?<=\S)\k<pair>`,
    String.raw`(?<!\w)(?<mark>[*_])(?=\S)(?<emphasized>.{1,400}?)(?<=\S)\k<mark>(?!\w)`,
  ].join('|'),
  'gs',
);

function inline(text: string, open: Open): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    nodes.push(text.slice(end, match.index), inlineNode(match, open));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

function inlineNode({ 0: whole, groups = {} }: RegExpExecArray, open: Open): Node | string {
  const { escaped, code, image, label, target, address, strong, emphasized } = groups;
  if (escaped !== undefined) return escaped;
  if (code !== undefined) return element('code', {}, code);
  if (image !== undefined) return element('span', { class: 'faint' }, `[Image: ${image.trim() || 'no description'}]`);
  if (label !== undefined && target !== undefined) return link(label, target, open) ?? whole;
  if (address !== undefined) return link(address, address, open) ?? whole;
  if (strong !== undefined) return element('strong', {}, ...inline(strong, open));
  return element('em', {}, ...inline(emphasized ?? '', open));
}

/** Links to other schemes stay text. */
function link(label: string, target: string, open: Open): Node | undefined {
  const address = webAddress(target);
  if (address === undefined) return undefined;
  const anchor = element('a', { href: address, title: address, rel: 'noopener noreferrer', target: '_blank' }, label);
  anchor.addEventListener('click', (event) => {
    event.preventDefault();
    open(address);
  });
  return anchor;
}
