// The navigation for people with more than one area. It can be collapsed to icons, which this browser remembers.
import { ActionIcon, NavLink, Stack, Text } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Session } from '../api/session.ts';
import { Tip } from '../parts/page/tip.tsx';
import { t } from '../parts/texts/t.ts';
import { type Place, sectionsFor } from './navigation.ts';

interface SidebarProps {
  readonly session: Session;
  readonly path: string;
  readonly isFolded: boolean;
  readonly fold: (isFolded: boolean) => void;
}

export function Sidebar({ session, path, isFolded, fold }: SidebarProps) {
  return (
    <>
      <div className="sidebar-places" data-folded={isFolded}>
        <Stack gap={isFolded ? 'xs' : 'lg'}>
          {sectionsFor(session).map(({ heading, places }) => (
            <div key={heading}>
              {!isFolded && (
                <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
                  {heading}
                </Text>
              )}
              {places.map((place) => (
                <Destination key={place.to} place={place} path={path} isFolded={isFolded} />
              ))}
            </div>
          ))}
        </Stack>
      </div>
      <div style={{ padding: 8, textAlign: isFolded ? 'center' : 'end' }} className="sidebar-fold">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isFolded ? t('Expand navigation') : t('Collapse navigation')}
          onClick={() => fold(!isFolded)}
        >
          {isFolded ? <IconLayoutSidebarLeftExpand size={18} /> : <IconLayoutSidebarLeftCollapse size={18} />}
        </ActionIcon>
      </div>
    </>
  );
}

interface DestinationProps {
  readonly place: Place;
  readonly path: string;
  readonly isFolded: boolean;
}

function Destination({ place, path, isFolded }: DestinationProps) {
  const isHere = place.exact === true ? path === place.to : path === place.to || path.startsWith(`${place.to}/`);
  return (
    <Tip label={place.label} side="right" disabled={!isFolded}>
      <NavLink
        component={Link}
        to={place.to}
        activeOptions={{ exact: place.exact ?? false }}
        label={isFolded ? undefined : place.label}
        aria-label={isFolded ? place.label : undefined}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        leftSection={<place.icon size={18} stroke={1.6} aria-hidden />}
        className="destination"
        data-folded={isFolded}
      />
    </Tip>
  );
}
