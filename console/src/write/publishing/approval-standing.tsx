// The state of an approval in a sentence: who asked, approved or sent the revision back, and their note.

import type { ReactNode } from 'react';
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
  const b = (text: ReactNode) => <b dir="auto">{text}</b>;
  const asked = { b, asker, revision, when: requested_at && <Instant at={requested_at} /> };
  const approved = { b, decider, revision, when: decided_at && <Instant at={decided_at} /> };
  if (state === 'requested')
    return (
      <>
        {opens
          ? rich('<b>{asker}</b> asked for approval of revision {revision} for everyone {when}.', asked)
          : rich('<b>{asker}</b> asked for approval of revision {revision} {when}.', asked)}{' '}
        <Words text={note} />
        {approval.obstacle}
      </>
    );
  if (state === 'approved')
    return (
      <>
        {opens
          ? rich('<b>{decider}</b> approved revision {revision} for everyone {when}.', approved)
          : rich('<b>{decider}</b> approved revision {revision} {when}.', approved)}{' '}
        <Words text={answer} />
        {t('Saving again requires another approval.')}
      </>
    );
  if (state === 'withdrawn')
    return (
      <>
        {rich('<b>{decider}</b> sent revision {revision} back.', { b, decider, revision })} <Words text={answer} />
        {t('Change it, or ask again.')}
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
