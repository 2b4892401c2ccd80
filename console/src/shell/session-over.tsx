// If a session ends while the page holds unsaved work, the page is covered and kept until the same person has signed in
// again in another tab. If a different person signs in, the page reloads (shell.tsx).
import { Suspense, useEffect, useState } from 'react';
import { isOfFormerMember, sessionEnds } from '../api/cache.ts';
import { holdsWork } from '../parts/forms/held-work.ts';
import { late } from '../parts/page/late.tsx';

/** Rarely needed, so loaded on demand. */
const SessionDialog = late(() => import('./session-dialog.tsx').then((file) => file.SessionDialog));

export function SessionOver() {
  const [end, setEnd] = useState<Event>();
  useEffect(() => {
    // While the page is covered, the latest refusal counts: the person may have been restored and removed again.
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
