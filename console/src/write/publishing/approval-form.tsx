// The decision about a revision: the request, the changes for employees, a note, and the buttons. Used in a dialog for
// authors, and on a page for members of the group that approves.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../api/change.ts';
import { type Approval, type Decision, decide, myApprovals, type SeenApproval } from '../../api/publishing.ts';
import { canWrite, useSession } from '../../api/session.ts';
import { type TrailDetail, trailDetail } from '../../api/trails.ts';
import { listed } from '../../parts/texts/listed.ts';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { ApprovalSummary } from './approval-standing.tsx';
import { Effect } from './effect.tsx';
import { isApproved } from './needs-approval.ts';
import { isNoteTooLong, NoteField } from './note-field.tsx';
import { ReaderChanges } from './reader-changes.tsx';

interface ApprovalFormProps {
  readonly detail: TrailDetail;
  readonly approval: Approval;
  /** True for the person who decides, false for the one who asks. */
  readonly isReview: boolean;
  /** A button that leaves without a decision. */
  readonly leave?: ReactNode;
  readonly after: () => void;
}

const done = (decision: Decision, group: string | null): string => {
  if (decision === 'approve') return t('Approved. It can be published now.');
  if (decision === 'withdraw') return t('Sent back.');
  return group === null
    ? t('Approval requested. People who can publish find it under Trails, "Waits for approval".')
    : t('Approval requested. Members of {group} find it under Approvals.', { group });
};

export function ApprovalForm({ detail, approval, isReview, leave, after }: ApprovalFormProps) {
  const isAuthor = canWrite(useSession());
  const [note, setNote] = useState('');
  const { state, audience, group_ids } = approval;
  const seen = isReview ? { state, audience, group_ids } : undefined;
  const deciding = useDecision(detail, approval, note, seen, () => {
    setNote('');
    after();
  });
  return (
    <Stack>
      <Text size="sm">
        {isReview
          ? t('You decide about revision {revision}. Approving does not publish it, which is a separate step.', {
              revision: detail.revision,
            })
          : t('{approver} reviews revision {revision}. If you save again, you need another approval.', {
              approver: approver(approval),
              revision: detail.revision,
            })}
      </Text>
      {isReview && <RequestSummary detail={detail} approval={approval} />}
      <ReaderChanges detail={detail} />
      {isReview && isAuthor && <Effect detail={detail} />}
      <NoteField
        label={isReview ? t('Note to the author') : t('Note to the reviewer')}
        minRows={2}
        note={note}
        set={setNote}
      />
      <Group justify="flex-end">
        {leave}
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
  );
}

const approver = ({ approver_group }: Approval): string =>
  approver_group === null
    ? t('Another person who can publish')
    : t('A member of {approverGroup}', { approverGroup: approver_group });

/** Decides about the revision on the page. `seen` is what the person saw of the approval. */
const useDecision = (
  detail: TrailDetail,
  approval: Approval,
  note: string,
  seen: SeenApproval | undefined,
  after: () => void,
) =>
  useChange(
    async (decision: Decision) => ({
      decision,
      answer: await decide(detail.id, decision, detail.revision, note, seen && { seen }),
    }),
    {
      refresh: [trailDetail(detail.id).queryKey, ['trails', 'list'], myApprovals.queryKey],
      done: ({ decision }) => done(decision, approval.approver_group),
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
  if (!isReview) return [{ decision: 'request', label: t('Ask for approval') }];
  if (isApproved(detail, approval))
    return [{ decision: 'withdraw', label: t('Withdraw the approval'), isSecond: true }];
  const approve: Choice = { decision: 'approve', label: t('Approve') };
  if (approval.state !== 'requested') return [approve];
  return [{ decision: 'withdraw', label: t('Send back'), isSecond: true }, approve];
}

type RequestSummaryProps = Pick<ApprovalFormProps, 'detail' | 'approval'>;

/** Shown before the decision: the audience, and the request or decision so far. */
function RequestSummary({ detail, approval }: RequestSummaryProps) {
  const opens = approval.audience === 'all_teams' && detail.visibility === 'restricted';
  return (
    <>
      {opens && (
        <Alert color="yellow" variant="light">
          {t('The request is to show this trail to everyone. Today only people with access see it.')}
        </Alert>
      )}
      {approval.group_names.length > 0 && (
        <Text size="sm">
          {rich('You also decide for the members of <b>{groupNames}</b>.', {
            b: (text) => <b dir="auto">{text}</b>,
            groupNames: listed(approval.group_names),
          })}
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
