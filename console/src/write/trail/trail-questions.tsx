// Confirmations before a trail is unpublished, archived or deleted.
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { deleteTrail, type TrailDetail } from '../../api/trails.ts';
import { Question } from '../../parts/dialogs/confirm.tsx';
import { t } from '../../parts/texts/t.ts';
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
    done: t('Deleted.'),
    after: () => void navigate({ to: '/write' }),
  });
  return (
    <>
      <Question
        opened={asked === 'unpublish'}
        close={close}
        title={t('Unpublish "{detail}"?', { detail: detail.title })}
        confirm={t('Unpublish')}
        onConfirm={() => change('unpublish')}
      >
        {t('Employees no longer see it. The versions stay, and it can be published again.')}
      </Question>
      <Question
        opened={asked === 'archive'}
        close={close}
        title={t('Archive "{detail}"?', { detail: detail.title })}
        confirm={t('Archive')}
        onConfirm={() => change('archive')}
      >
        {t('It is hidden from employees and the catalog, and cannot be changed until it is restored from the archive.')}
      </Question>
      <Question
        opened={asked === 'delete'}
        close={close}
        title={t('Delete "{detail}"?', { detail: detail.title })}
        confirm={t('Delete for good')}
        onConfirm={() => deleting.mutateAsync(undefined)}
      >
        <Text size="sm">
          {t('The trail is deleted with its versions and access list.')}{' '}
          {detail.status === 'live' && t('Employees lose it at once.')}{' '}
          {t("You can't undo this. Archive it to keep it.")}
        </Text>
      </Question>
    </>
  );
}
