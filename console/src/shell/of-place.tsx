// A session is in one workspace or, for operators, in the service itself. URLs of the other kind show no content, but
// an offer to switch.
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isOperating, useSession } from '../api/session.ts';
import { late } from '../parts/page/late.tsx';
import { t } from '../parts/texts/t.ts';
import { NotHere } from './not-here.tsx';

const Elsewhere = late(() => import('./elsewhere.tsx').then((file) => file.Elsewhere));

/** Pages of the service, for operators outside any workspace. */
export function OfService() {
  const session = useSession();
  if (isOperating(session)) return <Outlet />;
  if (!session.is_operator) return <NotHere />;
  return (
    <Suspense>
      <Elsewhere title={t('This belongs to the service')} places={[{ id: null, name: t('Service operation') }]}>
        {t('You are in {team}. This page belongs to the service itself.', { team: session.team?.name })}
      </Elsewhere>
    </Suspense>
  );
}

/** Pages of a workspace. */
export function OfWorkspace() {
  const session = useSession();
  if (!isOperating(session)) return <Outlet />;
  return (
    <Suspense>
      <Elsewhere title={t('This belongs to a workspace')} places={session.workspaces}>
        {t('You are in service operation. This page belongs to a workspace.')}
      </Elsewhere>
    </Suspense>
  );
}
