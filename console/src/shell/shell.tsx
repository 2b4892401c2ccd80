// The frame around every page of somebody who is signed in: header, navigation, content.
import { AppShell, Burger, Group, NavLink, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { type Session, useSession } from '../api/session.ts';
import { Loading } from '../parts/states.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CairnMark } from './cairn-mark.tsx';
import { useFocusKeeper } from './focus-keeper.ts';
import { homeOf, type Place, sectionsFor } from './navigation.ts';

export function Shell() {
  const session = useSession();
  useOnePlace(session);
  useFocusKeeper();
  const [opened, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Another page closes the menu of small screens.
  useEffect(close, [path]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#content" className="skip">
        Skip to content
      </a>
      <AppShell.Header style={{ borderColor: 'var(--cairn-line)' }}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={opened}
            />
            <UnstyledButton component={Link} to={homeOf(session)} aria-label="Cairn, start page">
              <Group gap={10} wrap="nowrap">
                <CairnMark />
                <Text fw={680} fz="lg" lh={1} visibleFrom="xs">
                  Cairn
                </Text>
              </Group>
            </UnstyledButton>
            <Text c="dimmed" size="sm" truncate>
              {session.team?.name ?? 'Service operation'}
            </Text>
          </Group>
          <AccountMenu session={session} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Main" style={{ borderColor: 'var(--cairn-line)' }}>
        <ScrollArea p="sm">
          <Stack gap="lg">
            {sectionsFor(session).map(({ heading, places }) => (
              <div key={heading}>
                <Text size="xs" fw={600} c="dimmed" px="sm" pb={6}>
                  {heading}
                </Text>
                {places.map((place) => (
                  <Destination key={place.to} place={place} path={path} />
                ))}
              </div>
            ))}
          </Stack>
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

/** Another person or workspace, chosen in another tab: nothing of the one may be seen in the other, so the page starts anew. */
function useOnePlace({ person, team }: Session): void {
  const now = `${person.id} ${team?.id}`;
  const [first] = useState(now);
  useEffect(() => {
    if (now !== first) window.location.assign('/');
  }, [now, first]);
}

function Destination({ place, path }: { readonly place: Place; readonly path: string }) {
  const isHere = place.exact === true ? path === place.to : path === place.to || path.startsWith(`${place.to}/`);
  return (
    <NavLink
      component={Link}
      to={place.to}
      activeOptions={{ exact: place.exact ?? false }}
      label={place.label}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      leftSection={<place.icon size={18} stroke={1.6} aria-hidden />}
      styles={{ root: { borderRadius: 8 } }}
    />
  );
}
