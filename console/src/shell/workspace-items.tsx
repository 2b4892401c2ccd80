// The menu's other places: workspaces that the person can go on in, and the service itself for its operators.
import { Menu } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useChange } from '../api/change.ts';
import type { Session } from '../api/session.ts';
import { switchWorkspace } from '../api/sign-in.ts';

export function WorkspaceItems({ session }: { readonly session: Session }) {
  const moving = useChange(switchWorkspace, {
    // Nothing of one workspace may be seen in another: the page starts anew.
    after: () => window.location.assign('/'),
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
          onClick={() => moving.mutate(id)}
        >
          Go to {name}
        </Menu.Item>
      ))}
    </>
  );
}
