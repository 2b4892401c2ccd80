// Markdown as an author wrote it: only what is harmless comes through, links open outside, images stay in their column.
// Images come from the service's own store alone: one from elsewhere would tell its host who reads what and when.
import { Lexer, Parser } from 'marked';
import { type ReactNode, useMemo } from 'react';
import { widthIn } from './guide-images.ts';
import { type Attributes, harmless } from './harmless.ts';
import { useOwnImage } from './own-image.ts';

/** What is drawn otherwise than by its name alone. */
const DRAWN: Readonly<Record<string, (attributes: Attributes) => ReactNode>> = {
  img: (attributes) => <GuideImage {...attributes} />,
  input: drawTask,
};

/** An image of the service's own store, in the width that its address names; of any other, why it is not shown. */
function GuideImage({ src = '', alt = '', title }: Attributes) {
  const { isOwn, isShown, onError } = useOwnImage(src);
  if (isShown) return <img src={src} alt={alt} title={title} width={widthIn(src)} loading="lazy" onError={onError} />;
  return (
    <span className="image-absent">
      {alt.trim() === '' ? 'An' : `${alt.trim()}: an`} image{' '}
      {isOwn ? 'could not be loaded.' : 'from elsewhere is not shown. Upload it to this guide.'}
    </span>
  );
}

/**
 * The box of a task, `- [ ]` or `- [x]`: a picture, since the text is the author's. No other field of a text is shown.
 */
function drawTask({ type, checked }: Attributes): ReactNode {
  if (type !== 'checkbox') return null;
  const isDone = checked !== undefined;
  return <span className="task" role="img" aria-label={isDone ? 'Done:' : 'To do:'} data-done={isDone} />;
}

interface MarkdownProps {
  readonly text: string;
  /**
   * The level of the author's first heading: the page has the first, and most often the part around the text the
   * second.
   */
  readonly highest?: 2 | 3;
}

export function Markdown({ text, highest = 3 }: MarkdownProps) {
  const content = useMemo(() => harmless(Parser.parse(Lexer.lex(text)), { drawn: DRAWN, highest }), [text, highest]);
  return <div className="prose">{content}</div>;
}
