// Markdown as an author wrote it: only what is harmless comes through, links open outside, images stay in their column.
// Images come from the service's own store alone: one from elsewhere would tell its host who reads what and when.
import { marked, type Token, type Tokens } from 'marked';
import { type ReactNode, useMemo } from 'react';
import { widthIn } from './guide-images.ts';
import { harmless, type Said } from './harmless.ts';
import { isOwnImage } from './own-image.ts';

/** An image of the service's own store, in the width that its address names; of another, why it is not shown. */
function drawImage(name: string, { src = '', alt = '', title }: Said): ReactNode | undefined {
  if (name !== 'img') return undefined;
  if (isOwnImage(src)) return <img src={src} alt={alt} title={title} width={widthIn(src)} loading="lazy" />;
  return (
    <span className="image-elsewhere">
      {alt.trim() === '' ? 'An' : `${alt.trim()}: an`} image from elsewhere is not shown. Upload it to this guide.
    </span>
  );
}

interface MarkdownProps {
  readonly text: string;
  /** The level of the author's first heading: the page has the first, and most often the part around the text the second. */
  readonly highest?: 2 | 3;
}

export function Markdown({ text, highest = 3 }: MarkdownProps) {
  const content = useMemo(() => harmless(htmlOf(text, highest), drawImage), [text, highest]);
  return <div className="prose">{content}</div>;
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
