// Renders an author's Markdown. Only harmless elements are kept, links open in a new tab, and images fit their column.
// Only images stored in the service are shown: others would reveal to their host who reads what and when.
import './prose.css';
import { Lexer, Parser } from 'marked';
import { type ReactNode, useMemo } from 'react';
import { widthIn } from './guide-images.ts';
import { type Attributes, harmless } from './harmless.ts';
import { useOwnImage } from './own-image.ts';
import { t } from './t.ts';

/** Elements with their own renderer. */
const DRAWN: Readonly<Record<string, (attributes: Attributes) => ReactNode>> = {
  img: (attributes) => <GuideImage {...attributes} />,
  input: drawTask,
};

/** An image stored in the service, with the width from its URL. Others show why they are missing. */
function GuideImage({ src = '', alt = '', title }: Attributes) {
  const { isOwn, isShown, onError } = useOwnImage(src);
  if (isShown) return <img src={src} alt={alt} title={title} width={widthIn(src)} loading="lazy" onError={onError} />;
  return (
    <span className="image-absent">
      {alt.trim() === ''
        ? isOwn
          ? t('An image could not be loaded.')
          : t('An image from another site is not shown. Upload it to this guide.')
        : isOwn
          ? t('{alt}: an image could not be loaded.', { alt: alt.trim() })
          : t('{alt}: an image from another site is not shown. Upload it to this guide.', { alt: alt.trim() })}
    </span>
  );
}

/**
 * The checkbox of a task, `- [ ]` or `- [x]`, as an image, because readers cannot change it. Other inputs are dropped.
 */
function drawTask({ type, checked }: Attributes): ReactNode {
  if (type !== 'checkbox') return null;
  const isDone = checked !== undefined;
  return <span className="task" role="img" aria-label={isDone ? t('Done:') : t('To do:')} data-done={isDone} />;
}

interface MarkdownProps {
  readonly text: string;
  /**
   * The level of the author's highest heading. The page title is level 1, and the section around the text is usually
   * level 2.
   */
  readonly highest?: 2 | 3;
}

export function Markdown({ text, highest = 3 }: MarkdownProps) {
  const content = useMemo(() => harmless(Parser.parse(Lexer.lex(text)), { drawn: DRAWN, highest }), [text, highest]);
  return <div className="prose">{content}</div>;
}
