// HTML as React elements, of a list of known ones alone: no HTML is put into the page, so that nothing in it can become
// something else on the way. What is not on the list stands there as its text; what is never text is left out.
import { createElement, Fragment, type ReactNode } from 'react';

/** Each with the attributes that it may have. */
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
 * Blocks that may each be in another direction of writing. Lists, quotes and tables have one, for what stands before
 * their lines and for the order of columns: it is that of their text, for which nothing counts that has a direction of
 * its own.
 */
const BLOCKS = new Set(['p', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'table']);
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tr']);
/**
 * Said, since a table that scrolls in itself is no table to WebKit: it takes the roles of what is laid out otherwise.
 */
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
};
/** What these hold is for programs, not for people. */
const NEVER_TEXT = new Set(
  `script style template iframe noscript noembed noframes plaintext xmp object embed audio video canvas textarea select
  title math svg`.split(/\s+/),
);
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
/** Nothing nests deeper than a person would write. */
const DEEPEST = 60;

interface Rendering {
  /** How that is drawn which needs more than its name, from the attributes that it has: images, for one. */
  readonly drawn: Readonly<Record<string, (attributes: Attributes) => ReactNode>>;
  /** The level of the highest heading; the others are moved with it. */
  readonly highest: number;
}

export function harmless(html: string, { drawn, highest }: Rendering): ReactNode {
  // A document of its own: nothing in it runs or is fetched.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const levels = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) => levelIn(localName));
  return draw(body, { drawn, lower: highest - Math.min(...levels) }, 0);
}

export type Attributes = Readonly<Record<string, string>>;

interface Drawing extends Pick<Rendering, 'drawn'> {
  /** How many levels lower each heading stands than its text says. */
  readonly lower: number;
}

function draw(parent: Node, drawing: Drawing, depth: number): ReactNode[] {
  if (depth > DEEPEST) return [parent.textContent];
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

/** The level of a heading by its name, or 0. */
const levelIn = (name: string): number => Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);

/** Line ends between the rows and cells of a table; React holds them for a mistake. */
const isBetweenCells = ({ data, parentNode }: Text): boolean =>
  parentNode instanceof Element && TABLE_PARTS.has(parentNode.localName) && data.trim() === '';

function attributesOf(node: Element, allowed: readonly string[]): Attributes {
  const attributes: Record<string, string> = {};
  for (const name of allowed) {
    const value = node.getAttribute(name);
    if (value !== null && (name !== 'href' || isLink(value))) attributes[name] = value;
  }
  return attributes;
}

/** True for addresses that a browser goes to, and for none that it runs. */
function isLink(href: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(href, window.location.href).protocol);
  } catch {
    return false;
  }
}

const outside = (name: string) => (name === 'a' ? { target: '_blank', rel: 'noopener noreferrer' } : {});
