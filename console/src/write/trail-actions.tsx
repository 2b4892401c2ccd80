// What can be done with a trail as a whole: save, publish, and the rarer things that ask first.
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconArchive,
  IconArchiveOff,
  IconCalendarTime,
  IconDots,
  IconDownload,
  IconEyeOff,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../api/change.ts';
import { draftDownload } from '../api/downloads.ts';
import { patiently } from '../api/patiently.ts';
import { type Approval, trailApproval } from '../api/publishing.ts';
import { canPublish, useSession } from '../api/session.ts';
import { changeStatus, deleteTrail, type StatusAction, type TrailDetail, trailDetail } from '../api/trails.ts';
import { Question } from '../parts/confirm.tsx';
import type { Dialog } from './trail-dialogs.tsx';
import type { Draft } from './use-draft.ts';

// Loaded with the first that is opened.
const TrailDialogs = lazy(() =>
  patiently(() => import('./trail-dialogs.tsx')).then((file) => ({ default: file.TrailDialogs })),
);

interface TrailActionsProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
}

type Asked = 'unpublish' | 'archive' | 'delete';

export function TrailActions({ detail, draft }: TrailActionsProps) {
  const mayPublish = canPublish(useSession());
  const [dialog, setDialog] = useState<Dialog>();
  const [wasOpen, setWasOpen] = useState(false);
  const open = (next: Dialog | undefined): void => {
    setDialog(next);
    if (next !== undefined) setWasOpen(true);
  };
  const [asked, ask] = useState<Asked>();
  const isArchived = detail.status === 'archived';
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
      {!isArchived && <Primary detail={detail} draft={draft} open={open} />}
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
          {!isArchived && mayPublish && (
            <Menu.Item
              leftSection={<IconCalendarTime size={16} aria-hidden />}
              disabled={draft.isDirty || !hasNews(detail)}
              onClick={() => open('publish later')}
            >
              Publish at a time …
            </Menu.Item>
          )}
          {detail.status === 'live' && mayPublish && (
            <Menu.Item leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={() => open('unpublish later')}>
              Unpublish at a time …
            </Menu.Item>
          )}
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
          <Menu.Item
            component="a"
            href={draftDownload(detail.id)}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download as skill
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => ask('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Questions detail={detail} asked={asked} close={() => ask(undefined)} change={changing.mutateAsync} />
      {wasOpen && (
        <Suspense>
          <TrailDialogs detail={detail} dialog={dialog} close={() => open(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const hasNews = ({ status, has_unpublished_changes }: TrailDetail): boolean =>
  status !== 'live' || has_unpublished_changes;

/** True where the approval holds for whom the trail is shown to. */
const isApproved = ({ visibility }: TrailDetail, { state, audience }: Approval): boolean =>
  state === 'approved' && (audience !== 'restricted' || visibility === 'restricted');

/** True where it is asked to show the live trail to everybody. */
const waitsToOpen = ({ visibility }: TrailDetail, approval: Approval | undefined): boolean =>
  visibility === 'restricted' && approval?.audience === 'all_teams' && approval.state === 'requested';

/** The one step that leads on: publish, or where that is missing, get or give the approval. */
function Primary({ detail, draft, open }: TrailActionsProps & { readonly open: (dialog: Dialog) => void }) {
  const mayPublish = canPublish(useSession());
  const approval = useQuery(trailApproval(detail.id, detail.revision)).data;
  const hasMore = hasNews(detail) || waitsToOpen(detail, approval);
  const isIdle = draft.isDirty || !hasMore;
  if (approval?.required === true && !isApproved(detail, approval) && hasMore) {
    if (mayPublish && approval.obstacle === null)
      return (
        <Button onClick={() => open('review')} disabled={isIdle}>
          Review
        </Button>
      );
    const isBlocked = detail.publish_issues.some(({ severity }) => severity === 'error');
    return (
      <Button onClick={() => open('ask')} disabled={isIdle || isBlocked || approval.state === 'requested'}>
        {approval.state === 'requested' ? 'Waits for approval' : 'Ask for approval'}
      </Button>
    );
  }
  if (!mayPublish) return null;
  return (
    <Button onClick={() => open('publish')} disabled={isIdle}>
      {detail.status === 'live' ? 'Publish changes' : 'Publish'}
    </Button>
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
