// The state of an approval in a sentence: who asked, approved or sent the revision back, and their note.
import type { Approval } from '../../api/publishing.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { Instant } from '../../parts/texts/instant.tsx';

interface ApprovalSummaryProps {
  readonly detail: TrailDetail;
  readonly approval: Approval;
}

export function ApprovalSummary({ detail, approval }: ApprovalSummaryProps) {
  const { state, revision, requested_by, requested_at, decided_by, decided_at, note, answer } = approval;
  const opens = detail.visibility === 'restricted' && approval.audience === 'all_teams';
  const asker = requested_by?.name || 'Someone';
  const decider = decided_by?.name || 'Someone';
  if (state === 'requested')
    return (
      <>
        <b dir="auto">{asker}</b> asked for approval of revision {revision}
        {opens && ' for everyone'}
        {requested_at !== null && (
          <>
            {' '}
            <Instant at={requested_at} />
          </>
        )}
        . <Words text={note} />
        {approval.obstacle}
      </>
    );
  if (state === 'approved')
    return (
      <>
        <b dir="auto">{decider}</b> approved revision {revision}
        {opens && ' for everyone'}
        {decided_at !== null && (
          <>
            {' '}
            <Instant at={decided_at} />
          </>
        )}
        . <Words text={answer} />
        Saving again requires another approval.
      </>
    );
  if (state === 'withdrawn')
    return (
      <>
        <b dir="auto">{decider}</b> sent revision {revision} back. <Words text={answer} />
        Change it, or ask again.
      </>
    );
  if (state === 'outdated') return <>The draft has changed since, so it needs approval again.</>;
  return <>Another person must approve exactly this revision before it is published.</>;
}

const Words = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <>
      <q dir="auto">{text}</q>{' '}
    </>
  );
