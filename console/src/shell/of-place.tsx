// A session is in one workspace or, for operators, in the service itself. An address that belongs to the other of the two
// shows nothing of where the session is: it says where it belongs, and leads there.
import { Button } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../api/change.ts';
import { isOperating, useSession } from '../api/session.ts';
import { switchWorkspace } from '../api/sign-in.ts';
import { NoPage } from './no-page.tsx';
import { NotHere } from './not-here.tsx';

/** Pages of the service, for operators who are in no workspace. */
export function OfService() {
  const session = useSession();
  if (isOperating(session)) return <Outlet />;
  if (!session.is_operator) return <NotHere />;
  return (
    <Elsewhere title="This belongs to the service" places={[{ id: null, name: 'Service operation' }]}>
      You are in {session.team?.name}. What stands here is of the service itself.
    </Elsewhere>
  );
}

/** Pages of a workspace. */
export function OfWorkspace() {
  const session = useSession();
  if (!isOperating(session)) return <Outlet />;
  return (
    <Elsewhere title="This belongs to a workspace" places={session.workspaces}>
      You are in service operation. What stands here is of one workspace.
    </Elsewhere>
  );
}

interface ElsewhereProps {
  readonly title: string;
  readonly places: readonly { readonly id: string | null; readonly name: string }[];
  readonly children: ReactNode;
}

function Elsewhere({ title, places, children }: ElsewhereProps) {
  const address = useLocation().href;
  // Nothing of one place may be seen in another: the page starts anew. Not by `useMoving`, which no first visit needs.
  const moving = useChange(switchWorkspace, { after: () => window.location.assign(address) });
  return (
    <NoPage
      title={title}
      actions={places.map(({ id, name }) => (
        <Button
          key={id ?? 'service'}
          loading={!moving.isIdle && !moving.isError && moving.variables === id}
          onClick={() => moving.mutate(id)}
        >
          Go to {name}
        </Button>
      ))}
    >
      {children}
    </NoPage>
  );
}
