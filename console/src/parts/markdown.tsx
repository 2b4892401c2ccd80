// Markdown as an author wrote it: only what is harmless comes through, links open outside, images stay in their column.
import DOMPurify from 'dompurify';
import { marked } from 'marked';
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
  const html = useMemo(() => purifier.sanitize(marked.parse(text, { async: false, gfm: true }), ALLOWED), [text]);
  // Sanitised by the line above; and no inline script runs under the page's policy.
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
