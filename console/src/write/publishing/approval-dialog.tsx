// The dialog that asks for approval, approves, or sends a trail back. Concerns exactly the revision on this page.
import { Button } from '@mantine/core';
import type { Approval } from '../../api/publishing.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { t } from '../../parts/texts/t.ts';
import { ApprovalForm } from './approval-form.tsx';

interface ApprovalDialogProps {
  readonly detail: TrailDetail;
  readonly approval: Approval;
  /** True for the person who decides, false for the one who asks. */
  readonly isReview: boolean;
  readonly opened: boolean;
  readonly close: () => void;
}

export function ApprovalDialog({ detail, approval, isReview, opened, close }: ApprovalDialogProps) {
  const leave = (
    <Button variant="default" onClick={close}>
      {t('Not yet')}
    </Button>
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="lg"
      title={isReview ? t('Review this revision') : t('Ask for approval')}
    >
      <ApprovalForm detail={detail} approval={approval} isReview={isReview} leave={leave} after={close} />
    </Dialog>
  );
}
