// The menu that a slash at the start of a line opens in the setup guide. It offers the toolbar's actions for the
// keyboard.
import { Box, Paper, Text } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { t } from '../../parts/texts/t.ts';
import { ACTIONS, type Act } from './guide-toolbar.tsx';
import { type Edited, slashAt } from './markdown-edit.ts';

interface SlashMenu {
  /** Opens or closes the menu, depending on the text before the caret. */
  readonly look: (field: HTMLTextAreaElement) => void;
  /** Returns true if the menu handled the key. */
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  readonly close: () => void;
  readonly fieldProps: { readonly 'aria-controls'?: string; readonly 'aria-activedescendant'?: string };
  readonly menu: React.ReactNode;
}

/** `run` applies an action to the field. */
export function useSlashMenu(run: (act: Act) => void): SlashMenu {
  const [word, setWord] = useState<string>();
  const [at, setAt] = useState(0);
  const id = useId();
  const close = (): void => setWord(undefined);
  const found = word === undefined ? [] : ACTIONS.filter(({ label }) => begins(label, word));
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
      <Paper withBorder shadow="md" className="slash-menu" id={id} role="listbox" aria-label={t('Insert')}>
        {found.map(({ label, icon: Icon }, index) => (
          <Box
            key={label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="slash-option"
            // Keeps the focus in the field.
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

/** True if the label or one of its words starts with `word`, ignoring case. */
const begins = (label: string, word: string): boolean => {
  const [whole, start] = [label.toLowerCase(), word.toLowerCase()];
  return whole.startsWith(start) || whole.split(' ').some((part) => part.startsWith(start));
};

/** Runs the action on the text without the slash and its word. */
const withoutSlash =
  (act: Act): Act =>
  (text, from): Edited => {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const edited = act(text.slice(0, start) + text.slice(from), start, start);
    // Put the caret after the inserted mark, where the text goes, instead of selecting it.
    return { ...edited, from: edited.to };
  };
