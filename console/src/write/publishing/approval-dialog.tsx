// Asks for approval, approves, or sends a trail back. Concerns exactly the revision on this page.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { type Approval, type Decision, decide, type SeenApproval } from '../../api/publishing.ts';
import { type TrailDetail, trailDetail } from '../../api/trails.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { ApprovalSummary } from './approval-standing.tsx';
import { Effect } from './effect.tsx';
import { isApproved } from './needs-approval.ts';
import { isNoteTooLong, NoteField } from './note-field.tsx';
import { ReaderChanges } from './reader-changes.tsx';

interface ApprovalDialogProps {
  readonly detail: TrailDetail;
  readonly approval: Approval;
  /** True for the person who decides, false for the one who asks. */
  readonly isReview: boolean;
  readonly opened: boolean;
  readonly close: () => void;
}

const DONE: Readonly<Record<Decision, string>> = {
  request: 'Approval requested. People who can publish find it under Trails, "Waits for approval".',
  approve: 'Approved. It can be published now.',
  withdraw: 'Sent back.',
};

export function ApprovalDialog({ detail, approval, isReview, opened, close }: ApprovalDialogProps) {
  const [note, setNote] = useState('');
  const { state, audience, group_ids } = approval;
  const seen = isReview ? { state, audience, group_ids } : undefined;
  const deciding = useDecision(detail, note, seen, () => {
    setNote('');
    close();
  });
  return (
    <Dialog opened={opened} onClose={close} size="lg" title={isReview ? 'Review this revision' : 'Ask for approval'}>
      <Stack>
        <Text size="sm">
          {isReview
            ? `You decide about revision ${detail.revision}. Approving does not publish it, which is a separate step.`
            : `Another person who can publish reviews revision ${detail.revision}. If you save again, you need another approval.`}
        </Text>
        {isReview && <RequestSummary detail={detail} approval={approval} />}
        {opened && <ReaderChanges detail={detail} />}
        {opened && isReview && <Effect detail={detail} />}
        <NoteField
          label={isReview ? 'Note to the author' : 'Note to the reviewer'}
          minRows={2}
          note={note}
          set={setNote}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Not yet
          </Button>
          {decisionsOf(detail, approval, isReview).map(({ decision, label, isSecond = false }) => (
            <Button
              key={decision}
              {...(isSecond && { variant: 'default' })}
              disabled={isNoteTooLong(note)}
              loading={deciding.isPending}
              onClick={() => deciding.mutate(decision)}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Decides about the revision on the page. `seen` is what the person saw of the approval. */
const useDecision = (detail: TrailDetail, note: string, seen: SeenApproval | undefined, after: () => void) =>
  useChange(
    async (decision: Decision) => ({
      decision,
      answer: await decide(detail.id, decision, detail.revision, note, seen && { seen }),
    }),
    {
      refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
      done: ({ decision }) => DONE[decision],
      after,
    },
  );

interface Choice {
  readonly decision: Decision;
  readonly label: string;
  readonly isSecond?: boolean;
}

/** If a colleague approved while this was open, the only choice left is to withdraw the approval. */
function decisionsOf(detail: TrailDetail, approval: Approval, isReview: boolean): readonly Choice[] {
  if (!isReview) return [{ decision: 'request', label: 'Ask for approval' }];
  if (isApproved(detail, approval)) return [{ decision: 'withdraw', label: 'Withdraw the approval', isSecond: true }];
  const approve: Choice = { decision: 'approve', label: 'Approve' };
  if (approval.state !== 'requested') return [approve];
  return [{ decision: 'withdraw', label: 'Send back', isSecond: true }, approve];
}

type RequestSummaryProps = Pick<ApprovalDialogProps, 'detail' | 'approval'>;

/** Shown before the decision: the audience, and the request or decision so far. */
function RequestSummary({ detail, approval }: RequestSummaryProps) {
  const opens = approval.audience === 'all_teams' && detail.visibility === 'restricted';
  return (
    <>
      {opens && (
        <Alert color="yellow" variant="light">
          The request is to show this trail to everyone. Today only people with access see it.
        </Alert>
      )}
      {approval.group_ids.length > 0 && (
        <Text size="sm">
          {approval.group_ids.length === 1
            ? 'You also decide for the members of 1 group.'
            : `You also decide for the members of ${approval.group_ids.length} groups.`}
        </Text>
      )}
      {approval.state !== 'not_requested' && (
        // A colleague may have decided while this was open. Show their note.
        <Text size="sm" component="div" role="status">
          <ApprovalSummary detail={detail} approval={approval} />
        </Text>
      )}
    </>
  );
}
