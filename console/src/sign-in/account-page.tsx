// The person's own page: password and sessions.
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { ownSessions, sessionQuery, useSession } from '../api/session.ts';
import { changePassword, endOtherSessions, endSession } from '../api/sign-in.ts';
import { Section } from '../parts/forms/section.tsx';
import { Columns } from '../parts/page/columns.tsx';
import { Page } from '../parts/page/page.tsx';
import { SessionLine } from '../parts/page/session-line.tsx';
import { Answered } from '../parts/page/states.tsx';
import { LastUsed } from '../parts/texts/instant.tsx';
import { t } from '../parts/texts/t.ts';
import { Invitations } from './invitations.tsx';
import { OwnLanguage } from './own-language.tsx';

const MIN_PASSWORD = 12;

export function AccountPage() {
  const { person } = useSession();
  return (
    <Page title={person.name || t('Your account')} lead={person.email}>
      <Invitations />
      <Columns
        left={
          <>
            <Password />
            <OwnLanguage />
          </>
        }
        right={<Sessions />}
      />
    </Page>
  );
}

function Password() {
  const { sign_in } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const changing = useChange(() => changePassword(current, next), {
    done: t('The password is set. All your other sessions have ended.'),
    refresh: [sessionQuery.queryKey, ownSessions.queryKey],
    after: () => {
      setCurrent('');
      setNext('');
    },
  });
  if (!sign_in.can_set_password)
    return (
      <Section title={t('Password')} hint={t('Your account also belongs to other workspaces.')}>
        <Text size="sm">
          {t(
            'You signed in through this workspace only, so you cannot set a password here. Sign in with your own password, or ask the people who run the service for a link.',
          )}
        </Text>
      </Section>
    );
  return (
    <Section
      title={sign_in.has_password ? t('Change your password') : t('Set a password')}
      hint={t('At least {minPassword} characters. A sentence is easy to remember.', { minPassword: MIN_PASSWORD })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          changing.mutate(undefined);
        }}
      >
        <Stack maw={400}>
          {sign_in.needs_current_password && (
            <PasswordInput
              label={t('Current password')}
              autoComplete="current-password"
              value={current}
              onChange={(event) => setCurrent(event.currentTarget.value)}
            />
          )}
          <PasswordInput
            label={t('New password')}
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={changing.isPending} disabled={[...next].length < MIN_PASSWORD}>
              {t('Save password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function Sessions() {
  const sessions = useQuery(ownSessions);
  const refresh = [ownSessions.queryKey];
  const ending = useChange(endSession, { refresh, done: t('That session has ended.') });
  const endingOthers = useChange(endOtherSessions, {
    refresh,
    done: ({ ended }) => t('Ended: {ended, plural, one {# session} other {# sessions}}.', { ended }),
  });
  return (
    <Section title={t('Where you are signed in')} hint={t('Ending a session signs you out there at once.')}>
      <Answered of={sessions} rows={3}>
        {({ items }) => (
          <Stack gap="sm">
            {items.map((session) => (
              <SessionLine key={session.id} session={session} ending={ending}>
                {session.team?.name ?? t('Service operation')}, <LastUsed at={session.last_seen_at} />
              </SessionLine>
            ))}
            {items.length > 1 && (
              <Group>
                <Button
                  variant="default"
                  loading={endingOthers.isPending}
                  onClick={() => endingOthers.mutate(undefined)}
                >
                  {t('Sign out everywhere else')}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Answered>
    </Section>
  );
}
