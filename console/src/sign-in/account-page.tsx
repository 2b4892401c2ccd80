// The person's own page: password and sessions.
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../api/change.ts';
import { ownSessions, useSession } from '../api/session.ts';
import { endOtherSessions, endSession } from '../api/sign-in.ts';
import { Section } from '../parts/forms/section.tsx';
import { Columns } from '../parts/page/columns.tsx';
import { Page } from '../parts/page/page.tsx';
import { SessionLine } from '../parts/page/session-line.tsx';
import { Answered } from '../parts/page/states.tsx';
import { LastUsed } from '../parts/texts/instant.tsx';
import { t } from '../parts/texts/t.ts';
import { Invitations } from './invitations.tsx';
import { OwnLanguage } from './own-language.tsx';
import { PasswordSection } from './password-section.tsx';

export function AccountPage() {
  const { person } = useSession();
  return (
    <Page title={person.name || t('Your account')} lead={person.email}>
      <Invitations />
      <Columns
        left={
          <>
            <PasswordSection />
            <OwnLanguage />
          </>
        }
        right={<Sessions />}
      />
    </Page>
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
