// The text of the setup guide under the author's hands: where the cursor stands in it, and what is put in there.
import { type RefObject, useRef } from 'react';
import type { EditorProps } from './editor-props.ts';
import type { Act } from './guide-toolbar.tsx';

export interface GuideText {
  readonly text: string;
  /** The field, while it is on the page. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Over the document as it is by then: what came late, as from an upload, undoes nothing that was typed meanwhile. */
  write(text: string): void;
  /** Markdown on lines of its own: at the cursor, or at the end. */
  insert(markdown: string): void;
  /** An act of the toolbar on what is selected. */
  run(act: Act): void;
}

export function useGuideText({ document, change }: Pick<EditorProps, 'document' | 'change'>): GuideText {
  const area = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(document);
  latest.current = document;
  const write = (setup_guide: string): void => change({ ...latest.current, setup_guide });
  return {
    text: document.setup_guide,
    area,
    write,
    insert: (markdown) => {
      const { setup_guide } = latest.current;
      write(inserted(setup_guide, area.current?.selectionStart ?? setup_guide.length, markdown));
    },
    run: (act) => {
      const field = area.current;
      if (field === null) return;
      const { text, from, to } = act(field.value, field.selectionStart, field.selectionEnd);
      write(text);
      // The new text is in the field after this turn.
      requestAnimationFrame(() => {
        field.focus();
        field.setSelectionRange(from, to);
      });
    },
  };
}

function inserted(text: string, at: number, markdown: string): string {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return `${before}${before === '' || before.endsWith('\n') ? '' : '\n\n'}${markdown}\n${after}`;
}
