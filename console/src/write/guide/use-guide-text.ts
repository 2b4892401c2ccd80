// The text of the setup guide, its caret, and insertions.
import { type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { EditorProps } from '../draft/editor-props.ts';
import type { Act } from './guide-toolbar.tsx';

export interface GuideText {
  readonly text: string;
  /** The field, while it is mounted. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  write(text: string): void;
  /**
   * Inserts Markdown on separate lines, at the caret or at the end. Uses the current document, so a late upload does
   * not revert text typed in the meantime.
   */
  insert(markdown: string): void;
  /** Runs a toolbar action on the selection. */
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
      // Synchronously, so that the next key goes to the new caret position.
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
