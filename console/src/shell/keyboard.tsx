// Shortcuts on every page: Ctrl or Cmd+K opens the command palette, / focuses the page's search, ? lists the shortcuts.
// The palette and the list load on first use. Single keys can be switched off (WCAG 2.2, 2.1.4).
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { type HotkeyItem, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { IconKeyboard, IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import type { Session } from '../api/session.ts';
import { late } from '../parts/page/late.tsx';
import { t } from '../parts/texts/t.ts';
import { MODIFIER } from './modifier.ts';

// `late` keeps the page and its typed text if the download fails.
const Palette = late(() => import('./palette.tsx').then((file) => file.Palette));
const KeySheet = late(() => import('./key-sheet.tsx').then((file) => file.KeySheet));

/** Whether a character needs Shift depends on the keyboard: on a German one, / is Shift+7. */
const WITH_AND_WITHOUT = ['', 'shift+'];

export function Keyboard({ session }: { readonly session: Session }) {
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const [hasSingleKeys, setSingleKeys] = useLocalStorage({ key: 'cairn.keys.single', defaultValue: true });
  useHotkeys([['mod+K', () => setOpen('palette')]], []);
  useHotkeys(
    hasSingleKeys
      ? WITH_AND_WITHOUT.flatMap((shift): HotkeyItem[] => [
          [`${shift}/`, () => searchField()?.focus()],
          [`${shift}?`, () => setOpen('keys')],
        ])
      : [],
  );
  const close = (): void => setOpen(undefined);
  const [text, setText] = useTypedAhead(open === 'palette');
  return (
    <>
      <UnstyledButton className="palette-button" onClick={() => setOpen('palette')}>
        <IconSearch size={16} aria-hidden />
        <span className="palette-word">{t('Search or go to')}</span>
        <Kbd size="xs" aria-hidden className="palette-word">
          {MODIFIER} K
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={t('Keyboard shortcuts')}
        onClick={() => setOpen('keys')}
        visibleFrom="sm"
      >
        <IconKeyboard size={18} />
      </ActionIcon>
      <Suspense>
        {open === 'palette' && (
          <Palette session={session} text={text} setText={setText} close={close} showKeys={() => setOpen('keys')} />
        )}
        {open === 'keys' && <KeySheet close={close} hasSingleKeys={hasSingleKeys} setSingleKeys={setSingleKeys} />}
      </Suspense>
    </>
  );
}

/** In ms. While the palette loads, keys typed within this time go to the palette. Later ones go to the page. */
const PALETTE_KEYS_MS = 2_000;

/**
 * The text of the palette, including keys typed before its field has the focus. Otherwise they would go to the focused
 * field of the page.
 */
function useTypedAhead(isOpen: boolean) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!isOpen) return;
    const end = Date.now() + PALETTE_KEYS_MS;
    const take = (event: KeyboardEvent): void => {
      const typed = event.key === 'Enter' ? '' : event.key;
      const isForPage = typed.length > 1 || event.ctrlKey || event.metaKey || event.altKey || Date.now() > end;
      if (isForPage || (event.target as Element).closest('[role="dialog"]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      setText((before) => before + typed);
    };
    window.addEventListener('keydown', take, true);
    return () => {
      window.removeEventListener('keydown', take, true);
      setText('');
    };
  }, [isOpen]);
  return [text, setText] as const;
}

/** The page's own search field, if it has one. */
const searchField = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>('main input[data-search], main input[aria-label^="Search"]');
