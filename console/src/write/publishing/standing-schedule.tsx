// Says that a schedule exists before another one replaces it.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Schedule, trailSchedules } from '../../api/publishing.ts';
import { moment } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

/** The pending schedule, if the cache has one. */
export const usePendingSchedule = (trailId: string, action: Schedule['action']): Schedule | undefined =>
  useQuery(trailSchedules(trailId)).data?.items.find((one) => one.action === action && one.state === 'waiting');

export function PendingSchedule({ schedule }: { readonly schedule: Schedule | undefined }) {
  if (schedule === undefined) return null;
  return (
    <Text size="sm">
      {rich('It is already set for <b>{time}</b>, scheduled by <span>{scheduledBy}</span>. A new time replaces it.', {
        time: moment(schedule.at),
        span: (text) => <span dir="auto">{text}</span>,
        scheduledBy: schedule.scheduled_by.name || t('someone'),
      })}
    </Text>
  );
}
