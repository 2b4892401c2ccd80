// The text of the setup guide under the author's hands: where the cursor stands in it, and what is put in there.
import { type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { EditorProps } from '../draft/editor-props.ts';
import type { Act } from './guide-toolbar.tsx';

export interface GuideText {
  readonly text: string;
  /** The field, while it is on the page. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  write(text: string): void;
  /**
   * Markdown on lines of its own: at the cursor, or at the end. Into the document as it is by then: what comes late, as
   * from an upload, undoes nothing that was typed meanwhile.
   */
  insert(markdown: string): void;
  /** An act of the toolbar on what is selected. */
  run(act: Act): void;
}

export function useGuideText({ document, update }: Pick<EditorProps, 'document' | 'update'>): GuideText {
  const area = useRef<HTMLTextAreaElement>(null);
  const write = (setup_guide: string): void => update((now) => ({ ...now, setup_guide }));
  return {
    text: document.setup_guide,
    area,
    write,
    insert: (markdown) => {
      const at = area.current?.selectionStart;
      update((now) => ({ ...now, setup_guide: inserted(now.setup_guide, at ?? now.setup_guide.length, markdown) }));
    },
    run: (act) => {
      const field = area.current;
      if (field === null) return;
      const { text, from, to } = act(field.value, field.selectionStart, field.selectionEnd);
      // At once: what is typed next stands where the cursor is then.
      flushSync(() => write(text));
      field.focus();
      field.setSelectionRange(from, to);
    },
  };
}

function inserted(text: string, at: number, markdown: string): string {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return `${before}${before === '' || before.endsWith('\n') ? '' : '\n\n'}${markdown}\n${after}`;
}
