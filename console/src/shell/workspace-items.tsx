// The menu's other places: workspaces that the person can go on in, and the service itself for its operators.
import { Menu } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useChange } from '../api/change.ts';
import type { Session } from '../api/session.ts';
import { switchWorkspace } from '../api/sign-in.ts';
import { letGo } from '../parts/held-work.ts';
import type { WayOut } from './way-out.tsx';

interface WorkspaceItemsProps {
  readonly session: Session;
  readonly go: (way: WayOut) => void;
}

export function WorkspaceItems({ session, go }: WorkspaceItemsProps) {
  const moving = useChange(switchWorkspace, {
    // Nothing of one workspace may be seen in another: the page starts anew.
    after: () => {
      letGo();
      window.location.assign('/');
    },
  });
  const others = session.workspaces.filter(({ id }) => id !== session.team?.id);
  const places: { id: string | null; name: string }[] = [...others];
  if (session.is_operator && session.team !== null) places.push({ id: null, name: 'Service operation' });
  if (places.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      {places.map(({ id, name }) => (
        <Menu.Item
          key={id ?? 'service'}
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          onClick={() => go({ word: `Go to ${name}`, act: () => moving.mutateAsync(id) })}
        >
          Go to {name}
        </Menu.Item>
      ))}
    </>
  );
}
