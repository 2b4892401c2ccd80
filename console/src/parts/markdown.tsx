// Markdown as an author wrote it: only what is harmless comes through, links open outside, images stay in their column.
// Images come from the service's own store alone: one from elsewhere would tell its host who reads what and when.
import DOMPurify from 'dompurify';
import { marked, type Token, type Tokens } from 'marked';
import { useMemo } from 'react';

const ALLOWED = {
  ALLOWED_TAGS: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'a', 'img', 'strong', 'em', 'del', 'code', 'pre'],
    ...['blockquote', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start', 'align', 'dir'],
};

/** Blocks that may each be in another direction of writing. */
const BLOCKS = new Set(['P', 'LI', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BLOCKQUOTE', 'TD', 'TH']);

const purifier = DOMPurify(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (BLOCKS.has(node.tagName)) node.setAttribute('dir', 'auto');
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
  if (node.tagName === 'IMG') takeOrRefuse(node);
});

function takeOrRefuse(image: Element): void {
  image.setAttribute('loading', 'lazy');
  if (isOwnImage(image.getAttribute('src') ?? '')) return;
  const note = image.ownerDocument.createElement('span');
  note.className = 'image-elsewhere';
  const alt = image.getAttribute('alt')?.trim();
  note.textContent = `${alt ? `${alt}: an` : 'An'} image from elsewhere is not shown. Upload it to this guide.`;
  image.replaceWith(note);
}

/** True for images of the service's own store: at its own address, or named without one. */
export function isOwnImage(src: string): boolean {
  try {
    const { origin, pathname } = new URL(src, window.location.origin);
    return origin === window.location.origin && pathname.startsWith('/assets/');
  } catch {
    return false;
  }
}

interface MarkdownProps {
  readonly text: string;
  /** The level of the author's first heading: the page has the first, and most often the part around the text the second. */
  readonly highest?: 2 | 3;
}

export function Markdown({ text, highest = 3 }: MarkdownProps) {
  const html = useMemo(() => purifier.sanitize(htmlOf(text, highest), ALLOWED), [text, highest]);
  // Sanitised by the line above; and no inline script runs under the page's policy.
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

function htmlOf(text: string, highest: number): string {
  const tokens = marked.lexer(text, { gfm: true });
  const headings: Tokens.Heading[] = [];
  marked.walkTokens(tokens, (token) => {
    if (isHeading(token)) headings.push(token);
  });
  const first = Math.min(...headings.map(({ depth }) => depth));
  for (const heading of headings) heading.depth = Math.min(6, heading.depth - first + highest);
  return marked.parser(tokens);
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
