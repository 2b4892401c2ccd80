// Asking for another person's approval, and giving it or sending the trail back: about the revision on this page.
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { countCharacters, LIMITS } from '../../../src/trails/limits.ts';
import { useChange } from '../api/change.ts';
import { type Approval, type Decision, decide } from '../api/publishing.ts';
import { type TrailDetail, trailDetail } from '../api/trails.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ApprovalStanding } from './approval-standing.tsx';
import { Effect } from './effect.tsx';
import { ReaderChanges } from './reader-changes.tsx';

interface ApprovalDialogProps {
  readonly detail: TrailDetail;
  readonly approval: Approval;
  /** True: the person decides; false: they ask. */
  readonly isReview: boolean;
  readonly opened: boolean;
  readonly close: () => void;
}

const DONE: Readonly<Record<Decision, string>> = {
  request: 'Asked. Whoever may publish finds it under Trails, "Waits for approval".',
  approve: 'Approved. It can be published now.',
  withdraw: 'Sent back.',
};

export function ApprovalDialog({ detail, approval, isReview, opened, close }: ApprovalDialogProps) {
  const [note, setNote] = useState('');
  const deciding = useChange(
    async (decision: Decision) => ({
      decision,
      answer: await decide(detail.id, decision, detail.revision, note, isReview ? { state: approval.state } : {}),
    }),
    {
      refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
      done: ({ decision }) => DONE[decision],
      after: () => {
        setNote('');
        close();
      },
    },
  );
  const opens = approval.audience === 'all_teams' && detail.visibility === 'restricted';
  const isTooLong = countCharacters(note) > LIMITS.note.max;
  return (
    <Dialog opened={opened} onClose={close} size="lg" title={isReview ? 'Review this revision' : 'Ask for approval'}>
      <Stack>
        <Text size="sm">
          {isReview
            ? `You decide about revision ${detail.revision}. Approving does not publish it: that is a step of its own.`
            : `Another person who may publish looks at revision ${detail.revision}. A later save needs another approval.`}
        </Text>
        {isReview && opens && (
          <Alert color="yellow" variant="light">
            It is asked to show this trail to everybody. Today only the people granted access see it.
          </Alert>
        )}
        {isReview && approval.state !== 'not_requested' && (
          // A colleague may have decided while this was open: their words stand before this person's.
          <Text size="sm" component="div" role="status">
            <ApprovalStanding detail={detail} approval={approval} />
          </Text>
        )}
        {opened && <ReaderChanges detail={detail} />}
        {opened && isReview && <Effect detail={detail} />}
        <Textarea
          label={isReview ? 'A word to the author' : 'A word to the reviewer'}
          autosize
          minRows={2}
          value={note}
          error={isTooLong && `Has more than the ${LIMITS.note.max} characters that fit.`}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          {isReview && approval.state === 'requested' && (
            <Button
              variant="default"
              disabled={isTooLong}
              loading={deciding.isPending}
              onClick={() => deciding.mutate('withdraw')}
            >
              Send back
            </Button>
          )}
          <Button
            disabled={isTooLong}
            loading={deciding.isPending}
            onClick={() => deciding.mutate(isReview ? 'approve' : 'request')}
          >
            {isReview ? 'Approve' : 'Ask for approval'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
