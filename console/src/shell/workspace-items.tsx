// The menu's other destinations: the person's workspaces and, for operators, the service itself.
import { Menu } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { Session } from '../api/session.ts';
import { t } from '../parts/texts/t.ts';
import { useMoving } from '../sign-in/use-moving.ts';
import type { WaysOut } from './way-out.tsx';

interface WorkspaceItemsProps extends Pick<WaysOut, 'go' | 'isGuarded'> {
  readonly session: Session;
}

export function WorkspaceItems({ session, go, isGuarded }: WorkspaceItemsProps) {
  const moving = useMoving();
  const others = session.workspaces.filter(({ id }) => id !== session.team?.id);
  const places: { id: string | null; name: string }[] = [...others];
  if (session.is_operator && session.team !== null) places.push({ id: null, name: t('Service operation') });
  if (places.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      {places.map(({ id, name }) => (
        <Menu.Item
          key={id ?? 'service'}
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          closeMenuOnClick={isGuarded}
          onClick={() => go({ word: t('Go to {name}', { name }), act: () => moving.mutateAsync(id) })}
        >
          {moving.isUnderWayTo(id) ? t('Going to {name} …', { name }) : t('Go to {name}', { name })}
        </Menu.Item>
      ))}
    </>
  );
}
