// Markdown as an author wrote it: only what is harmless comes through, links open outside, images stay in their column.
import DOMPurify from 'dompurify';
import { marked, type Token, type Tokens } from 'marked';
import { useMemo } from 'react';

const ALLOWED = {
  ALLOWED_TAGS: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'a', 'img', 'strong', 'em', 'del', 'code', 'pre'],
    ...['blockquote', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start', 'align'],
};

const purifier = DOMPurify(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
  if (node.tagName === 'IMG') node.setAttribute('loading', 'lazy');
});

export function Markdown({ text }: { readonly text: string }) {
  const html = useMemo(() => purifier.sanitize(htmlOf(text), ALLOWED), [text]);
  // Sanitised by the line above; and no inline script runs under the page's policy.
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The page and the part that the text stands in have the first two headings: the author's begin with the third. */
const HIGHEST = 3;

function htmlOf(text: string): string {
  const tokens = marked.lexer(text, { gfm: true });
  const headings: Tokens.Heading[] = [];
  marked.walkTokens(tokens, (token) => {
    if (isHeading(token)) headings.push(token);
  });
  const first = Math.min(...headings.map(({ depth }) => depth));
  for (const heading of headings) heading.depth = Math.min(6, heading.depth - first + HIGHEST);
  return marked.parser(tokens);
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
