// The dialogs of a trail, loaded on first use: publish now or later, ask for approval, review, unpublish later, and
// confirmations.
import { useQuery } from '@tanstack/react-query';
import { trailApproval } from '../../api/publishing.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { useClosedAtFirst } from '../../parts/dialogs/dialog.tsx';
import { ApprovalDialog } from '../publishing/approval-dialog.tsx';
import { PublishDialog } from '../publishing/publish-dialog.tsx';
import { UnpublishLater } from '../publishing/unpublish-later.tsx';
import { type Asked, TrailQuestions } from './trail-questions.tsx';

export type Dialog = 'publish' | 'publish-later' | 'unpublish-later' | 'ask' | 'review' | Asked;

interface TrailDialogsProps {
  readonly detail: TrailDetail;
  readonly dialog: Dialog | undefined;
  readonly close: () => void;
}

export function TrailDialogs({ detail, dialog: asked, close }: TrailDialogsProps) {
  const dialog = useClosedAtFirst(asked);
  const approval = useQuery(trailApproval(detail.id, detail.revision)).data;
  const isReview = dialog === 'review';
  const isLater = dialog === 'publish-later';
  return (
    <>
      <TrailQuestions detail={detail} asked={isAsked(dialog) ? dialog : undefined} close={close} />
      <PublishDialog detail={detail} opened={dialog === 'publish' || isLater} isLater={isLater} close={close} />
      <UnpublishLater detail={detail} opened={dialog === 'unpublish-later'} close={close} />
      {approval !== undefined && (
        <ApprovalDialog
          detail={detail}
          approval={approval}
          isReview={isReview}
          opened={isReview || dialog === 'ask'}
          close={close}
        />
      )}
    </>
  );
}

const isAsked = (dialog: Dialog | undefined): dialog is Asked =>
  dialog === 'unpublish' || dialog === 'archive' || dialog === 'delete';
