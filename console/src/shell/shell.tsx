// The frame around every page of a signed-in person: header, navigation if there is more than one area, content.
import { AppShell, Burger, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { type Session, useSession } from '../api/session.ts';
import { keepText } from '../parts/browser-storage.ts';
import { releaseWork } from '../parts/forms/held-work.ts';
import { Loading } from '../parts/page/states.tsx';
import { keepLanguage } from '../parts/texts/choose-language.ts';
import { t } from '../parts/texts/t.ts';
import { PasswordReminder } from '../sign-in/password-reminder.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CairnMark } from './cairn-mark.tsx';
import { Keyboard } from './keyboard.tsx';
import { homeOf, onlyReads } from './navigation.ts';
import { SessionOver } from './session-over.tsx';
import { Sidebar } from './sidebar.tsx';

export function Shell() {
  const session = useSession();
  useOnePlace(session);
  useLanguage(session);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const hasSidebar = !onlyReads(session);
  const sidebar = useSidebar(hasSidebar, path);
  return (
    <AppShell
      header={{ height: 56 }}
      {...(hasSidebar && {
        navbar: {
          width: { base: 260, sm: sidebar.isFolded ? 60 : 224 },
          breakpoint: 'sm',
          collapsed: { mobile: !sidebar.isOpen },
        },
      })}
      padding={{ base: 'md', sm: 'xl' }}
      transitionDuration={140}
    >
      <a href="#content" className="skip">
        {t('Skip to content')}
      </a>
      <AppShell.Header className="shell-header">
        <Header session={session} sidebar={hasSidebar ? sidebar : undefined} />
      </AppShell.Header>
      {hasSidebar && (
        <AppShell.Navbar aria-label={t('Main')} className="shell-navbar">
          {sidebar.isNeeded && (
            <Sidebar session={session} path={path} isFolded={sidebar.isFolded} fold={sidebar.fold} />
          )}
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" data-alone={!hasSidebar || undefined} tabIndex={-1} style={{ outline: 'none' }}>
        <Suspense fallback={<Loading />}>
          <SessionOver />
          <PasswordReminder />
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

interface SidebarState {
  /** Open as an overlay on small screens. */
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Collapsed to icons, as last chosen in this browser. Never true for the overlay. */
  readonly isFolded: boolean;
  readonly fold: (isFolded: boolean) => void;
  readonly isNeeded: boolean;
}

function useSidebar(hasSidebar: boolean, path: string): SidebarState {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [isFoldedWide, foldWide] = useLocalStorage({ key: 'cairn.navigation.folded', defaultValue: false });
  // Below this width, tables need the room. Opening it there holds until the page is loaded again.
  const isNarrow = useMediaQuery('(max-width: 68.74em)', false, { getInitialValueInEffect: false });
  const [isFoldedNarrow, foldNarrow] = useState(true);
  const [isFolded, fold] = isNarrow ? [isFoldedNarrow, foldNarrow] : [isFoldedWide, foldWide];
  // Opening a page closes the overlay.
  useEffect(close, [path]);
  const isNeeded = useSidebarNeed(isOpen);
  useRememberedSidebar(hasSidebar ? (isFoldedWide ? 'folded' : 'open') : 'none');
  return { isOpen, toggle, isFolded: isFolded && !isOpen, fold, isNeeded };
}

interface HeaderProps {
  readonly session: Session;
  /** Undefined for people who only read. */
  readonly sidebar: SidebarState | undefined;
}

function Header({ session, sidebar }: HeaderProps) {
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" miw={0}>
        {sidebar !== undefined && (
          <Burger
            opened={sidebar.isOpen}
            onClick={sidebar.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('Navigation')}
            aria-expanded={sidebar.isOpen}
          />
        )}
        <Start session={session} isNavigation={sidebar === undefined} />
        <Text c="dimmed" size="sm" truncate>
          {session.team?.name ?? t('Service operation')}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        {sidebar === undefined && (
          <Text component={Link} to="/connect" size="sm" mr="sm" c="dimmed" visibleFrom="sm">
            {t('Connect your AI tool')}
          </Text>
        )}
        <Keyboard session={session} />
        <AccountMenu session={session} />
      </Group>
    </Group>
  );
}

/** The logo links to the start page. Without a sidebar it is the navigation and is labeled as such. */
function Start({ session, isNavigation }: { readonly session: Session; readonly isNavigation: boolean }) {
  const mark = (
    <UnstyledButton component={Link} to={homeOf(session)} aria-label={t('Cairn, start page')}>
      <Group gap={10} wrap="nowrap">
        <CairnMark />
        <Text fw={680} fz="lg" lh={1} visibleFrom="xs">
          Cairn
        </Text>
      </Group>
    </UnstyledButton>
  );
  return isNavigation ? <nav aria-label={t('Main')}>{mark}</nav> : mark;
}

/** On small screens, renders the navigation when it is first opened, so that pages do not wait for it. */
function useSidebarNeed(opened: boolean): boolean {
  const isBeside = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const [wasNeeded, setWasNeeded] = useState(false);
  const isNeeded = isBeside || opened;
  useEffect(() => {
    if (isNeeded) setWasNeeded(true);
  }, [isNeeded]);
  return isNeeded || wasNeeded;
}

/** For the first paint of the next visit (first-requests.ts). */
function useRememberedSidebar(sidebar: string): void {
  useEffect(() => keepText('localStorage', 'cairn.sidebar', sidebar), [sidebar]);
}

/**
 * If the session prefers another language than the page, loads the page again. Only when it opens, because later the
 * person may have unsaved work.
 */
function useLanguage({ languages }: Session): void {
  const [first] = useState(languages);
  useEffect(() => {
    if (keepLanguage(first)) window.location.reload();
  }, [first]);
}

/**
 * If another tab switched the person or workspace, reloads the page, so that nothing of one is visible in the other.
 */
function useOnePlace({ person, team }: Session): void {
  const now = `${person.id} ${team?.id}`;
  const [first] = useState(now);
  useEffect(() => {
    if (now === first) return;
    releaseWork();
    window.location.assign('/');
  }, [now, first]);
}
