// Covers a page whose session has ended, and offers to sign in again.
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useChange } from '../api/change.ts';
import { problemOf } from '../api/problem.ts';
import { readSession, type Session, sessionQuery } from '../api/session.ts';
import { signInWithPassword, switchWorkspace } from '../api/sign-in.ts';
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
  const { data, dataUpdatedAt, refetch, isFetching } = useQuery(sessionQuery);
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
        {!isOut && data?.sign_in.has_password === true && <SignInHere session={data} done={() => void refetch()} />}
        <Text size="sm">
          {isOut
            ? t(
                'This page keeps your work, and secrets that are shown only once. You are no longer an active member of this workspace. Ask one of its admins to restore your access.',
              )
            : t(
                'This page keeps your work, and secrets that are shown only once. You can also sign in again in another tab, then come back here and continue.',
              )}
        </Text>
        <Group gap="xs">
          <Button component="a" href="/sign-in" target="_blank" variant="default">
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

interface SignInHereProps {
  /** The session that has ended. */
  readonly session: Session;
  readonly done: () => void;
}

/** The same person, with the password, in the same workspace. */
function SignInHere({ session: { person, team }, done }: SignInHereProps) {
  const [password, setPassword] = useState('');
  const email = person.email ?? '';
  const entering = useChange(
    async () => {
      await signInWithPassword(email, password);
      const { team: entered } = await readSession();
      if (entered?.id !== team?.id) await switchWorkspace(team?.id ?? null);
    },
    { after: done, handled: ['unauthorized', 'forbidden', 'membership-revoked', 'rate-limited', 'validation'] },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        entering.mutate(undefined);
      }}
    >
      <Group align="flex-end" gap="sm">
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          flex="1 1 220px"
          label={t('Password of {email}', { email })}
          name="password"
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          error={entering.error === null ? undefined : problemOf(entering.error).message}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={entering.isPending}>
          {t('Sign in')}
        </Button>
      </Group>
    </form>
  );
}
