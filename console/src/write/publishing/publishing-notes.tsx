// Notes above the tabs about approvals and schedules, which delay publishing.
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { trailApproval, trailSchedules } from '../../api/publishing.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { late } from '../../parts/page/late.tsx';
import { Unanswered } from '../../parts/page/states.tsx';

// Loaded on demand, because few trails have any.
const Notes = late(() => import('./publishing-note.tsx').then((file) => file.Notes));

export function PublishingNotes({ detail }: { readonly detail: TrailDetail }) {
  const asked = useQuery(trailApproval(detail.id, detail.revision));
  const approval = asked.data;
  const scheduled = useQuery(trailSchedules(detail.id));
  const isOpening = detail.visibility === 'restricted' && approval?.audience === 'all_teams';
  const isPublished = detail.status === 'live' && !detail.has_unpublished_changes && !isOpening;
  const isSettled = detail.status === 'archived' || isPublished;
  const required = approval?.required === true && !isSettled ? approval : undefined;
  const schedules = (scheduled.data?.items ?? []).filter(({ state }) => state !== 'done');
  return (
    <>
      <Unanswered of={asked.data === undefined ? asked : scheduled} />
      {(required !== undefined || schedules.length > 0) && (
        <Suspense>
          <Notes detail={detail} approval={required} schedules={schedules} />
        </Suspense>
      )}
    </>
  );
}
