// Before employees see it: what changes for them, who they are, what could be better; a note for the list of versions.
import { Alert, Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { countCharacters, LIMITS } from '../../../src/trails/limits.ts';
import { useChange } from '../api/change.ts';
import { type Schedule, scheduleTrail } from '../api/publishing.ts';
import { isOperating, useSession } from '../api/session.ts';
import { publishTrail, type TrailDetail, trailDetail } from '../api/trails.ts';
import { Dialog } from '../parts/dialog.tsx';
import { moment } from '../parts/instant.tsx';
import { Checks } from './checks.tsx';
import { Effect } from './effect.tsx';
import { MomentField, schedulable, tomorrowMorning } from './moment-field.tsx';
import { ReaderChanges } from './reader-changes.tsx';
import { StandingSchedule, useStandingSchedule } from './standing-schedule.tsx';

interface PublishDialogProps {
  readonly detail: TrailDetail;
  readonly opened: boolean;
  /** True: it opens on "at a time". */
  readonly isLater: boolean;
  readonly close: () => void;
}

export function PublishDialog({ detail, opened, isLater, close }: PublishDialogProps) {
  const session = useSession();
  const [note, setNote] = useState('');
  const [text, setText] = useState(tomorrowMorning);
  const [timed, setTimed] = useState<boolean>();
  const isTimed = timed ?? isLater;
  const at = isTimed ? schedulable(text) : undefined;
  const isTooLong = countCharacters(note) > LIMITS.note.max;
  const standing = useStandingSchedule(detail.id, 'publish');
  const publishing = usePublication(detail, note, standing, () => {
    setNote('');
    setTimed(undefined);
    close();
  });
  const blocking = detail.publish_issues.filter(({ severity }) => severity === 'error');
  const advice = detail.publish_issues.filter(({ severity }) => severity === 'warning');
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="lg"
      title={detail.status === 'live' ? 'Publish the changes' : 'Publish this trail'}
    >
      <Stack>
        <Text>
          {audience(detail, isOperating(session))} will see revision {detail.revision}
          {isTimed ? ' from then on' : ' at once'}
          {detail.visibility === 'restricted' && detail.grant_count === 0
            ? ': none is granted access yet, on the tab Access and owner.'
            : '.'}
        </Text>
        {blocking.length > 0 && (
          <Alert color="red" variant="light" title="This stands in the way">
            <Checks issues={blocking} named />
          </Alert>
        )}
        {opened && <ReaderChanges detail={detail} />}
        {opened && blocking.length === 0 && <Effect detail={detail} />}
        {advice.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              Would make it better
            </Text>
            <Checks issues={advice} named />
          </div>
        )}
        <Textarea
          label="Note for the list of versions"
          autosize
          minRows={1}
          value={note}
          error={isTooLong && `Has more than the ${LIMITS.note.max} characters that fit.`}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Switch
          label="At a time"
          description="If the draft is saved before then, nothing is published, and the page says so."
          checked={isTimed}
          onChange={(event) => setTimed(event.currentTarget.checked)}
        />
        {isTimed && <StandingSchedule schedule={standing} />}
        {isTimed && <MomentField label="When" value={text} onChange={setText} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Not yet
          </Button>
          <Button
            disabled={blocking.length > 0 || isTooLong || (isTimed && at === undefined)}
            loading={publishing.isPending}
            onClick={() => publishing.mutate(at)}
          >
            {isTimed ? 'Schedule' : 'Publish'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Publishes the revision on the page: now, or at that time. */
const usePublication = (detail: TrailDetail, note: string, standing: Schedule | undefined, after: () => void) =>
  useChange(
    async (at: Date | undefined) => {
      const { id, revision } = detail;
      if (at === undefined) return `Version ${(await publishTrail(id, revision, note)).published_version} is live.`;
      await scheduleTrail(id, { action: 'publish', at, revision, note, standing });
      return `Employees see it from ${moment(at.toISOString())}.`;
    },
    {
      done: (sentence) => sentence,
      refresh: [trailDetail(detail.id).queryKey, ['trails', 'list'], ['visible']],
      after,
    },
  );

function audience({ visibility, grant_count }: TrailDetail, isService: boolean): string {
  if (visibility === 'all_teams') return isService ? 'Every workspace' : 'Every member of the workspace';
  const one = isService ? 'workspace' : 'person';
  const many = isService ? 'workspaces' : 'people';
  if (grant_count === 0) return isService ? 'No workspace' : 'Nobody';
  return grant_count === 1 ? `The one ${one} granted access` : `The ${grant_count} ${many} granted access`;
}
