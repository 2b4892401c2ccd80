// Pages that require a role. People without it see whom to ask instead of a page whose buttons would be refused. A
// person who loses a role keeps the open page with its typed text.
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { canEdit, canManage, canWrite, useSession } from '../api/session.ts';
import { t } from '../parts/texts/t.ts';
import { NoPage } from './no-page.tsx';

/** Pages for authors. */
export function OfAuthors() {
  const mayEnter = useEntry(canWrite(useSession()));
  if (mayEnter) return <Outlet />;
  return (
    <NoPage title={t('This page is for authors')}>
      {t(
        'To write trails, ask an admin of your workspace for the Author role. To publish them too, ask for the Publisher role.',
      )}
    </NoPage>
  );
}

/** Pages for authors, and for editors of some trails. */
export function OfEditors() {
  const mayEnter = useEntry(canEdit(useSession()));
  if (mayEnter) return <Outlet />;
  return (
    <NoPage title={t('This page is for authors')}>
      {t(
        'To write trails, ask an admin of your workspace for the Author role. To change a single trail, ask one of its authors for the right to edit it.',
      )}
    </NoPage>
  );
}

/** Pages for members of the group that approves. */
export function OfApprovers() {
  const mayEnter = useEntry(useSession().approves_trails);
  if (mayEnter) return <Outlet />;
  return (
    <NoPage title={t('This page is for approvers')}>
      {t('An admin chooses the group whose members approve trails. Publishers find requests under Trails.')}
    </NoPage>
  );
}

/** Pages for authors and admins. */
export function OfAuthorsAndAdmins() {
  const session = useSession();
  const mayEnter = useEntry(canWrite(session) || canManage(session));
  if (mayEnter) return <Outlet />;
  return (
    <NoPage title={t('This page is for authors and admins')}>
      {t('It shows open tasks. You can find published trails on the start page.')}
    </NoPage>
  );
}

/** Pages for admins. */
export function OfAdmins() {
  const session = useSession();
  const mayEnter = useEntry(canManage(session));
  if (mayEnter) return <Outlet />;
  return (
    <NoPage title={t('This page is for admins')}>
      {t('The Owner and the admins of {team} manage its people and settings. Ask one of them.', {
        team: session.team?.name ?? t('the workspace'),
      })}
    </NoPage>
  );
}

/** True if the person had the role when they opened the page, or has received it since. */
function useEntry(mayEnter: boolean): boolean {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const [last, keep] = useState({ path, mayEnter });
  const now = last.path === path && (last.mayEnter || !mayEnter) ? last : { path, mayEnter };
  if (now !== last) keep(now);
  return now.mayEnter;
}
