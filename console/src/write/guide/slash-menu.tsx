// The menu that a slash at the beginning of a line opens in the setup guide: what the toolbar does, without the mouse.
import { Box, Paper, Text } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { ACTS, type Act } from './guide-toolbar.tsx';
import { type Edited, slashAt } from './markdown-edit.ts';

interface SlashMenu {
  /** Looks whether a slash stands before the caret. */
  readonly look: (field: HTMLTextAreaElement) => void;
  /** True where the key was the menu's. */
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  readonly close: () => void;
  readonly fieldProps: { readonly 'aria-controls'?: string; readonly 'aria-activedescendant'?: string };
  readonly menu: React.ReactNode;
}

/** `run` applies an act to the field. */
export function useSlashMenu(run: (act: Act) => void): SlashMenu {
  const [word, setWord] = useState<string>();
  const [at, setAt] = useState(0);
  const id = useId();
  const close = (): void => setWord(undefined);
  const found = word === undefined ? [] : ACTS.filter(({ label }) => begins(label, word));
  const isOpen = found.length > 0;
  const chosen = Math.min(at, found.length - 1);
  const choose = (index: number): void => {
    const act = found[index]?.act;
    close();
    if (act !== undefined) run(withoutSlash(act));
  };
  return {
    look: (field) => {
      setWord(slashAt(field.value, field.selectionStart));
      setAt(0);
    },
    onKey(event) {
      if (!isOpen) return false;
      const moved = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 }[event.key];
      if (moved !== undefined) setAt((moved + found.length) % found.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen);
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    close,
    fieldProps: isOpen ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen}` } : {},
    menu: isOpen && (
      <Paper withBorder shadow="md" className="slash-menu" id={id} role="listbox" aria-label="Insert">
        {found.map(({ label, icon: Icon }, index) => (
          <Box
            key={label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="slash-option"
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(index)}
          >
            <Icon size={16} stroke={1.7} aria-hidden />
            <Text size="sm">{label}</Text>
          </Box>
        ))}
      </Paper>
    ),
  };
}

/** True where the label or a word of it begins so, in any case. */
const begins = (label: string, word: string): boolean => {
  const [whole, start] = [label.toLowerCase(), word.toLowerCase()];
  return whole.startsWith(start) || whole.split(' ').some((part) => part.startsWith(start));
};

/** The act on the text without the slash and the word behind it. */
const withoutSlash =
  (act: Act): Act =>
  (text, from): Edited => {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const edited = act(text.slice(0, start) + text.slice(from), start, start);
    // Behind the mark, not over it: what is typed next belongs there.
    return { ...edited, from: edited.to };
  };
