// The state of an approval in a sentence: who asked, approved or sent the revision back, and their note.
import type { Approval } from '../../api/publishing.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

interface ApprovalSummaryProps {
  readonly detail: TrailDetail;
  readonly approval: Approval;
}

export function ApprovalSummary({ detail, approval }: ApprovalSummaryProps) {
  const { state, revision, requested_by, requested_at, decided_by, decided_at, note, answer } = approval;
  const opens = detail.visibility === 'restricted' && approval.audience === 'all_teams';
  const asker = requested_by?.name || t('Someone');
  const decider = decided_by?.name || t('Someone');
  if (state === 'requested')
    return (
      <>
        {rich('<b>{asker}</b> asked for approval of revision {revision}', {
          b: (text) => <b dir="auto">{text}</b>,
          asker,
          revision,
        })}
        {opens && t(' for everyone')}
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
        {rich('<b>{decider}</b> approved revision {revision}', {
          b: (text) => <b dir="auto">{text}</b>,
          decider,
          revision,
        })}
        {opens && t(' for everyone')}
        {decided_at !== null && (
          <>
            {' '}
            <Instant at={decided_at} />
          </>
        )}
        {rich('. {words}Saving again requires another approval.', { words: <Words text={answer} /> })}
      </>
    );
  if (state === 'withdrawn')
    return (
      <>
        {rich('<b>{decider}</b> sent revision {revision} back. {words}Change it, or ask again.', {
          b: (text) => <b dir="auto">{text}</b>,
          decider,
          revision,
          words: <Words text={answer} />,
        })}
      </>
    );
  if (state === 'outdated') return <>{t('The draft has changed since, so it needs approval again.')}</>;
  return <>{t('Another person must approve exactly this revision before it is published.')}</>;
}

const Words = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <>
      <q dir="auto">{text}</q>{' '}
    </>
  );
