// The dialogs around a publication: publish now or later, ask for an approval, review, unpublish later.
import { useQuery } from '@tanstack/react-query';
import { trailApproval } from '../api/publishing.ts';
import type { TrailDetail } from '../api/trails.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { UnpublishLater } from './unpublish-later.tsx';

export type Dialog = 'publish' | 'publish later' | 'unpublish later' | 'ask' | 'review';

interface TrailDialogsProps {
  readonly detail: TrailDetail;
  readonly dialog: Dialog | undefined;
  readonly close: () => void;
}

export function TrailDialogs({ detail, dialog, close }: TrailDialogsProps) {
  const approval = useQuery(trailApproval(detail.id, detail.revision)).data;
  const isReview = dialog === 'review';
  const isLater = dialog === 'publish later';
  return (
    <>
      <PublishDialog detail={detail} opened={dialog === 'publish' || isLater} isLater={isLater} close={close} />
      <UnpublishLater detail={detail} opened={dialog === 'unpublish later'} close={close} />
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
