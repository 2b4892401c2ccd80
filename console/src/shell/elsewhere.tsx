// A page of another workspace or of the service. Offers to switch there.
import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../api/change.ts';
import { switchWorkspace } from '../api/sign-in.ts';
import { t } from '../parts/texts/t.ts';
import { NoPage } from './no-page.tsx';

interface ElsewhereProps {
  readonly title: string;
  readonly places: readonly { readonly id: string | null; readonly name: string }[];
  readonly children: ReactNode;
}

export function Elsewhere({ title, places, children }: ElsewhereProps) {
  const address = useLocation().href;
  // Reload the page, so that data of one workspace are never visible in another. `useMoving` is not used here, to keep
  // it out of the first download.
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
          {t('Go to {name}', { name })}
        </Button>
      ))}
    >
      {children}
    </NoPage>
  );
}
