// The entries of the command palette: pages and actions immediately, trails, people and groups once the service has
// found them.
import { useMantineColorScheme } from '@mantine/core';
import {
  IconCircleHalf2,
  IconKeyboard,
  IconLogout,
  IconPencil,
  IconPlus,
  IconRoute,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { findMembers, groupPages } from '../api/directory.ts';
import { readableTrails } from '../api/reading.ts';
import { canEdit, canManage, canWrite, isOperating, type Session } from '../api/session.ts';
import { trailPages } from '../api/trails.ts';
import { holdsWords } from '../parts/lists/words.ts';
import { aboutPerson, PersonAvatar } from '../parts/page/person-avatar.tsx';
import { t } from '../parts/texts/t.ts';
import { sectionsFor } from './navigation.ts';

export interface Entry {
  readonly key: string;
  readonly label: string;
  /** Tells entries of the same name apart. */
  readonly hint?: string;
  /** "Page", "Trail" … */
  readonly kind: string;
  readonly mark: ReactNode;
  readonly run: () => void;
  /** True if it may ask something first. The palette stays open underneath. */
  readonly isAsking?: boolean;
}

/** Actions that the palette's owner provides. */
export interface Actions {
  readonly showKeys: () => void;
  readonly signOut: () => void;
}

const MAX_PER_KIND = 6;

/** The entries for `text`. Entries of the service belong to `q`, which is debounced. */
export function useEntries(
  session: Session,
  text: string,
  q: string,
  actions: Actions,
): { readonly entries: readonly Entry[]; readonly isLooking: boolean; readonly isUnanswered: boolean } {
  const here = usePagesAndActions(session, actions).filter(({ label, kind }) => holdsWords(`${label} ${kind}`, text));
  const trails = useTrails(session, q);
  const people = usePeople(session, q);
  const isLooking = text !== q || trails.isLooking || people.isLooking;
  if (text === '') return { entries: here, isLooking: false, isUnanswered: false };
  const isUnanswered = [...trails.asked, ...people.asked].some(
    ({ data, error }) => data === undefined && error !== null,
  );
  return { entries: [...trails.entries, ...people.entries, ...here], isLooking, isUnanswered };
}

/** Pages and actions. */
function usePagesAndActions(session: Session, { showKeys, signOut }: Actions): Entry[] {
  const navigate = useNavigate();
  const { toggleColorScheme } = useMantineColorScheme();
  const pages = sectionsFor(session)
    .flatMap(({ places }) => places)
    .map(({ to, label, icon: Icon }) => ({
      key: to,
      label,
      kind: t('Page'),
      mark: <Icon size={18} stroke={1.6} aria-hidden />,
      run: () => void navigate({ to }),
    }));
  const act = (key: string, label: string, Icon: typeof IconPlus, run: () => void): Entry => ({
    key,
    label,
    kind: t('Do'),
    mark: <Icon size={18} stroke={1.6} aria-hidden />,
    run,
  });
  return [
    ...pages,
    {
      ...act('account', t('Your account'), IconUserCircle, () => void navigate({ to: '/account' })),
      kind: t('Page'),
    },
    ...(canWrite(session)
      ? [act('new', t('New trail'), IconPlus, () => void navigate({ to: '/write', search: { new: 'yes' } }))]
      : []),
    act('scheme', t('Switch between light and dark'), IconCircleHalf2, toggleColorScheme),
    act('keys', t('Keyboard shortcuts'), IconKeyboard, showKeys),
    { ...act('leave', t('Sign out'), IconLogout, signOut), isAsking: true },
  ];
}

/** Trails to read and, for authors, trails to edit. */
function useTrails(session: Session, q: string) {
  const navigate = useNavigate();
  const isReader = !isOperating(session);
  const readable = useQuery({ ...readableTrails, enabled: q !== '' && isReader });
  const written = useInfiniteQuery({ ...trailPages(undefined, q), enabled: q !== '' && canEdit(session) });
  const toRead = (q === '' ? [] : (readable.data?.items ?? []))
    .filter(({ title, target_role, description }) => holdsWords(`${title} ${target_role} ${description}`, q))
    .slice(0, MAX_PER_KIND)
    .map(({ id, title }) => ({
      key: `read ${id}`,
      label: title,
      kind: t('Trail'),
      mark: <IconRoute size={18} stroke={1.6} aria-hidden />,
      run: () => void navigate({ to: '/trails/$trailId', params: { trailId: id } }),
    }));
  const toWrite = (q === '' ? [] : (written.data?.pages[0]?.items ?? []))
    .slice(0, MAX_PER_KIND)
    .map(({ id, title }) => ({
      key: `write ${id}`,
      label: title,
      kind: t('Edit'),
      mark: <IconPencil size={18} stroke={1.6} aria-hidden />,
      run: () => void navigate({ to: '/write/$trailId', params: { trailId: id } }),
    }));
  const asked = [readable, written];
  return { entries: [...toRead, ...toWrite], asked, isLooking: asked.some(({ isLoading }) => isLoading) };
}

/** People and groups, for admins. */
function usePeople(session: Session, q: string) {
  const navigate = useNavigate();
  const enabled = q !== '' && canManage(session);
  const people = useQuery({ ...findMembers(q), enabled });
  const groups = useInfiniteQuery({ ...groupPages({ q, source: '' }), enabled });
  const persons = (enabled ? (people.data?.items ?? []) : [])
    .slice(0, MAX_PER_KIND)
    .map(({ user_id, name, email, title }) => ({
      key: `person ${user_id}`,
      hint: aboutPerson({ email: name === '' ? null : email, title }),
      label: name || email || t('Someone without a name'),
      kind: t('Person'),
      mark: <PersonAvatar id={user_id} name={name || email || ''} size={20} />,
      run: () => void navigate({ to: '/admin/members/$userId', params: { userId: user_id } }),
    }));
  const found = (enabled ? (groups.data?.pages[0]?.items ?? []) : [])
    .slice(0, MAX_PER_KIND)
    .map(({ id, display_name }) => ({
      key: `group ${id}`,
      label: display_name,
      kind: t('Group'),
      mark: <IconUsersGroup size={18} stroke={1.6} aria-hidden />,
      run: () => void navigate({ to: '/admin/groups/$groupId', params: { groupId: id } }),
    }));
  const asked = [people, groups];
  return { entries: [...persons, ...found], asked, isLooking: asked.some(({ isLoading }) => isLoading) };
}
