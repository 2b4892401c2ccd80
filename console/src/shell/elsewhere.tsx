// A page of another place than the session is in: the ways there.
import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../api/change.ts';
import { switchWorkspace } from '../api/sign-in.ts';
import { NoPage } from './no-page.tsx';

interface ElsewhereProps {
  readonly title: string;
  readonly places: readonly { readonly id: string | null; readonly name: string }[];
  readonly children: ReactNode;
}

export function Elsewhere({ title, places, children }: ElsewhereProps) {
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
