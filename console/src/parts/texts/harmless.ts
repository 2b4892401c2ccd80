// Converts HTML to React elements, using an allowlist. No HTML string reaches the page, so nothing can be reinterpreted
// on the way. Elements that are not listed are replaced by their text; the content of scripts and the like is dropped.
import { createElement, Fragment, type ReactNode } from 'react';
import { isHarmlessLink } from '../page/address.ts';
import { t } from './t.ts';

/** Each element with its allowed attributes. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'li', 'strong', 'em', 'del', 'code', 'pre', 'blockquote'],
      ...['hr', 'br', 'table', 'thead', 'tbody', 'tr', 'span'],
    ].map((name) => [name, []]),
  ),
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
  input: ['type', 'checked'],
  ol: ['start'],
  th: ['align'],
  td: ['align'],
};
const EMPTY = new Set(['hr', 'br', 'img', 'input']);
/**
 * Blocks with their own writing direction (`dir="auto"`). Lists, quotes and tables need one for their markers and the
 * order of columns. They take it from their text, which `dir="auto"` computes without descendants that have a `dir`.
 */
const BLOCKS = new Set(['p', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'table']);
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tr']);
/** Explicit, because WebKit drops the table roles of a table that scrolls. */
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
};
/** The content of these elements is never text for people. */
const NEVER_TEXT = new Set(
  t(
    'script style template iframe noscript noembed noframes plaintext xmp object embed audio video canvas textarea select title math svg',
  ).split(/\s+/),
);
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
/** More than any person would write. */
const MAX_DEPTH = 60;

interface Rendering {
  /** Renderers for elements that need more than their name and attributes, such as images. */
  readonly drawn: Readonly<Record<string, (attributes: Attributes) => ReactNode>>;
  /** The level of the highest heading. All headings shift accordingly. */
  readonly highest: number;
}

export function harmless(html: string, { drawn, highest }: Rendering): ReactNode {
  // A separate document: nothing in it runs or is fetched.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const levels = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) => levelIn(localName));
  return draw(body, { drawn, lower: highest - Math.min(...levels) }, 0);
}

export type Attributes = Readonly<Record<string, string>>;

interface Drawing extends Pick<Rendering, 'drawn'> {
  /** How many levels to lower each heading. */
  readonly lower: number;
}

function draw(parent: Node, drawing: Drawing, depth: number): ReactNode[] {
  if (depth > MAX_DEPTH) return [parent.textContent];
  return [...parent.childNodes].map((node, key) => {
    if (node instanceof Text) return isBetweenCells(node) ? null : node.data;
    if (!(node instanceof Element)) return null;
    const name = node.localName;
    if (node.namespaceURI !== HTML_NAMESPACE || NEVER_TEXT.has(name)) return null;
    const allowed = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
    const children = EMPTY.has(name) ? [] : draw(node, drawing, depth + 1);
    if (allowed === undefined) return createElement(Fragment, { key }, ...children);
    const attributes = attributesOf(node, allowed);
    const own = drawing.drawn[name];
    if (own !== undefined) return createElement(Fragment, { key }, own(attributes));
    return createElement(
      levelIn(name) > 0 ? `h${Math.min(6, levelIn(name) + drawing.lower)}` : name,
      { key, ...attributes, role: ROLES[name], ...(isBlock(node) && { dir: 'auto' }), ...outside(name) },
      ...children,
    );
  });
}

const isBlock = ({ localName, parentElement }: Element): boolean =>
  BLOCKS.has(localName) && (localName !== 'p' || !['li', 'blockquote'].includes(parentElement?.localName ?? ''));

/** The level of a heading element, or 0. */
const levelIn = (name: string): number => Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);

/** White space between rows and cells. React reports it as an error. */
const isBetweenCells = ({ data, parentNode }: Text): boolean =>
  parentNode instanceof Element && TABLE_PARTS.has(parentNode.localName) && data.trim() === '';

function attributesOf(node: Element, allowed: readonly string[]): Attributes {
  const attributes: Record<string, string> = Object.create(null);
  for (const name of allowed) {
    const value = node.getAttribute(name);
    if (value !== null && (name !== 'href' || isHarmlessLink(value, window.location.href))) attributes[name] = value;
  }
  return attributes;
}

const outside = (name: string) => (name === 'a' ? { target: '_blank', rel: 'noopener noreferrer' } : {});
