// The session has ended while something was typed or shown that would be lost: the page stays as it is, covered, until the
// same person has signed in again beside it. Who signs in as somebody else starts anew (shell.tsx).
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { sessionEnds } from '../api/cache.ts';
import { patiently } from '../api/patiently.ts';
import { sessionQuery } from '../api/session.ts';
import { holdsWork } from '../parts/held-work.ts';

/** Hardly anybody ever sees it: it comes when it is needed. */
const SessionDialog = lazy(() =>
  patiently(() => import('./session-dialog.tsx')).then((file) => ({ default: file.SessionDialog })),
);

export function SessionOver() {
  const queries = useQueryClient();
  const [endedAt, setEndedAt] = useState<number>();
  const { dataUpdatedAt, refetch, isFetching } = useQuery({ ...sessionQuery, subscribed: endedAt !== undefined });
  const isOver = endedAt !== undefined;
  useEffect(() => {
    const stay = (): void => {
      if (holdsWork()) setEndedAt((earlier) => earlier ?? Date.now());
    };
    sessionEnds.addEventListener('end', stay);
    return () => sessionEnds.removeEventListener('end', stay);
  }, []);
  useEscapeHeld(isOver);
  useEffect(() => {
    if (!isOver) return;
    const look = (): void => void refetch();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [isOver, refetch]);
  useEffect(() => {
    if (endedAt === undefined || dataUpdatedAt <= endedAt) return;
    setEndedAt(undefined);
    void queries.invalidateQueries();
  }, [endedAt, dataUpdatedAt, queries]);
  return <Suspense>{isOver && <SessionDialog isAsking={isFetching} look={() => void refetch()} />}</Suspense>;
}

/** Escape closes every dialog that is open, the one beneath too: this is heard before any of them is there. */
function useEscapeHeld(isHeld: boolean): void {
  const latest = useRef(isHeld);
  latest.current = isHeld;
  useEffect(() => {
    const stop = (event: KeyboardEvent): void => {
      if (latest.current && event.key === 'Escape') event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', stop, true);
    return () => window.removeEventListener('keydown', stop, true);
  }, []);
}
