// The session has ended while something was typed or shown that would be lost: the page stays as it is, covered, until
// the same person has signed in again beside it. Who signs in as somebody else starts anew (shell.tsx).
import { Suspense, useEffect, useState } from 'react';
import { isOfFormerMember, sessionEnds } from '../api/cache.ts';
import { holdsWork } from '../parts/forms/held-work.ts';
import { late } from '../parts/page/late.tsx';

/** Hardly anybody ever sees it: it comes when it is needed. */
const SessionDialog = late(() => import('./session-dialog.tsx').then((file) => file.SessionDialog));

export function SessionOver() {
  const [end, setEnd] = useState<Event>();
  useEffect(() => {
    // Who is let in again signs in again too: what the last refusal said is what holds.
    const stay = (event: Event): void =>
      setEnd((already) => (already !== undefined || holdsWork() ? event : undefined));
    sessionEnds.addEventListener('end', stay);
    return () => sessionEnds.removeEventListener('end', stay);
  }, []);
  if (end === undefined) return null;
  return (
    <Suspense>
      <SessionDialog isOut={isOfFormerMember(end)} onReturn={() => setEnd(undefined)} />
    </Suspense>
  );
}
