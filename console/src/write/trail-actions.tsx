// What can be done with a trail as a whole: save, publish, and the rarer things that ask first.
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconArchive, IconArchiveOff, IconDots, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { canPublish, useSession } from '../api/session.ts';
import { changeStatus, deleteTrail, type StatusAction, type TrailDetail, trailDetail } from '../api/trails.ts';
import { Question } from '../parts/confirm.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import type { Draft } from './use-draft.ts';

interface TrailActionsProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
}

type Asked = 'unpublish' | 'archive' | 'delete';

export function TrailActions({ detail, draft }: TrailActionsProps) {
  const mayPublish = canPublish(useSession());
  const [isPublishing, publishing] = useDisclosure(false);
  const [asked, ask] = useState<Asked>();
  const isArchived = detail.status === 'archived';
  const hasNews = detail.status !== 'live' || detail.has_unpublished_changes;
  const changing = useStatusChange(detail);
  useHotkeys([['mod+S', () => draft.isDirty && draft.save()]], []);
  return (
    <>
      {!isArchived && (
        <Button
          variant="default"
          onClick={draft.save}
          loading={draft.isSaving}
          disabled={!draft.isDirty || draft.conflict !== undefined}
        >
          Save draft
        </Button>
      )}
      {!isArchived && mayPublish && (
        <Button onClick={publishing.open} disabled={draft.isDirty || !hasNews}>
          {detail.status === 'live' ? 'Publish changes' : 'Publish'}
        </Button>
      )}
      {isArchived && mayPublish && (
        <Button
          variant="default"
          leftSection={<IconArchiveOff size={16} aria-hidden />}
          loading={changing.isPending}
          onClick={() => changing.mutate('unarchive')}
        >
          Take out of the archive
        </Button>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {detail.status === 'live' && mayPublish && (
            <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden />} onClick={() => ask('unpublish')}>
              Unpublish
            </Menu.Item>
          )}
          {!isArchived && mayPublish && (
            <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={() => ask('archive')}>
              Archive
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => ask('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Questions detail={detail} asked={asked} close={() => ask(undefined)} change={changing.mutateAsync} />
      <PublishDialog detail={detail} opened={isPublishing} close={publishing.close} />
    </>
  );
}

const DONE: Readonly<Record<StatusAction, string>> = {
  unpublish: 'It is a draft again. Employees no longer see it.',
  archive: 'Archived.',
  unarchive: 'It is a draft again.',
};

function useStatusChange(detail: TrailDetail) {
  const refresh = [trailDetail(detail.id).queryKey, ['trails', 'list'], ['visible']];
  return useChange(async (action: StatusAction) => ({ action, trail: await changeStatus(detail.id, action) }), {
    refresh,
    done: ({ action }) => DONE[action],
  });
}

interface QuestionsProps {
  readonly detail: TrailDetail;
  readonly asked: Asked | undefined;
  readonly close: () => void;
  readonly change: (action: StatusAction) => Promise<unknown>;
}

function Questions({ detail, asked, close, change }: QuestionsProps) {
  const navigate = useNavigate();
  const deleting = useChange(() => deleteTrail(detail.id), {
    refresh: [['trails', 'list'], ['visible']],
    done: 'Deleted.',
    after: () => void navigate({ to: '/write' }),
  });
  return (
    <>
      <Question
        opened={asked === 'unpublish'}
        close={close}
        title={`Unpublish "${detail.title}"?`}
        confirm="Unpublish"
        onConfirm={() => change('unpublish')}
      >
        Employees no longer see it. The versions stay, and it can be published again.
      </Question>
      <Question
        opened={asked === 'archive'}
        close={close}
        title={`Archive "${detail.title}"?`}
        confirm="Archive"
        onConfirm={() => change('archive')}
      >
        It is hidden from employees and the catalog, and cannot be changed until it is taken out of the archive.
      </Question>
      <Question
        opened={asked === 'delete'}
        close={close}
        title={`Delete "${detail.title}"?`}
        confirm="Delete for good"
        onConfirm={() => deleting.mutateAsync(undefined)}
      >
        <Text size="sm">
          The trail is removed with its versions, grants and sources
          {detail.status === 'live' && ', and employees lose it at once'}. This cannot be undone; archive it to keep it.
        </Text>
      </Question>
    </>
  );
}
