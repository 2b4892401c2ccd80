// Schedules unpublishing.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { scheduleTrail } from '../../api/publishing.ts';
import { type TrailDetail, trailDetail } from '../../api/trails.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { moment } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';
import { MomentField, schedulable, tomorrowMorning } from './moment-field.tsx';
import { PendingSchedule, usePendingSchedule } from './standing-schedule.tsx';

interface UnpublishLaterProps {
  readonly detail: TrailDetail;
  readonly opened: boolean;
  readonly close: () => void;
}

export function UnpublishLater({ detail, opened, close }: UnpublishLaterProps) {
  const [text, setText] = useState(tomorrowMorning);
  const at = schedulable(text);
  const replaced = usePendingSchedule(detail.id, 'unpublish');
  const scheduling = useChange(
    (when: Date) =>
      scheduleTrail(detail.id, { action: 'unpublish', at: when, revision: detail.revision, note: '', replaced }).then(
        () => when,
      ),
    {
      refresh: [trailDetail(detail.id).queryKey, ['trails', 'list']],
      done: (when) => t('Employees see it until {time}.', { time: moment(when.toISOString()) }),
      after: close,
    },
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('Schedule unpublishing of "{detail}"', { detail: detail.title })}
      centered
    >
      <Stack>
        <Text size="sm">
          {t('Employees no longer see it from then on. Versions stay, and you can cancel this until then.')}
        </Text>
        <PendingSchedule schedule={replaced} />
        <MomentField label={t('When')} value={text} onChange={setText} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('Not yet')}
          </Button>
          <Button
            disabled={at === undefined}
            loading={scheduling.isPending}
            onClick={() => at !== undefined && scheduling.mutate(at)}
          >
            {t('Schedule')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
