// Workspaces that invite the person: accepted or declined by nobody else.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../api/change.ts';
import { ownInvitations, sessionQuery } from '../api/session.ts';
import { acceptInvitation, declineInvitation } from '../api/sign-in.ts';
import { onDay } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';

export function Invitations() {
  const invitations = useQuery(ownInvitations);
  const refresh = [sessionQuery.queryKey, ownInvitations.queryKey];
  const accepting = useChange(acceptInvitation, {
    refresh,
    done: 'You are a member now. Choose the workspace in the menu of your account.',
  });
  const declining = useChange(declineInvitation, { refresh, done: 'Declined.' });
  const items = invitations.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title="Invitations" hint="A workspace learns nothing of your account before you accept.">
      <Stack gap="sm">
        {items.map(({ id, team, invited_by, expires_at }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text fw={560}>{team.name}</Text>
              <Text size="sm" c="dimmed">
                {invited_by} invites you, until {onDay(expires_at)}.
              </Text>
            </div>
            <Group gap="xs">
              <Button size="xs" loading={accepting.isPending} onClick={() => accepting.mutate(id)}>
                Join {team.name}
              </Button>
              <Button size="xs" variant="default" loading={declining.isPending} onClick={() => declining.mutate(id)}>
                Decline
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
