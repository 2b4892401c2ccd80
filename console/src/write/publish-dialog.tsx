// Before employees see it: what changes for them, who they are, what could be better; a note for the list of versions.
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countCharacters, LIMITS } from '../../../src/trails/limits.ts';
import { useChange } from '../api/change.ts';
import { isOperating, useSession } from '../api/session.ts';
import { publishTrail, type TrailDetail, trailDetail, versionDetail } from '../api/trails.ts';
import { counted } from '../parts/counted.ts';
import { Failure, Loading } from '../parts/states.tsx';
import { Checks } from './checks.tsx';
import { Difference } from './difference.tsx';
import { Effect } from './effect.tsx';
import { fullDocument } from './full-document.ts';

interface PublishDialogProps {
  readonly detail: TrailDetail;
  readonly opened: boolean;
  readonly close: () => void;
}

export function PublishDialog({ detail, opened, close }: PublishDialogProps) {
  const session = useSession();
  const [note, setNote] = useState('');
  const publishing = useChange(() => publishTrail(detail.id, detail.revision, note), {
    done: ({ published_version }) => `Version ${published_version} is live.`,
    refresh: [trailDetail(detail.id).queryKey, ['trails', 'list'], ['visible']],
    after: () => {
      setNote('');
      close();
    },
  });
  const blocking = detail.publish_issues.filter(({ severity }) => severity === 'error');
  const advice = detail.publish_issues.filter(({ severity }) => severity === 'warning');
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={detail.status === 'live' ? 'Publish the changes' : 'Publish this trail'}
    >
      <Stack>
        <Text>
          {audience(detail, isOperating(session))} will see revision {detail.revision} at once.
        </Text>
        {blocking.length > 0 && (
          <Alert color="red" variant="light" title="This stands in the way">
            <Checks issues={blocking} named />
          </Alert>
        )}
        {opened && <Changes detail={detail} />}
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
          error={countCharacters(note) > LIMITS.note.max && `Has more than the ${LIMITS.note.max} characters that fit.`}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Not yet
          </Button>
          <Button
            disabled={blocking.length > 0 || countCharacters(note) > LIMITS.note.max}
            loading={publishing.isPending}
            onClick={() => publishing.mutate(undefined)}
          >
            Publish
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What employees see now against what they will see. */
function Changes({ detail }: { readonly detail: TrailDetail }) {
  const version = detail.published_version ?? undefined;
  const live = useQuery({ ...versionDetail(detail.id, version ?? 1), enabled: version !== undefined });
  if (version === undefined)
    return <Text size="sm">It is new to them: {counted(detail.prompt_count, 'prompt')}, nothing is replaced.</Text>;
  if (live.error) return <Failure thrown={live.error} retry={() => void live.refetch()} />;
  if (live.data === undefined) return <Loading rows={3} />;
  return (
    <div>
      <Text size="sm" fw={600} mb="xs">
        What changes for them since version {version}
      </Text>
      <Difference before={fullDocument(live.data.document)} after={fullDocument(detail.document)} />
    </div>
  );
}

function audience({ visibility, grant_count }: TrailDetail, isService: boolean): string {
  if (visibility === 'all_teams') return isService ? 'Every workspace' : 'Every member of the workspace';
  const one = isService ? 'workspace' : 'person';
  const many = isService ? 'workspaces' : 'people';
  return grant_count === 1 ? `The one ${one} granted access` : `The ${grant_count} ${many} granted access`;
}
