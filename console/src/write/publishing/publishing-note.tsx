// Notes about a trail's approval and schedules, each with a button that cancels it.
import { Button, Group, Paper, Text } from '@mantine/core';
import { IconCalendarTime, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useChange } from '../../api/change.ts';
import { type Approval, cancelSchedule, decide, type Schedule } from '../../api/publishing.ts';
import { canPublish, useSession } from '../../api/session.ts';
import { type TrailDetail, trailDetail } from '../../api/trails.ts';
import { moment } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { ApprovalSummary } from './approval-standing.tsx';

interface NotesProps {
  readonly detail: TrailDetail;
  /** Undefined if no approval is needed. */
  readonly approval: Approval | undefined;
  readonly schedules: readonly Schedule[];
}

export function Notes({ detail, approval, schedules }: NotesProps) {
  return (
    <>
      {approval !== undefined && <ApprovalNote detail={detail} approval={approval} />}
      {schedules.map((schedule) => (
        <ScheduleNote key={schedule.action} detail={detail} schedule={schedule} />
      ))}
    </>
  );
}

interface NoteProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

function Note({ icon, children, action }: NoteProps) {
  return (
    <Paper withBorder px="md" py="xs" mb="sm" className="note" role="status">
      <Group gap="sm" wrap="nowrap" align="center">
        {icon}
        <Text size="sm" component="div" style={{ flex: 1, minWidth: 0 }}>
          {children}
        </Text>
        {action}
      </Group>
    </Paper>
  );
}

function ApprovalNote({ detail, approval }: { readonly detail: TrailDetail; readonly approval: Approval }) {
  const session = useSession();
  const withdrawing = useChange(
    () => decide(detail.id, 'withdraw', detail.revision, '', { seen: { state: approval.state } }),
    {
      refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
      done: t('Taken back.'),
    },
  );
  const isMine = [approval.requested_by?.id, approval.decided_by?.id].includes(session.person.id);
  const isOpen = approval.state === 'requested' || approval.state === 'approved';
  const action = isOpen && (isMine || canPublish(session)) && (
    <Button size="xs" variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate(undefined)}>
      {approval.state === 'approved' ? t('Withdraw the approval') : t('Take back')}
    </Button>
  );
  return (
    <Note
      icon={<IconUserCheck size={18} aria-hidden />}
      action={approval.state === 'requested' && !isMine ? null : action}
    >
      <ApprovalSummary detail={detail} approval={approval} />
    </Note>
  );
}

const failedOn = (action: Schedule['action'], time: string): string =>
  action === 'publish' ? t('Was not published on {time}.', { time }) : t('Was not unpublished on {time}.', { time });

function ScheduleNote({ detail, schedule }: { readonly detail: TrailDetail; readonly schedule: Schedule }) {
  const { action, at, state, revision, scheduled_by, outcome } = schedule;
  const isWaiting = state === 'waiting';
  const mayCancel = canPublish(useSession());
  const cancelling = useChange(() => cancelSchedule(detail.id, schedule), {
    refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
    done: isWaiting ? t('Canceled. Nothing happens at that time.') : t('The notice is gone.'),
  });
  const values = {
    revision,
    time: moment(at),
    span: (text: ReactNode) => <span dir="auto">{text}</span>,
    scheduledBy: scheduled_by.name || t('someone'),
  };
  return (
    <Note
      icon={<IconCalendarTime size={18} aria-hidden />}
      action={
        mayCancel && (
          <Button
            size="xs"
            variant="default"
            loading={cancelling.isPending}
            onClick={() => cancelling.mutate(undefined)}
          >
            {isWaiting ? t('Cancel') : t('Dismiss')}
          </Button>
        )
      }
    >
      {isWaiting ? (
        <>
          {action === 'unpublish'
            ? rich('Unpublishes on <b>{time}</b>, scheduled by <span>{scheduledBy}</span>.', values)
            : rich(
                'Publishes revision {revision} on <b>{time}</b>, scheduled by <span>{scheduledBy}</span>.',
                values,
              )}{' '}
          {detail.status === 'archived' && (
            <b>{t('It will be skipped unless the trail is restored from the archive first.')}</b>
          )}{' '}
          {revision !== null && revision !== detail.revision && (
            <b>{t('The draft has changed since. Schedule it again, or nothing will be published.')}</b>
          )}
        </>
      ) : (
        <>
          <b>{failedOn(action, moment(at))}</b> {outcome}
        </>
      )}
    </Note>
  );
}
