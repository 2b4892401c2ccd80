// Confirmations before a trail is unpublished, archived or deleted.
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { deleteTrail, type TrailDetail } from '../../api/trails.ts';
import { Question } from '../../parts/dialogs/confirm.tsx';
import { useStatusChange } from './use-status-change.ts';

export type Asked = 'unpublish' | 'archive' | 'delete';

interface QuestionsProps {
  readonly detail: TrailDetail;
  readonly asked: Asked | undefined;
  readonly close: () => void;
}

export function TrailQuestions({ detail, asked, close }: QuestionsProps) {
  const change = useStatusChange(detail).mutateAsync;
  const navigate = useNavigate();
  const deleting = useChange(() => deleteTrail(detail.id, detail.revision), {
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
        It is hidden from employees and the catalog, and cannot be changed until it is restored from the archive.
      </Question>
      <Question
        opened={asked === 'delete'}
        close={close}
        title={`Delete "${detail.title}"?`}
        confirm="Delete for good"
        onConfirm={() => deleting.mutateAsync(undefined)}
      >
        <Text size="sm">
          The trail is deleted with its versions and access list
          {detail.status === 'live' && '; employees lose it at once'}. You can't undo this. Archive it to keep it.
        </Text>
      </Question>
    </>
  );
}
