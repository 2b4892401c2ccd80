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
import { counted } from '../../parts/texts/counted.ts';
import { Instant, LastUsed } from '../../parts/texts/instant.tsx';

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
    done: 'That session has ended.',
  });
  const endingAll = useChange(() => endPersonSessions(user_id), {
    refresh,
    done: ({ ended }) => `Ended: ${counted(ended, 'session')}.`,
  });
  return (
    <Section
      title="Sessions"
      hint="In this workspace. Ending a session signs the person out at once; they can sign in again."
    >
      <Answered of={sessions} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">No active sessions.</Text>
          ) : (
            <Stack gap="sm">
              {items.map((session) => (
                <SessionLine key={session.id} session={session} ending={ending}>
                  signed in <Instant at={session.created_at} />, <LastUsed at={session.last_seen_at} />
                </SessionLine>
              ))}
              {items.some(({ is_current }) => !is_current) && (
                <Group>
                  <Confirm
                    label="End all sessions"
                    title={`Sign ${name || 'this person'} out everywhere?`}
                    confirm="End all sessions"
                    onConfirm={() => endingAll.mutateAsync(undefined)}
                  >
                    {counted(items.filter(({ is_current }) => !is_current).length, 'session')} of this workspace will
                    end, in browsers, on the command line and on the desktop. Keys and apps keep working.
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
    <Section title="API keys" hint="Programs that act for this person.">
      <Answered of={keys} rows={2}>
        {({ items }) => {
          const good = items.filter(({ revoked_at }) => revoked_at === null);
          if (good.length === 0) return <Text c="dimmed">No keys act for this person.</Text>;
          return (
            <Stack gap="sm">
              {good.map(({ id, name, last_used_at, token_prefix }) => (
                <Group key={id} justify="space-between" wrap="nowrap">
                  <Text truncate>
                    {name} <Text span c="dimmed" size="sm">{`${token_prefix ?? ''}…`}</Text>
                  </Text>
                  <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                    {last_used_at === null ? 'never used' : <LastUsed at={last_used_at} />}
                  </Text>
                </Group>
              ))}
              <PageAnchor to="/admin/keys" size="sm">
                Rotate or revoke keys
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
  const ending = useChange(endApp, { done: 'The app is disconnected.', refresh: [['apps']] });
  return (
    <Section title="Connected apps" hint="Apps and AI tools that this person has allowed to act for them.">
      <Answered of={apps} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">No connected apps.</Text>
          ) : (
            <AppTable label="Connected apps of the person" apps={items} end={(id) => ending.mutateAsync(id)} />
          )
        }
      </Answered>
    </Section>
  );
}
