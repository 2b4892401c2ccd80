// A person's sessions in this workspace, API keys and connected apps.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { endApp } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import type { MemberPage } from '../../api/directory.ts';
import { endPersonSession, endPersonSessions, personApps, personKeys, personSessions } from '../../api/person.ts';
import { AppTable } from '../../connected-apps/app-table.tsx';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { SessionLine } from '../../parts/page/session-line.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { Instant, LastUsed } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

export function PersonSessions({ person }: { readonly person: MemberPage }) {
  return (
    <>
      <Sessions person={person} />
      <Keys person={person} />
      <Apps person={person} />
    </>
  );
}

function Sessions({ person: { user_id, name } }: { readonly person: MemberPage }) {
  const sessions = useQuery(personSessions(user_id));
  const refresh = [personSessions(user_id).queryKey];
  const ending = useChange((id: string) => endPersonSession(user_id, id), {
    refresh,
    done: t('That session has ended.'),
  });
  const endingAll = useChange(() => endPersonSessions(user_id), {
    refresh,
    done: ({ ended }) => t('Ended: {ended, plural, one {# session} other {# sessions}}.', { ended }),
  });
  return (
    <Section
      title={t('Sessions')}
      hint={t('In this workspace. Ending a session signs the person out at once; they can sign in again.')}
    >
      <Answered of={sessions} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('No active sessions.')}</Text>
          ) : (
            <Stack gap="sm">
              {items.map((session) => (
                <SessionLine key={session.id} session={session} ending={ending}>
                  {rich('signed in {when}, {lastUsed}', {
                    when: <Instant at={session.created_at} />,
                    lastUsed: <LastUsed at={session.last_seen_at} />,
                  })}
                </SessionLine>
              ))}
              {items.some(({ is_current }) => !is_current) && (
                <Group>
                  <Confirm
                    label={t('End all sessions')}
                    title={t('Sign {name} out everywhere?', { name: name || t('this person') })}
                    confirm={t('End all sessions')}
                    onConfirm={() => endingAll.mutateAsync(undefined)}
                  >
                    {t(
                      '{items, plural, one {# session} other {# sessions}} of this workspace will end, in browsers, on the command line and on the desktop. Keys and apps keep working.',
                      { items: items.filter(({ is_current }) => !is_current).length },
                    )}
                  </Confirm>
                </Group>
              )}
            </Stack>
          )
        }
      </Answered>
    </Section>
  );
}

function Keys({ person: { user_id } }: { readonly person: MemberPage }) {
  const keys = useQuery(personKeys(user_id));
  return (
    <Section title={t('API keys')} hint={t('Programs that act for this person.')}>
      <Answered of={keys} rows={2}>
        {({ items }) => {
          const good = items.filter(({ revoked_at }) => revoked_at === null);
          if (good.length === 0) return <Text c="dimmed">{t('No keys act for this person.')}</Text>;
          return (
            <Stack gap="sm">
              {good.map(({ id, name, last_used_at, token_prefix }) => (
                <Group key={id} justify="space-between" wrap="nowrap">
                  <Text truncate>
                    {name} <Text span c="dimmed" size="sm">{`${token_prefix ?? ''}…`}</Text>
                  </Text>
                  <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                    {last_used_at === null ? t('never used') : <LastUsed at={last_used_at} />}
                  </Text>
                </Group>
              ))}
              <PageAnchor to="/admin/keys" size="sm">
                {t('Rotate or revoke keys')}
              </PageAnchor>
            </Stack>
          );
        }}
      </Answered>
    </Section>
  );
}

function Apps({ person: { user_id } }: { readonly person: MemberPage }) {
  const apps = useQuery(personApps(user_id));
  const ending = useChange(endApp, { done: t('The app is disconnected.'), refresh: [['apps']] });
  return (
    <Section title={t('Connected apps')} hint={t('Apps and AI tools that this person has allowed to act for them.')}>
      <Answered of={apps} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('No connected apps.')}</Text>
          ) : (
            <AppTable label={t('Connected apps of the person')} apps={items} end={(id) => ending.mutateAsync(id)} />
          )
        }
      </Answered>
    </Section>
  );
}
