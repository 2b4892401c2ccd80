// The command palette: type a few letters, select with the arrow keys, Enter opens. Finds trails, people, groups, pages
// and actions.
import './palette.css';
import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { Session } from '../api/session.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { NO_ANSWER } from '../parts/lists/nothing-found.tsx';
import { t } from '../parts/texts/t.ts';
import { useSigningOut } from '../sign-in/use-signing-out.ts';
import { type Entry, useEntries } from './palette-entries.tsx';
import { useWayOut } from './way-out.tsx';

interface PaletteProps {
  readonly session: Session;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly close: () => void;
  readonly showKeys: () => void;
}

export function Palette({ session, text, setText, close, showKeys }: PaletteProps) {
  const leaving = useSigningOut();
  const { go, question } = useWayOut();
  const [q] = useDebouncedValue(text.trim(), 150);
  const { entries, isLooking, isUnanswered } = useEntries(session, text.trim(), q, {
    showKeys,
    signOut: () => go({ word: t('Sign out'), act: () => leaving.mutateAsync(undefined) }),
  });
  const run = (entry: Entry): void => {
    if (!entry.isAsking) close();
    entry.run();
  };
  const choice = useChoice(entries, run);
  const name = useId();
  return (
    <Dialog
      opened
      onClose={close}
      withCloseButton={false}
      size={620}
      padding={0}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': t('Search or go to') } }}
    >
      <TextInput
        variant="unstyled"
        size="lg"
        px={4}
        py={6}
        data-autofocus
        leftSection={<IconSearch size={18} aria-hidden />}
        leftSectionWidth={42}
        placeholder={t('Search or go to …')}
        aria-label={t('Search or go to')}
        {...comboboxOf(name, entries.length, choice.at)}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          // New text selects the first entry again.
          choice.choose(0);
        }}
        onKeyDown={choice.press}
      />
      <Entries name={name} entries={entries} at={choice.at} choose={choice.choose} run={run} />
      {(entries.length === 0 || isUnanswered) && (
        <Text c="dimmed" size="sm" p="md" role="status">
          {isLooking ? t('Looking …') : isUnanswered ? NO_ANSWER : t('Nothing found. Try a single word.')}
        </Text>
      )}
      {question}
    </Dialog>
  );
}

interface Choice {
  /** The index of the selected entry, or -1. */
  readonly at: number;
  readonly choose: (at: number) => void;
  /** Key handler of the field: arrow keys wrap around, Enter opens. */
  readonly press: (event: KeyboardEvent) => void;
}

function useChoice(entries: readonly Entry[], run: (entry: Entry) => void): Choice {
  const [chosen, choose] = useState(0);
  const at = Math.min(chosen, entries.length - 1);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      choose((at + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const entry = entries[at];
      if (entry !== undefined) run(entry);
    }
  };
  return { at, choose, press };
}

/** Props of a combobox (WAI-ARIA) that points to the selected entry below. */
const comboboxOf = (name: string, count: number, at: number) => ({
  role: 'combobox',
  'aria-expanded': true,
  'aria-controls': `${name}-list`,
  'aria-autocomplete': 'list' as const,
  ...(count > 0 && { 'aria-activedescendant': `${name}-${at}` }),
});

interface EntriesProps {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly at: number;
  readonly choose: (at: number) => void;
  readonly run: (entry: Entry) => void;
}

function Entries({ name, entries, at, choose, run }: EntriesProps) {
  useEffect(() => {
    document.getElementById(`${name}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [name, at]);
  return (
    // The field handles the keys; the list only shows the selection.
    <div
      role="listbox"
      id={`${name}-list`}
      aria-label={t('Results')}
      className="palette-list"
      hidden={entries.length === 0}
    >
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: see above.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
        <div
          key={entry.key}
          id={`${name}-${index}`}
          role="option"
          aria-selected={index === at}
          className="palette-entry"
          onClick={() => run(entry)}
          onPointerMove={() => index !== at && choose(index)}
        >
          {entry.mark}
          <span className="palette-label" dir="auto">
            {entry.label}
            {entry.hint !== undefined && <small>{entry.hint}</small>}
          </span>
          <Text span size="xs" c="dimmed">
            {entry.kind}
          </Text>
        </div>
      ))}
    </div>
  );
}
