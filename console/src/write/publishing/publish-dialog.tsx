// The review before publishing: changes for employees, the audience, possible improvements, and a note for the version
// list.
import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trailGroups } from '../../api/audiences.ts';
import { useChange } from '../../api/change.ts';
import { type Schedule, scheduleTrail } from '../../api/publishing.ts';
import { isOperating, useSession } from '../../api/session.ts';
import { publishTrail, type TrailDetail, trailDetail } from '../../api/trails.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { moment } from '../../parts/texts/instant.tsx';
import { t } from '../../parts/texts/t.ts';
import { Checks } from '../draft/checks.tsx';
import { Effect } from './effect.tsx';
import { MomentField, schedulable, tomorrowMorning } from './moment-field.tsx';
import { isNoteTooLong, NoteField } from './note-field.tsx';
import { ReaderChanges } from './reader-changes.tsx';
import { PendingSchedule, usePendingSchedule } from './standing-schedule.tsx';

interface PublishDialogProps {
  readonly detail: TrailDetail;
  readonly opened: boolean;
  /** True to preselect publishing at a later time. */
  readonly isLater: boolean;
  readonly close: () => void;
}

export function PublishDialog({ detail, opened, isLater, close }: PublishDialogProps) {
  const [note, setNote] = useState('');
  const time = usePublishingTime(isLater);
  const replaced = usePendingSchedule(detail.id, 'publish');
  const leave = (): void => {
    time.reset();
    close();
  };
  const publishing = usePublication(detail, note, replaced, () => {
    setNote('');
    leave();
  });
  const blocking = detail.publish_issues.filter(({ severity }) => severity === 'error');
  const isReady = blocking.length === 0 && !isNoteTooLong(note) && (!time.isSet || time.at !== undefined);
  return (
    <Dialog
      opened={opened}
      onClose={leave}
      size="lg"
      title={detail.status === 'live' ? t('Publish the changes') : t('Publish this trail')}
    >
      <Stack>
        <AudienceText detail={detail} isLater={time.isSet} />
        {blocking.length > 0 && (
          <Alert color="red" variant="light" title={t('This must be fixed first')}>
            <Checks issues={blocking} named />
          </Alert>
        )}
        {opened && <ReaderChanges detail={detail} />}
        {opened && blocking.length === 0 && <Effect detail={detail} />}
        <Advice detail={detail} />
        <NoteField label={t('Note for the version list')} minRows={1} note={note} set={setNote} />
        <TimeFields time={time} replaced={replaced} />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            {t('Not yet')}
          </Button>
          <Button disabled={!isReady} loading={publishing.isPending} onClick={() => publishing.mutate(time.at)}>
            {time.isSet ? t('Schedule') : t('Publish')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface PublishingTime {
  /** False to publish now. */
  readonly isSet: boolean;
  /** The value of the time field. */
  readonly text: string;
  /** Undefined to publish now, or if the field contains no valid time. */
  readonly at: Date | undefined;
  readonly choose: (isSet: boolean) => void;
  readonly write: (text: string) => void;
  /** Resets the choice for the next opening, but keeps the note. */
  readonly reset: () => void;
}

function usePublishingTime(isLater: boolean): PublishingTime {
  const [text, write] = useState(tomorrowMorning);
  const [chosen, choose] = useState<boolean>();
  const isSet = chosen ?? isLater;
  return { isSet, text, at: isSet ? schedulable(text) : undefined, choose, write, reset: () => choose(undefined) };
}

/** Publishes the revision on the page, now or at the given time. */
const usePublication = (detail: TrailDetail, note: string, replaced: Schedule | undefined, after: () => void) =>
  useChange(
    async (at: Date | undefined) => {
      const { id, revision } = detail;
      if (at === undefined)
        return t('Version {version} is live.', {
          version: (await publishTrail(id, revision, note)).published_version,
        });
      await scheduleTrail(id, { action: 'publish', at, revision, note, replaced });
      return t('Employees see it from {time}.', { time: moment(at.toISOString()) });
    },
    {
      done: (sentence) => sentence,
      refresh: [trailDetail(detail.id).queryKey, ['trails', 'list'], ['visible']],
      after,
    },
  );

/** Says who will see the trail. */
function AudienceText({ detail, isLater }: { readonly detail: TrailDetail; readonly isLater: boolean }) {
  const session = useSession();
  const isService = isOperating(session);
  const groups = useQuery({ ...trailGroups(detail.id), enabled: detail.visibility === 'restricted' && !isService });
  const count = groups.data?.audience_count ?? detail.grant_count;
  const isNobody = detail.visibility === 'restricted' && count === 0;
  const values = { audience: audience(detail.visibility, count, isService), revision: detail.revision };
  return (
    <Text>
      {isLater
        ? t('{audience} will see revision {revision} from then on.', values)
        : t('{audience} will see revision {revision} at once.', values)}{' '}
      {isNobody && t('No one has access yet. Add people on the tab Access and owner.')}
    </Text>
  );
}

/** Workspaces are counted. Groups and sets open a trail as well as grants to people do. */
function audience(visibility: TrailDetail['visibility'], count: number, isService: boolean): string {
  if (visibility === 'all_teams') return isService ? t('Every workspace') : t('Every member of the workspace');
  return isService
    ? t('{count, plural, =0 {No workspace} one {The one workspace} other {The # workspaces}} with access', { count })
    : t('{count, plural, =0 {No one} other {People with access}}', { count });
}

function Advice({ detail }: { readonly detail: TrailDetail }) {
  const advice = detail.publish_issues.filter(({ severity }) => severity === 'warning');
  if (advice.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('Suggestions')}
      </Text>
      <Checks issues={advice} named />
    </div>
  );
}

interface TimeFieldsProps {
  readonly time: PublishingTime;
  readonly replaced: Schedule | undefined;
}

function TimeFields({ time, replaced }: TimeFieldsProps) {
  return (
    <>
      <Switch
        label={t('At a later time')}
        description={t('If the draft is saved again before then, nothing is published, and the page says so.')}
        checked={time.isSet}
        onChange={(event) => time.choose(event.currentTarget.checked)}
      />
      {time.isSet && <PendingSchedule schedule={replaced} />}
      {time.isSet && <MomentField label={t('When')} value={time.text} onChange={time.write} />}
    </>
  );
}
