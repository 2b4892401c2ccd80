// Pages of a room that not everybody has: who may not enter is told whom to ask, and sees nothing of the page, where
// its buttons would stand over a refusal. A person who loses a role keeps the page they are on, with what they have
// typed in it.
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { canManage, canWrite, useSession } from '../api/session.ts';
import { NoPage } from './no-page.tsx';

/** Pages for who writes trails. */
export function OfAuthors() {
  const mayEnter = useEntry(canWrite(useSession()));
  if (mayEnter) return <Outlet />;
  return (
    <NoPage title="This page is for authors">
      Ask an admin of your workspace for the role Author to write trails, or Publisher to publish them too.
    </NoPage>
  );
}

/** Pages for both: what needs a hand, of trails and of people. */
export function OfAuthorsAndAdmins() {
  const session = useSession();
  const mayEnter = useEntry(canWrite(session) || canManage(session));
  if (mayEnter) return <Outlet />;
  return (
    <NoPage title="This page is for authors and admins">
      It shows what needs a hand. Trails that are published are found on the start page.
    </NoPage>
  );
}

/** Pages for who runs the workspace. */
export function OfAdmins() {
  const session = useSession();
  const mayEnter = useEntry(canManage(session));
  if (mayEnter) return <Outlet />;
  return (
    <NoPage title="This page is for admins">
      The Owner and the admins of {session.team?.name ?? 'the workspace'} look after its people and settings. Ask one of
      them.
    </NoPage>
  );
}

/** Whether the person may be on the page: as it was when they came to it, or has become since. */
function useEntry(mayEnter: boolean): boolean {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const [last, keep] = useState({ path, mayEnter });
  const now = last.path === path && (last.mayEnter || !mayEnter) ? last : { path, mayEnter };
  if (now !== last) keep(now);
  return now.mayEnter;
}
