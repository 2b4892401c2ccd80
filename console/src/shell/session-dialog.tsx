// Covers a page whose session has ended, and offers to sign in again.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../api/session.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { releaseWork } from '../parts/forms/held-work.ts';
import { t } from '../parts/texts/t.ts';

interface SessionDialogProps {
  /** True if the person is no longer an active member. An admin has to restore their access first. */
  readonly isOut: boolean;
  /** Called when the same person has signed in again. */
  readonly onReturn: () => void;
}

/** Covers all other dialogs. Closes when the session is back, which is checked whenever the window gets the focus. */
export function SessionDialog({ isOut, onReturn }: SessionDialogProps) {
  const queries = useQueryClient();
  const [since] = useState(Date.now);
  const { dataUpdatedAt, refetch, isFetching } = useQuery(sessionQuery);
  useEffect(() => {
    const look = (): void => void refetch();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);
  useEffect(() => {
    if (dataUpdatedAt <= since) return;
    onReturn();
    void queries.invalidateQueries();
  }, [since, dataUpdatedAt, queries, onReturn]);
  const navigate = useNavigate();
  const href = useRouterState({ select: ({ location }) => location.href });
  const leave = (): void => {
    releaseWork();
    queries.clear();
    void navigate({ to: '/sign-in', search: { to: href, error: isOut ? 'no-member' : '' } });
  };
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ backgroundOpacity: 0.6, blur: 12 }}
      zIndex={500}
      title={isOut ? t('Your access has ended') : t('Your session has ended')}
      size={520}
      centered
    >
      <Stack>
        <Text size="sm">
          {isOut
            ? t(
                'This page keeps your work, and secrets that are shown only once. You are no longer an active member of this workspace. Ask one of its admins to restore your access.',
              )
            : t(
                'This page keeps your work, and secrets that are shown only once. Sign in again in another tab, then come back here and continue.',
              )}
        </Text>
        <Group gap="xs">
          <Button component="a" href="/sign-in" target="_blank" data-autofocus>
            {t('Sign in in another tab')}
          </Button>
          <Button variant="default" onClick={() => void refetch()} loading={isFetching}>
            {t('I have signed in')}
          </Button>
          <Button variant="default" c="var(--mantine-color-error)" onClick={leave}>
            {t('Leave this page')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
